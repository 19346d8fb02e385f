"""A text field does what text fields do."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.widgets.text_field import TextField


class Clipboard:
    """A clipboard of its own."""

    def __init__(self, text: str = "") -> None:
        self.text = text

    def copy(self, text: str) -> None:
        self.text = text

    def paste(self) -> str:
        return self.text


def after(value: str, *keys: str, clipboard: Clipboard | None = None) -> TextField:
    field = TextField(
        value, complete=lambda typed: [w for w in ("levels/", "level.txt", "other") if w.startswith(typed)]
    )
    for key in keys:
        *held, name = key.split("+")
        text = name if len(name) == 1 else ""
        field.key(Typed(name, text, "ctrl" in held, "shift" in held), clipboard or Clipboard())
    return field


def test_keys_move_the_caret_and_select() -> None:
    assert after("abc", "Left", "x").value == "abxc"
    assert after("abc", "Home", "x").value == "xabc"
    assert after("abc", "Home", "Delete", "End", "BackSpace").value == "b"
    assert after("abc", "ctrl+a", "x").value == "x"
    assert after("abc", "shift+Left", "shift+Left", "x").value == "ax"
    assert after("abc", "shift+Home", "Right", "x").value == "abcx"
    assert after("abc", "shift+Home", "Left", "x").value == "xabc"
    assert after("one two", "ctrl+Left", "x").value == "one xtwo"
    assert after("one two", "ctrl+BackSpace").value == "one "
    assert after("abc", "ctrl+a", "x", "ctrl+z").value == "abc"


def test_the_clipboard() -> None:
    clipboard = Clipboard("two\nlines")
    assert after("", "ctrl+v", clipboard=clipboard).value == "two lines"
    assert after("abc", "ctrl+a", "ctrl+x", clipboard=clipboard).value == ""
    assert clipboard.text == "abc"
    assert after("x", "ctrl+a", "ctrl+c", "End", "ctrl+v", clipboard=clipboard).value == "xx"


def test_tab_completes_as_far_as_it_is_certain() -> None:
    field = after("le", "Tab")
    assert (field.value, field.choices) == ("level", ["levels/", "level.txt"])
    assert after("o", "Tab").value == "other"
    assert after("levels", "Tab").value == "levels/"
    assert after("zzz", "Tab").value == "zzz"


def test_only_what_is_allowed_enters() -> None:
    field = TextField("1", allowed=str.isdecimal, longest=3)
    for key in "2a34":
        field.key(Typed(key, key), Clipboard())
    assert field.value == "123"


PLAIN = ("a", "b", " ", "Left", "Right", "Home", "End", "BackSpace", "Delete", "Tab")
HELD = ("ctrl+Left", "ctrl+Right", "ctrl+a", "ctrl+z", "ctrl+x", "ctrl+v", "ctrl+BackSpace", "ctrl+Delete")
KEYS = st.sampled_from((*PLAIN, *HELD, "shift+Left", "shift+Right", "shift+Home"))


@given(st.text("ab /", max_size=12), st.lists(KEYS, max_size=30))
def test_caret_and_selection_stay_in_the_text(value: str, keys: list[str]) -> None:
    field = after(value, *keys, clipboard=Clipboard("xyz"))
    assert 0 <= field.caret <= len(field.value)
    assert 0 <= field.anchor <= len(field.value)
