"""The few functions of NumPy that drivers of kernels use, in plain Python, for where NumPy is not installed (a page).

Same names, same results (`tests/speed/test_speed_small_arrays.py` compares them), and nothing that no driver uses. An
array is a view of memory that a kernel can be handed. Copying and filling are fast, arithmetic is done item by item;
a single item is a plain number, and an operation on two arrays wants one type. In a page, small levels spend much of
their time here: what drivers do often has a short way through.
"""

from __future__ import annotations

import ctypes as _c
import math
import operator
import struct
from array import array as stored
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, product
from itertools import repeat as repeated
from typing import Any, NamedTuple, TypeAlias


class DType:
    """A type of items; called, it makes a number of that type."""

    def __init__(self, name: str, code: str, text: str) -> None:
        self.name, self.code, self.str = name, code, text
        self.itemsize = struct.calcsize(code)
        self._mask = (1 << 8 * self.itemsize) - 1 if text[1] in "iu" else 0
        self._half = (self._mask >> 1) + 1 if text[1] == "i" else 0

    def __repr__(self) -> str:
        return f"dtype('{self.name}')"

    def __call__(self, value: Any = 0) -> Any:
        """A number of the type; OverflowError if there is none."""
        if not self._mask:
            return bool(value) if self.code == "?" else float(value)
        number = int(value)
        if self.wrapped(number) != number:
            raise OverflowError(f"{value} is no {self.name}")
        return number

    def wrapped(self, value: Any) -> Any:
        """The number that is left of a result in the type's bits."""
        if not self._mask:
            return bool(value) if self.code == "?" else value
        return ((int(value) + self._half) & self._mask) - self._half


int8, int16, int32, int64 = (
    DType(f"int{8 * size}", code, f"{'|' if size == 1 else '<'}i{size}")
    for size, code in ((1, "b"), (2, "h"), (4, "i"), (8, "q"))
)
uint8, uint16, uint32, uint64 = (
    DType(f"uint{8 * size}", code, f"{'|' if size == 1 else '<'}u{size}")
    for size, code in ((1, "B"), (2, "H"), (4, "I"), (8, "Q"))
)
float64 = DType("float64", "d", "<f8")
bool_ = DType("bool", "?", "|b1")

Shape: TypeAlias = int | Sequence[int]


class _Flags(NamedTuple):
    c_contiguous: bool


_SIDE_BY_SIDE, _SCATTERED = _Flags(True), _Flags(False)


class _Address(NamedTuple):
    data: int


class _Memory:
    """Bytes that stay where they are: the array that made them, and its views, hold on to them."""

    __slots__ = ("_held", "owner")

    def __init__(self, owner: bytearray | memoryview | stored[Any]) -> None:
        self.owner = owner
        self._held: Any = None

    @property
    def address(self) -> int:
        """Where they are; only kernels ask."""
        if self._held is None:
            self._held = _c.c_char.from_buffer(self.owner) if len(self.owner) else _c.create_string_buffer(1)
        return _c.addressof(self._held)


class Array:
    """Items of one type in a shape: a view of some memory. `offset` and `steps` count items, not bytes."""

    __slots__ = ("__weakref__", "_items", "_memory", "_offset", "_steps", "_words", "dtype", "shape")

    def __init__(
        self,
        memory: _Memory,
        dtype: DType,
        shape: tuple[int, ...],
        offset: int = 0,
        steps: tuple[int, ...] | None = None,
        items: memoryview | None = None,
    ) -> None:
        self._memory, self.dtype, self.shape, self._offset = memory, dtype, shape, offset
        self._steps = _steps_of(shape) if steps is None else steps
        self._items: Any = _items_of(memory.owner, dtype.code) if items is None else items
        self._words: tuple[list[int], int] | None = None

    @property
    def ndim(self) -> int:
        """How many dimensions."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """How many items."""
        return math.prod(self.shape)

    @property
    def nbytes(self) -> int:
        """The bytes of the items."""
        return self.size * self.dtype.itemsize

    @property
    def strides(self) -> tuple[int, ...]:
        """The bytes from one item to the next, for each dimension."""
        return tuple(step * self.dtype.itemsize for step in self._steps)

    @property
    def flags(self) -> _Flags:
        """Whether the items lie side by side."""
        return _SIDE_BY_SIDE if self._whole() else _SCATTERED

    @property
    def ctypes(self) -> _Address:
        """The address of the first item."""
        return _Address(self._memory.address + self._offset * self.dtype.itemsize)

    @property
    def __array_interface__(self) -> dict[str, Any]:
        return {"data": (self._memory.address + self._offset * self.dtype.itemsize, False)}

    @property
    def kernel_words(self) -> tuple[list[int], int] | None:
        """What a kernel is handed, and the bytes of the items; None if they do not lie side by side."""
        if self._words is None and self._whole():
            size = self.dtype.itemsize
            self._words = [self._memory.address + self._offset * size, *self.shape], math.prod(self.shape) * size
        return self._words

    def _whole(self) -> bool:
        """Whether the items lie side by side; in an array without items they do."""
        if len(self.shape) == 1:
            return self._steps[0] == 1 or self.shape[0] <= 1
        if 0 in self.shape:
            return True
        wanted = 1
        for length, step in zip(reversed(self.shape), reversed(self._steps), strict=True):
            if length != 1 and step != wanted:
                return False
            wanted *= length
        return True

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[index] for index in range(len(self)))

    def __repr__(self) -> str:
        return f"array({self.tolist()}, {self.dtype.name})"

    def __bool__(self) -> bool:
        if self.size != 1:
            raise ValueError("only an array of one item is true or false")
        return bool(next(self._flat()))

    # Reading and writing.

    def _number(self, key: Any) -> int | None:
        """Where the item is that a key of plain numbers names; None for another key."""
        parts = (key,) if type(key) is int else key
        if type(parts) is not tuple or len(parts) != len(self.shape):
            return None
        place = self._offset
        for index, length, step in zip(parts, self.shape, self._steps, strict=True):
            if type(index) is not int:
                return None
            if not 0 <= index < length:
                index = _place(index, length)
            place += index * step
        return place

    def __getitem__(self, key: Any) -> Any:
        place = self._number(key)
        if place is not None:
            return self._items[place]
        view, chosen = self._selected(key)
        if chosen is not None:
            return view._taken(chosen)
        return view if view.shape or _sliced(key) else self._items[view._offset]

    def __setitem__(self, key: Any, value: Any) -> None:
        place = self._number(key)
        if place is not None and not isinstance(value, _SEVERAL):
            self._items[place] = self.dtype(value)
            return
        view, chosen = self._selected(key)
        if chosen is None:
            view._put(value)
            return
        one_each = isinstance(value, _SEVERAL) and _shape_of(value) != view.shape[1:]
        for place, index in enumerate(chosen):
            view._row(index)._put(value[place] if one_each else value)

    def _selected(self, key: Any) -> tuple[Array, list[int] | None]:
        """The view that numbers and slices select, and what a list, or an array, chooses of its first dimension."""
        parts = key if isinstance(key, tuple) else (key,)
        if len(parts) > len(self.shape):
            raise IndexError(f"{len(parts)} indices for {len(self.shape)} dimensions")
        offset, shape, steps = self._offset, [], []
        chosen: list[int] | None = None
        for axis, part in enumerate(parts):
            length, step = self.shape[axis], self._steps[axis]
            if isinstance(part, slice):
                if chosen is not None:
                    raise NotImplementedError("a slice beside a list of indices")
                first, last, stride = part.indices(length)
                offset += first * step
                shape.append(len(range(first, last, stride)))
                steps.append(step * stride)
            elif isinstance(part, _CHOOSING):
                if chosen is not None or shape:
                    raise NotImplementedError("a list of indices beside a slice or another list")
                chosen = _indices(part, length)
                shape.append(length)
                steps.append(step)
            else:
                offset += _place(part, length) * step
        rest = len(parts)
        return self._view((*shape, *self.shape[rest:]), offset, (*steps, *self._steps[rest:])), chosen

    def _view(self, shape: tuple[int, ...], offset: int, steps: tuple[int, ...] | None = None) -> Array:
        """Another array on the same memory."""
        return Array(self._memory, self.dtype, shape, offset, steps, self._items)

    def _row(self, index: int) -> Array:
        return self._view(self.shape[1:], self._offset + index * self._steps[0], self._steps[1:])

    def _taken(self, chosen: list[int]) -> Array:
        if len(self.shape) == 1:
            items, first, step = self._items, self._offset, self._steps[0]
            return _made([items[first + index * step] for index in chosen], self.dtype)
        found = empty((len(chosen), *self.shape[1:]), self.dtype)
        for place, index in enumerate(chosen):
            found._row(place)._put(self._row(index))
        return found

    def _put(self, value: Any) -> None:
        """Write a number everywhere, or an array or nested lists; what is missing in front is repeated."""
        if not isinstance(value, _SEVERAL):
            self.fill(value)
            return
        given = value if isinstance(value, Array) and value.dtype is self.dtype else array(value, self.dtype)
        while len(given.shape) > len(self.shape) and given.shape[0] == 1:
            given = given._row(0)
        self._copy_from(given._stretched(self.shape))

    def _stretched(self, shape: tuple[int, ...]) -> Array:
        """The array repeated to fill a shape, as a view."""
        missing = len(shape) - len(self.shape)
        lengths, steps = (1,) * missing + self.shape, (0,) * missing + self._steps
        for has, wanted in zip(lengths, shape, strict=True):
            if has not in (1, wanted):
                raise ValueError(f"an array of shape {self.shape} does not fit into {shape}")
        stretched = tuple(0 if has == 1 else step for has, step in zip(lengths, steps, strict=True))
        return self._view(shape, self._offset, stretched)

    def _copy_from(self, other: Array) -> None:
        if self.size == 0:
            return
        if self._whole() and other._whole():
            size, start, source = self.size, self._offset, other._offset
            if self._memory is other._memory:
                copied = memoryview(bytes(other._items[source : source + size]))
                self._items[start : start + size] = copied.cast(self.dtype.code)  # type: ignore[call-overload]
            else:
                self._items[start : start + size] = other._items[source : source + size]
        elif len(self.shape) == 1:
            values = list(other._flat())
            for index, value in enumerate(values):
                self._items[self._offset + index * self._steps[0]] = value
        else:
            for index in range(self.shape[0]):
                self._row(index)._copy_from(other._row(index))

    def fill(self, value: Any) -> None:
        """Write a number everywhere."""
        number = self.dtype(value)
        if not self.shape:
            self._items[self._offset] = number
        elif self._whole():
            item = struct.pack(self.dtype.code, number)
            block, first, last = 1 << 14, self._offset, self._offset + self.size
            for start in range(first, last, block):
                stop = min(last, start + block)
                self._items[start:stop] = memoryview(item * (stop - start)).cast(self.dtype.code)  # type: ignore[call-overload]
        else:
            for index in range(self.shape[0]):
                self._row(index).fill(value)

    def _flat(self) -> Iterator[Any]:
        """The items, one by one."""
        if self._whole():
            return iter(self._items[self._offset : self._offset + self.size])
        if len(self.shape) > 1:
            return chain.from_iterable(self._row(index)._flat() for index in range(self.shape[0]))
        (length,), (step,), first = self.shape, self._steps, self._offset
        if step == 0:
            return repeated(self._items[first], length)
        stop = first + length * step
        return iter(self._items[first : stop if stop >= 0 else None : step])

    def item(self, *place: int) -> Any:
        """One item."""
        return self[place]

    def tolist(self) -> Any:
        """The items as nested lists."""
        if len(self.shape) == 1:
            return list(self._flat())
        return [self._row(index).tolist() for index in range(self.shape[0])] if self.shape else next(self._flat())

    def tobytes(self) -> bytes:
        """The items' bytes."""
        whole = self if self._whole() else self.copy()
        return bytes(whole._items[whole._offset : whole._offset + whole.size])

    def copy(self) -> Array:
        """The same items in memory of their own."""
        found = empty(self.shape, self.dtype)
        found._copy_from(self)
        return found

    def reshape(self, *shape: Any) -> Array:
        """The same memory in another shape; -1 is as much as there is."""
        wanted = list(_lengths(shape[0] if len(shape) == 1 else shape))
        if tuple(wanted) == self.shape:
            return self
        if -1 in wanted:
            known = math.prod(length for length in wanted if length != -1)
            wanted[wanted.index(-1)] = self.size // known if known else 0
        if math.prod(wanted) != self.size or not self._whole():
            raise ValueError(f"an array of shape {self.shape} cannot be seen as {tuple(wanted)}")
        return self._view(tuple(wanted), self._offset)

    # Arithmetic, item by item.

    def _each(self, other: Any, operation: Callable[[Any, Any], Any], dtype: DType | None = None) -> Array:
        if isinstance(other, Array):
            if other.dtype is not self.dtype:
                raise TypeError(f"{self.dtype.name} and {other.dtype.name}")
            shape = _common(self.shape, other.shape)
            values = list(map(operation, self._stretched(shape)._flat(), other._stretched(shape)._flat()))
        else:
            shape = self.shape
            if dtype is None:
                self.dtype(other)  # a number that is none of the type's is refused
            values = list(map(operation, self._flat(), repeated(other)))
        return _wrapped(values, dtype or self.dtype).reshape(shape)

    def __eq__(self, other: object) -> Array:  # type: ignore[override]
        return self._each(other, operator.eq, bool_)

    def __ne__(self, other: object) -> Array:  # type: ignore[override]
        return self._each(other, operator.ne, bool_)

    def __lt__(self, other: Any) -> Array:
        return self._each(other, operator.lt, bool_)

    def __le__(self, other: Any) -> Array:
        return self._each(other, operator.le, bool_)

    def __gt__(self, other: Any) -> Array:
        return self._each(other, operator.gt, bool_)

    def __ge__(self, other: Any) -> Array:
        return self._each(other, operator.ge, bool_)

    __hash__ = None  # type: ignore[assignment]

    def __add__(self, other: Any) -> Array:
        return self._each(other, operator.add)

    def __sub__(self, other: Any) -> Array:
        return self._each(other, operator.sub)

    def __mul__(self, other: Any) -> Array:
        return self._each(other, operator.mul)

    def __and__(self, other: Any) -> Array:
        return self._each(other, operator.and_)

    def __or__(self, other: Any) -> Array:
        return self._each(other, operator.or_)

    def __xor__(self, other: Any) -> Array:
        return self._each(other, operator.xor)

    def __lshift__(self, other: Any) -> Array:
        return self._each(other, operator.lshift)

    def __rshift__(self, other: Any) -> Array:
        return self._each(other, operator.rshift)

    __radd__, __rmul__, __rand__, __ror__, __rxor__ = __add__, __mul__, __and__, __or__, __xor__

    def __rsub__(self, other: Any) -> Array:
        return self._each(other, lambda mine, given: given - mine)

    def __ior__(self, other: Any) -> Array:
        self._put(self | other)
        return self

    def __iadd__(self, other: Any) -> Array:
        self._put(self + other)
        return self

    def __invert__(self) -> Array:
        flip: Callable[[Any], Any] = operator.not_ if self.dtype is bool_ else operator.invert
        return _wrapped(list(map(flip, self._flat())), self.dtype).reshape(self.shape)

    # Many items to one.

    def _reduced(self, of: Callable[[Iterable[Any]], Any], axis: int | tuple[int, ...] | None, dtype: DType) -> Any:
        if axis is None:
            return of(self._flat())
        gone = {one % len(self.shape) for one in ((axis,) if isinstance(axis, int) else axis)}
        kept = [one for one in range(len(self.shape)) if one not in gone]
        if self._whole() and self.size and max(kept, default=-1) < min(gone):  # each group's items lie side by side
            group = math.prod(self.shape[one] for one in gone)
            ends = range(self._offset + group, self._offset + self.size + 1, group)
            return _made([of(self._items[end - group : end]) for end in ends], dtype).reshape(self.shape[: len(kept)])
        inner, inner_steps = zip(*((self.shape[one], self._steps[one]) for one in sorted(gone)), strict=True)
        values = []
        for place in product(*(range(self.shape[one]) for one in kept)):
            offset = self._offset + sum(i * self._steps[one] for i, one in zip(place, kept, strict=True))
            values.append(of(self._view(inner, offset, inner_steps)._flat()))
        return _made(values, dtype).reshape(tuple(self.shape[one] for one in kept))

    def min(self, axis: int | tuple[int, ...] | None = None) -> Any:
        """The least item."""
        return self._reduced(min, axis, self.dtype)

    def max(self, axis: int | tuple[int, ...] | None = None) -> Any:
        """The greatest item."""
        return self._reduced(max, axis, self.dtype)

    def sum(self, axis: int | tuple[int, ...] | None = None) -> Any:
        """The sum of the items."""
        wide = float64 if self.dtype is float64 else uint64 if self.dtype.str[1] == "u" else int64
        return self._reduced(sum, axis, wide)

    def any(self, axis: int | tuple[int, ...] | None = None) -> Any:
        """Whether an item is not zero."""
        return self._reduced(any, axis, bool_)

    def all(self, axis: int | tuple[int, ...] | None = None) -> Any:
        """Whether no item is zero."""
        return self._reduced(all, axis, bool_)

    def argmax(self) -> int:
        """The number of the first greatest item."""
        values = list(self._flat())
        return values.index(max(values))


_SEVERAL = (Array, list, tuple)
_CHOOSING = (Array, list)


def _items_of(owner: Any, code: str) -> memoryview:
    view = memoryview(owner)
    if view.format == code:
        return view
    plain: Any = view if view.format == "B" else view.cast("B")
    found: memoryview = plain.cast(code)
    return found


def _sliced(key: Any) -> bool:
    return any(isinstance(part, slice) for part in key) if isinstance(key, tuple) else isinstance(key, slice)


def _place(index: Any, length: int) -> int:
    place = operator.index(index)
    if not -length <= place < length:
        raise IndexError(f"index {place} is out of bounds for {length} items")
    return place % length


def _indices(chosen: Array | list[Any], length: int) -> list[int]:
    """The places that a list of indices chooses, or an array of them, or one of truth values."""
    if isinstance(chosen, Array):
        if chosen.dtype is bool_:
            if chosen.shape != (length,):
                raise IndexError(f"{chosen.shape} truth values for {length} items")
            return [place for place, wanted in enumerate(chosen._flat()) if wanted]
        if len(chosen.shape) != 1:
            raise NotImplementedError("indices in a table")
        chosen = chosen.tolist()
    return [index if type(index) is int and 0 <= index < length else _place(index, length) for index in chosen]


def _lengths(shape: Shape) -> tuple[int, ...]:
    if type(shape) is int:
        return (shape,)
    return (operator.index(shape),) if not isinstance(shape, Iterable) else tuple(map(operator.index, shape))


def _steps_of(shape: tuple[int, ...]) -> tuple[int, ...]:
    if len(shape) == 1:
        return (1,)
    steps, step = [], 1
    for length in reversed(shape):
        steps.append(step)
        step *= length
    return tuple(reversed(steps))


def _common(one: tuple[int, ...], two: tuple[int, ...]) -> tuple[int, ...]:
    """The shape that two arrays are stretched to."""
    longest = max(len(one), len(two))
    pairs = zip((1,) * (longest - len(one)) + one, (1,) * (longest - len(two)) + two, strict=True)
    return tuple(b if a == 1 else a for a, b in pairs)


def _shape_of(value: Any) -> tuple[int, ...]:
    if isinstance(value, Array):
        return value.shape
    if isinstance(value, _SEVERAL):
        return (len(value), *(_shape_of(value[0]) if len(value) else ()))
    return ()


def _made(values: Iterable[Any], dtype: DType) -> Array:
    """An array of one dimension; OverflowError if a value is none of the type's."""
    owner = stored("B" if dtype is bool_ else dtype.code, values)
    return Array(_Memory(owner), dtype, (len(owner),))


def _wrapped(values: list[Any], dtype: DType) -> Array:
    """An array of one dimension; of results that are too large, their last bits."""
    try:
        return _made(values, dtype)
    except OverflowError:
        return _made(map(dtype.wrapped, values), dtype)


def _flattened(value: Any) -> list[Any]:
    if isinstance(value, Array):
        return list(value._flat())
    if not isinstance(value, _SEVERAL):
        return [value]
    if value and isinstance(value[0], _SEVERAL):
        return [item for one in value for item in _flattened(one)]
    return list(value)


# What drivers call.


def zeros(shape: Shape, dtype: DType = float64) -> Array:
    """An array of zeros."""
    lengths = _lengths(shape)
    return Array(_Memory(bytearray(math.prod(lengths) * dtype.itemsize)), dtype, lengths)


empty = zeros
"""The memory of a new array is zero anyway."""


def full(shape: Shape, value: Any, dtype: DType) -> Array:
    """An array of one number."""
    found = zeros(shape, dtype)
    found.fill(value)
    return found


def ones(shape: Shape, dtype: DType = float64) -> Array:
    """An array of ones."""
    return full(shape, 1, dtype)


def zeros_like(other: Array) -> Array:
    """Zeros in the shape of another array."""
    return zeros(other.shape, other.dtype)


def array(values: Any, dtype: DType | None = None) -> Array:
    """An array of nested lists or tuples, or of another array's items."""
    wanted = dtype or (values.dtype if isinstance(values, Array) else int64)
    flat = _flattened(values)
    try:
        found = _made(flat if wanted is not bool_ else map(bool, flat), wanted)
    except TypeError:  # numbers that must be turned into whole ones first
        found = _made(map(wanted, flat), wanted)
    return found.reshape(_shape_of(values))


def frombuffer(buffer: Any, dtype: DType) -> Array:
    """An array on the memory of something; a copy where that cannot be changed."""
    view = memoryview(buffer).cast("B")
    memory = _Memory(bytearray(view) if view.readonly else view)
    return Array(memory, dtype, (len(view) // dtype.itemsize,))


def where(condition: Array, one: Any, two: Any) -> Array:
    """For each truth value the item of one array, else of the other."""
    values = [a if chosen else b for chosen, a, b in zip(condition._flat(), one._flat(), two._flat(), strict=True)]
    return _made(values, one.dtype).reshape(condition.shape)


def flatnonzero(values: Array) -> Array:
    """The places of the items that are not zero."""
    return _made([place for place, item in enumerate(values._flat()) if item], int64)


def count_nonzero(values: Array) -> int:
    """How many items are not zero."""
    return sum(1 for item in values._flat() if item)


def unique(values: Array) -> Array:
    """The different items in order."""
    return _made(sorted(set(values._flat())), values.dtype)


def repeat(values: Array, times: int) -> Array:
    """Each item so many times."""
    return _made([item for item in values._flat() for _time in range(times)], values.dtype)


def vstack(parts: Sequence[Array]) -> Array:
    """Tables one below the other."""
    found = empty((sum(map(len, parts)), *parts[0].shape[1:]), parts[0].dtype)
    at = 0
    for part in parts:
        found[at : at + len(part)] = part
        at += len(part)
    return found


def searchsorted(values: Array, wanted: Any, side: str = "left") -> int:
    """Where a number belongs in a sorted array."""
    return (bisect_right if side == "right" else bisect_left)(values.tolist(), wanted)


_DIGITS = b"01" + bytes(254)


def packbits(flags: Array, bitorder: str = "big") -> Array:
    """Truth values as the bits of bytes."""
    if bitorder != "little":
        raise NotImplementedError("the other order of bits")
    digits = bytes(map(bool, flags._flat()))[::-1].translate(_DIGITS)
    number = int(digits or b"0", 2)
    return frombuffer(number.to_bytes((flags.size + 7) // 8, "little"), uint8)


def argmax(values: Array) -> int:
    """The number of the first greatest item."""
    return values.argmax()
