"""What the solution player, the explanation and the search view share: a board, a line of steps, and a speed."""

from __future__ import annotations

from typing import Any

from cassetete.core.message import Catalogue
from cassetete.front.page.screens.base import Arguments, Navigator, Part, Screen, Typed, button

_ = Catalogue("cassetete")

_KEYS = {
    "space": "pause",
    "right": "step",
    "left": "back-step",
    "up": "start",
    "home": "start",
    "down": "end",
    "end": "end",
    "plus": "faster",
    "minus": "slower",
    "escape": "back",
}


class PlaybackScreen(Screen):
    """Plays, pauses, steps and changes its speed; `origin` is the screen to return to."""

    kind = "board"
    speeds: tuple[float, ...] = ()

    def __init__(self, table: Navigator, origin: Screen, speed: int) -> None:
        super().__init__(table)
        self.origin, self.speed, self.paused = origin, speed, True

    @property
    def running(self) -> bool:
        """Whether there is something to play."""
        return False

    def step(self, number: int) -> None:
        """Go some steps forward, or back."""

    def rewind(self, to_end: bool) -> None:
        """Go to the start, or to the end."""

    def pause(self) -> None:
        """Play or pause."""
        self.paused = not self.paused

    def transport(self, first: bool, last: bool, can_go_back: bool = True) -> list[Part]:
        """The buttons that play, step and rewind."""
        say = self.say
        play = button(
            "pause",
            say(_("Play") if self.paused else _("Pause")),
            icon="play" if self.paused else "pause",
            key="␣",
            on=self.running,
            primary=True,
        )
        forward = button("step", say(_("Next") if can_go_back else _("Step")), icon="step", key="→", on=last)
        if not can_go_back:
            return [play, forward]
        back = button("back-step", say(_("Previous")), icon="step-back", key="←", on=first)
        start = button("start", say(_("Start")), icon="first", on=first)
        return [start, back, play, forward, button("end", say(_("End")), icon="last", on=last)]

    def speed_block(self, label: str) -> Part:
        """The speed, and the buttons that change it."""
        most = len(self.speeds) - 1
        return {
            "k": "speed",
            "label": label,
            "buttons": [
                button("slower", self.say(_("Slower")), icon="minus", key="−", on=self.speed > 0),
                button("faster", self.say(_("Faster")), icon="plus", key="+", on=self.speed < most),
            ],
        }

    def do(self, command: str, arguments: Arguments) -> None:
        """The buttons."""
        match command:
            case "pause":
                self.pause()
            case "step":
                self.step(1)
            case "back-step":
                self.step(-1)
            case "start" | "end":
                self.rewind(command == "end")
            case "faster" | "slower":
                change = 1 if command == "faster" else -1
                self.speed = min(len(self.speeds) - 1, max(0, self.speed + change))
            case "go" if isinstance(arguments.get("at"), int):
                self.go(int(arguments["at"]))
            case "back":
                self.back()

    def go(self, at: int) -> None:
        """Go to a place on the line."""

    def key(self, typed: Typed) -> bool:
        """The keys on the buttons."""
        command = _KEYS.get(typed.command)
        if command is None:
            return False
        self.do(command, {})
        return True

    def back(self) -> None:
        """To the screen this one was opened from."""
        self.table.show(self.origin)

    def base_parts(self, title: str, sub: str) -> dict[str, Any]:
        """The head that all of them have."""
        return {"head": {"title": title, "sub": sub, "back": True}, "note": None, "end": None, "menu": []}
