"""What the program keeps on disk: settings, running games, scores, stars and lessons, in one SQLite file."""

from cassetete.app.store.export import export
from cassetete.app.store.keys import level_key
from cassetete.app.store.opening import FILE, default_folder
from cassetete.app.store.settings import Settings
from cassetete.app.store.store import BestSolution, LevelRecords, SavedGame, Score, Store, WinResult

__all__ = [
    "FILE",
    "BestSolution",
    "LevelRecords",
    "SavedGame",
    "Score",
    "Settings",
    "Store",
    "WinResult",
    "default_folder",
    "export",
    "level_key",
]
