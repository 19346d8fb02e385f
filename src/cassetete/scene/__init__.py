"""What to draw, as plain values: shapes, scenes, themes, picking, tweening and SVG."""

from cassetete.scene.shapes import Disc, Label, Line, Point, Polygon, Scene, Shape, Sprite

__all__ = ["Disc", "Label", "Line", "Point", "Polygon", "Scene", "Shape", "Sprite"]
