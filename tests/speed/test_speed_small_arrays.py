"""Our own small arrays give what NumPy gives, and have every function that a driver of kernels names."""

from __future__ import annotations

import ast
import operator
from pathlib import Path
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cassetete
from cassetete.speed import small_arrays as small

PACKAGE = Path(cassetete.__file__).parent
NAMES = ("int8", "uint8", "int16", "int32", "uint32", "int64", "uint64")
SHAPES = st.lists(st.integers(0, 4), min_size=1, max_size=3).map(tuple)


@st.composite
def twins(draw: Any, shapes: Any = SHAPES, names: Any = NAMES) -> tuple[Any, Any]:
    """The same array of both kinds."""
    name, shape = draw(st.sampled_from(names)), draw(shapes)
    info = numpy.iinfo(name)
    size = int(numpy.prod(shape))
    values = draw(st.lists(st.integers(int(info.min), int(info.max)), min_size=size, max_size=size))
    theirs = numpy.array(values, name).reshape(shape)
    ours = small.array(values, getattr(small, name)).reshape(shape)
    return ours, theirs


def same(ours: Any, theirs: Any) -> None:
    if isinstance(ours, small.Array):
        assert ours.shape == theirs.shape and ours.dtype.str == theirs.dtype.str
        assert ours.tolist() == theirs.tolist() and ours.tobytes() == theirs.tobytes()
        assert bool(ours.flags.c_contiguous) == bool(theirs.flags.c_contiguous)
        if theirs.size:
            assert ours.nbytes == theirs.nbytes and ours.strides == theirs.strides
    else:
        assert ours == theirs


@st.composite
def keys(draw: Any, shape: tuple[int, ...]) -> Any:
    """Numbers and slices for some of the dimensions."""
    parts = []
    for length in shape[: draw(st.integers(1, len(shape)))]:
        number = st.integers(-length, length - 1) if length else st.nothing()
        parts.append(draw(number | st.slices(length)))
    return parts[0] if len(parts) == 1 and draw(st.booleans()) else tuple(parts)


@given(st.data())
def test_items_slices_and_views(data: st.DataObject) -> None:
    ours, theirs = data.draw(twins())
    key = data.draw(keys(theirs.shape))
    same(ours[key], theirs[key])
    number = data.draw(st.integers(0, 100))
    ours[key], theirs[key] = number, number
    same(ours, theirs)
    view, other = ours[key], theirs[key]
    if isinstance(view, small.Array) and view.shape:
        again = data.draw(keys(view.shape))
        view[again], other[again] = 1, 1
        same(ours, theirs)  # a view writes into its array
        same(view.copy(), other.copy())
        view.fill(3)
        other.fill(3)
        same(ours, theirs)


@given(st.data())
def test_an_array_written_into_another(data: st.DataObject) -> None:
    ours, theirs = data.draw(twins())
    more = data.draw(st.integers(0, 3))
    shape = (theirs.shape[0] + more, *theirs.shape[1:])
    larger, grown = small.zeros(shape, ours.dtype), numpy.zeros(shape, theirs.dtype)
    larger[tuple(map(slice, ours.shape))] = ours
    grown[tuple(map(slice, theirs.shape))] = theirs
    same(larger, grown)
    turned = slice(None, None, -1)
    ours[:], theirs[:] = ours[turned].copy(), theirs[turned].copy()
    same(ours, theirs)
    if len(theirs):
        ours[:], theirs[:] = ours[0], theirs[0]
        same(ours, theirs)


@given(st.data())
def test_lists_of_indices_and_truth_values(data: st.DataObject) -> None:
    ours, theirs = data.draw(twins())
    length = len(theirs)
    chosen = data.draw(st.lists(st.integers(-length, length - 1), max_size=6)) if length else []
    index, other = small.array(chosen, small.int32), numpy.array(chosen, numpy.int32)
    same(ours[index], theirs[other])
    same(ours[chosen], theirs[numpy.array(chosen, numpy.int64)])
    flags = data.draw(st.lists(st.booleans(), min_size=length, max_size=length))
    same(ours[small.array(flags, small.bool_)], theirs[numpy.array(flags, bool)])
    if theirs.ndim > 1 and theirs.shape[1]:
        column = data.draw(st.integers(0, theirs.shape[1] - 1))
        same(ours[index, column], theirs[other, column])
    ours[index], theirs[other] = 7, 7
    same(ours, theirs)
    if theirs.ndim == 1 and length:
        different = sorted({one % length for one in chosen})
        ours[different] = list(range(len(different)))
        theirs[different] = list(range(len(different)))
        same(ours, theirs)
        ours[small.unique(ours)[:0]] |= 1
        same(ours, theirs)


ARITHMETIC = (operator.add, operator.sub, operator.mul, operator.and_, operator.or_, operator.xor)
ORDER = (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge)


@given(st.data(), st.sampled_from((*ARITHMETIC, *ORDER)))
def test_arithmetic_wraps_around_and_comparisons(data: st.DataObject, operation: Any) -> None:
    ours, theirs = data.draw(twins())
    with numpy.errstate(over="ignore"):
        same(operation(ours, ours[::-1]), operation(theirs, theirs[::-1]))
        number = data.draw(st.integers(0, 127))
        same(operation(ours, number), operation(theirs, number))
        if operation in ARITHMETIC:
            same(operation(number, ours), operation(number, theirs))
        if len(theirs):
            same(operation(ours, ours[:1]), operation(theirs, theirs[:1]))
    same(~ours, ~theirs)
    same(~(ours == number), ~(theirs == number))


@given(st.data(), st.integers(0, 62))
def test_shifts(data: st.DataObject, bits: int) -> None:
    ours, theirs = data.draw(twins(names=("int64", "uint64")))
    same(ours >> bits, theirs >> theirs.dtype.type(bits))
    same(ours << bits, theirs << theirs.dtype.type(bits))
    ours |= 1
    theirs |= theirs.dtype.type(1)
    same(ours, theirs)


@given(st.data())
def test_many_items_to_one(data: st.DataObject) -> None:
    ours, theirs = data.draw(twins(st.lists(st.integers(1, 4), min_size=1, max_size=3).map(tuple)))
    axes: list[Any] = [None, *range(theirs.ndim), *([(1, 2)] if theirs.ndim == 3 else [])]
    with numpy.errstate(over="ignore"):
        for axis in axes:
            for name in ("min", "max", "any", "all"):
                same(getattr(ours, name)(axis=axis), getattr(theirs, name)(axis=axis))
    little, other = ours & 7, theirs & 7
    for axis in axes:
        same(little.sum(axis=axis), other.sum(axis=axis))
    assert ours.argmax() == theirs.argmax() == small.argmax(ours)
    assert small.count_nonzero(little) == numpy.count_nonzero(other)
    same(small.flatnonzero(little), numpy.flatnonzero(other))
    same(small.unique(ours), numpy.unique(theirs))
    same(small.where(ours == 0, ours, little), numpy.where(theirs == 0, theirs, other))
    same(ours.reshape(-1), theirs.reshape(-1))
    same(small.zeros_like(ours), numpy.zeros_like(theirs))
    if ours.ndim > 1:
        same(small.vstack([ours, ours[:1]]), numpy.vstack([theirs, theirs[:1]]))
    for mine, other in zip(ours, theirs, strict=True):
        same(mine, other)


@given(st.lists(st.integers(0, 50)), st.integers(-1, 51), st.lists(st.booleans()))
def test_what_has_one_dimension(values: list[int], wanted: int, flags: list[bool]) -> None:
    values.sort()
    ours, theirs = small.array(values, small.int64), numpy.array(values, numpy.int64)
    for side in ("left", "right"):
        assert small.searchsorted(ours, wanted, side) == numpy.searchsorted(theirs, wanted, side)
    same(small.repeat(ours, 2), numpy.repeat(theirs, 2))
    packed = small.packbits(small.array(flags, small.bool_), bitorder="little")
    same(packed, numpy.packbits(numpy.array(flags, bool), bitorder="little"))


def test_memory_is_shared_with_what_it_was_made_of() -> None:
    buffer = bytearray(b"\1\2\3\4\5\6\7\10")
    whole, words = small.frombuffer(buffer, small.uint8), small.frombuffer(buffer, small.uint32)
    whole[0] = 9
    assert buffer[0] == 9 and words[0] == 0x04030209
    assert words.ctypes.data == whole.ctypes.data == words[1:].ctypes.data - 4
    assert small.frombuffer(b"\1\2", small.uint8).tolist() == [1, 2]


def test_numbers_that_are_none_of_the_type_are_refused() -> None:
    for name in NAMES:
        info = numpy.iinfo(name)
        for value in (int(info.min) - 1, int(info.max) + 1):
            with pytest.raises(OverflowError):
                getattr(small, name)(value)
        assert getattr(small, name)(int(info.max)) == info.max


def named(path: Path) -> set[str]:
    """What a module takes from `np`, its kernels' bodies left out: compiled, they are Numba's business."""
    tree = ast.parse(path.read_text("utf-8"))
    kernels = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.decorator_list]
    lean = {id(inner) for node in kernels for inner in ast.walk(node) if _is_kernel(node)}
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and id(node) not in lean and isinstance(node.value, ast.Name):
            found |= {node.attr} if node.value.id == "np" else set()
    return found


def _is_kernel(node: ast.FunctionDef) -> bool:
    return any(isinstance(one, ast.Name) and one.id in ("kernel", "lean") for one in node.decorator_list)


def test_every_function_that_a_driver_names_is_there() -> None:
    wanted: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        if "from cassetete.speed.arrays import np" in path.read_text("utf-8"):
            wanted[path.name] = {name for name in named(path) if not hasattr(small, name)}
    assert len(wanted) > 20
    assert {name: missing for name, missing in wanted.items() if missing} == {}
