"""The front ends: where people play. None of them knows a particular game."""
