"""The solution explained: each step with its rule and its reason, as the thinker finds them."""

from __future__ import annotations

from typing import Any

from cassetete.core.contract import AnyGame, View
from cassetete.core.message import Catalogue
from cassetete.front.page.screens.base import Navigator, Part, Screen
from cassetete.front.page.screens.playback import PlaybackScreen
from cassetete.session.explanation import Explanation
from cassetete.session.jobs import Result, Working

_ = Catalogue("cassetete")


class ExplainScreen(PlaybackScreen):
    """The steps of a solution from the start of the level."""

    player: Explanation

    def __init__(self, table: Navigator, game: AnyGame, level: Any, origin: Screen) -> None:
        super().__init__(table, origin, Explanation(game, level, table.thinker))
        self.game, self.level = game, level

    def parts(self) -> dict[str, Any]:
        """The rule and the reason of the step."""
        say, player, step = self.say, self.player, self.player.shown
        blocks: list[Part] = [{"k": "slider", "label": say(player.place), "at": player.at, "most": player.count}]
        if step is None:
            blocks.append({"k": "text", "role": "muted", "text": say(player.prompt)})
        else:
            if step.title is not None:
                blocks.append({"k": "text", "role": "title", "text": say(step.title)})
            blocks.append({"k": "text", "text": say(step.text), "live": True})
        blocks.append(self.speed_block(player.pace))
        return {
            **self.base_parts(say(_("The solution explained")), say(self.game.title)),
            "panel": blocks,
            "dock": self.transport(player.at > 0, player.at < player.count),
        }

    def draw(self) -> Part | None:
        """The board after the step, with its marks."""
        player, options = self.player, self.settings.options(self.game)
        view: View[Any, Any] = View(player.states[player.at], marks=player.marks, options=options)
        return self.table.board.show(self.game, self.level, view)

    def answered(self, message: Working | Result) -> None:
        """Add a step, or note that there are no more."""
        self.player.receive(message)

    def leave(self) -> None:
        """Cancel the search for steps."""
        self.player.stop()
