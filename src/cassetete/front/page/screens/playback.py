"""What the solution player, the explanation and the search view share: a board, a line of steps, and a speed."""

from __future__ import annotations

import time
from typing import Any

from cassetete.core.message import Catalogue, Text
from cassetete.front.page.screens.base import Arguments, Navigator, Part, Screen, Typed, button
from cassetete.session.playback import LinePlayer, Playback

_ = Catalogue("cassetete")

_SLICE_SECONDS = 0.025
_SHORTEST_TICK = 40

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
    """A board on which something plays step by step; `origin` is the screen to return to."""

    kind = "board"

    def __init__(self, table: Navigator, origin: Screen, player: Playback) -> None:
        super().__init__(table)
        self.origin, self.player = origin, player

    def transport(self, first: bool, last: bool, can_go_back: bool = True) -> list[Part]:
        """The buttons that play, step and rewind."""
        say = self.say
        play = button(
            "pause",
            say(_("Play") if self.player.paused else _("Pause")),
            icon="play" if self.player.paused else "pause",
            key="␣",
            on=self.player.running,
            primary=True,
        )
        forward = button("step", say(_("Next") if can_go_back else _("Step")), icon="step", key="→", on=last)
        if not can_go_back:
            return [play, forward]
        back = button("back-step", say(_("Previous")), icon="step-back", key="←", on=first)
        start = button("start", say(_("Start")), icon="first", on=first)
        return [start, back, play, forward, button("end", say(_("End")), icon="last", on=last)]

    def speed_block(self, pace: Text) -> Part:
        """The speed, and the buttons that change it."""
        speed, most = self.player.speed, len(self.player.speeds) - 1
        return {
            "k": "speed",
            "label": self.say(pace),
            "buttons": [
                button("slower", self.say(_("Slower")), icon="minus", key="−", on=speed > 0),
                button("faster", self.say(_("Faster")), icon="plus", key="+", on=speed < most),
            ],
        }

    def do(self, command: str, arguments: Arguments) -> None:
        """The buttons."""
        player = self.player
        match command:
            case "pause":
                player.pause()
            case "step" | "back-step":
                player.step(1 if command == "step" else -1)
            case "start" | "end":
                player.rewind(command == "end")
            case "faster" | "slower":
                player.faster(1 if command == "faster" else -1)
            case "go" if isinstance(player, LinePlayer) and isinstance(arguments.get("at"), int):
                player.go(int(arguments["at"]))
            case "back":
                self.back()

    def tick(self, seconds: float) -> None:
        """Let it play on, for as long as other messages can wait."""
        deadline = time.perf_counter() + _SLICE_SECONDS
        self.player.advance(seconds, lambda: time.perf_counter() < deadline)

    @property
    def pace(self) -> int:
        """Milliseconds between ticks: often enough for the speed, and to stay easy to stop."""
        player = self.player
        if player.paused or not player.running:
            return 0
        return max(_SHORTEST_TICK, int(1000 / player.rate)) if player.rate else _SHORTEST_TICK

    @property
    def address(self) -> str:
        """The same as that of the game it belongs to."""
        return self.origin.address

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
