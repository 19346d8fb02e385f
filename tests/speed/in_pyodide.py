"""Run by Pyodide's Python (`tools/page/run.mjs`): what the kernels answer as WebAssembly, written down as JSON."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = ["/package", "/tests"]
    every_call = importlib.import_module("every_call")
    said = {game: every_call.answers(game) for game in every_call.games()}
    Path("/answers/wasm.json").write_text(json.dumps(said), "utf-8")
    assert not {"numba", "numpy"} & sys.modules.keys()
