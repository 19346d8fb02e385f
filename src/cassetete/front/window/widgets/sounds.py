"""Five short sounds, made here from sine waves and played by whatever the system has for that."""

from __future__ import annotations

import io
import math
import shutil
import subprocess
import sys
import tempfile
import wave
from functools import cache
from pathlib import Path

_RATE = 22050
_MOST = 3
"""Sounds at once: when more are asked for, they are left out."""

Note = tuple[float, float, float]
"""Frequency, seconds, loudness from 0 to 1."""

SOUNDS: dict[str, tuple[Note, ...]] = {
    "move": ((523.25, 0.05, 0.25),),
    "back": ((392.0, 0.05, 0.22),),
    "blocked": ((140.0, 0.08, 0.35),),
    "won": ((523.25, 0.09, 0.35), (659.25, 0.09, 0.35), (783.99, 0.09, 0.35), (1046.5, 0.22, 0.4)),
    "lost": ((330.0, 0.12, 0.3), (262.0, 0.22, 0.3)),
}
"""The sounds by name, each a few notes."""

_PLAYERS = (("paplay",), ("pw-play",), ("aplay", "-q"), ("play", "-q"))


def samples(notes: tuple[Note, ...]) -> bytes:
    """The notes one after the other, as 16-bit samples; each begins and ends softly.

    >>> len(samples(((440.0, 0.1, 0.5),))) == 2 * int(0.1 * 22050)
    True
    """
    found = bytearray()
    for frequency, seconds, loudness in notes:
        count = int(seconds * _RATE)
        for index in range(count):
            share = index / count
            soft = min(1.0, share * 20) * (1 - share) ** 1.5
            value = math.sin(2 * math.pi * frequency * index / _RATE) + 0.3 * math.sin(
                4 * math.pi * frequency * index / _RATE
            )
            found += int(32767 * loudness * soft * value / 1.3).to_bytes(2, "little", signed=True)
    return bytes(found)


@cache
def wav(name: str) -> bytes:
    """A sound as a WAV file."""
    file = io.BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(2)
        writer.setframerate(_RATE)
        writer.writeframes(samples(SOUNDS[name]))
    return file.getvalue()


class Sounds:
    """Plays sounds without waiting for them; silent where the system has no player."""

    def __init__(self) -> None:
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._playing: list[subprocess.Popen[bytes]] = []

    def play(self, name: str) -> None:
        """Play a sound of `SOUNDS`."""
        if sys.platform == "win32":
            import winsound

            winsound.PlaySound(str(self._file(name)), winsound.SND_FILENAME | winsound.SND_ASYNC)
            return
        command = _player()
        self._playing = [process for process in self._playing if process.poll() is None]
        if command is None or len(self._playing) >= _MOST:
            return
        quiet = subprocess.DEVNULL
        try:
            words = [*command, str(self._file(name))]
            self._playing.append(subprocess.Popen(words, stdin=quiet, stdout=quiet, stderr=quiet))
        except OSError:
            _player.cache_clear()

    def _file(self, name: str) -> Path:
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="cassetete-sounds-")
        path = Path(self._folder.name) / f"{name}.wav"
        if not path.exists():
            path.write_bytes(wav(name))
        return path

    def close(self) -> None:
        """Wait for nothing, leave nothing behind."""
        for process in self._playing:
            if process.poll() is None:
                process.kill()
            process.wait()
        self._playing.clear()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None


@cache
def _player() -> tuple[str, ...] | None:
    """The command that plays a WAV file here; None if there is none."""
    commands = (("afplay",),) if sys.platform == "darwin" else _PLAYERS
    return next((command for command in commands if shutil.which(command[0])), None)
