"""Wall codes on the wider boards of the kernels."""

from __future__ import annotations

from typing import Any

from cassetete.speed.jit import lean


@lean
def widen(walls: Any, rows: Any, columns: Any, stride: Any, codes: Any) -> None:
    """The wall codes on a board with more cells a row: each wall on both of its sides, the outside walled off."""
    for cell in range(codes.shape[0]):
        codes[cell] = 15
    for row in range(rows):
        for column in range(columns):
            codes[row * stride + column] = 0
    for row in range(rows):
        for column in range(columns):
            code, cell = walls[row * columns + column], row * stride + column
            if row == 0 or code & 1:
                codes[cell] |= 1
                if row > 0:
                    codes[cell - stride] |= 4
            if row == rows - 1 or code & 4:
                codes[cell] |= 4
                if row < rows - 1:
                    codes[cell + stride] |= 1
            if column == 0 or code & 8:
                codes[cell] |= 8
                if column > 0:
                    codes[cell - 1] |= 2
            if column == columns - 1 or code & 2:
                codes[cell] |= 2
                if column < columns - 1:
                    codes[cell + 1] |= 8
