"""Compiled code: functions of numbers and arrays."""
