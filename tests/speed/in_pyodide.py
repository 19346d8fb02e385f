"""Run by Pyodide's Python (`tools/page/run.mjs`): what the kernels answer as WebAssembly, written down as JSON."""

import json
import sys
from pathlib import Path

sys.path[:0] = ["/package", "/tests"]

import every_call

said = {game: every_call.answers(game) for game in every_call.games()}
Path("/answers/wasm.json").write_text(json.dumps(said), "utf-8")
assert not {"numba", "numpy"} & sys.modules.keys()
