// How long the bots of each level think, in Python compiled to WebAssembly: node here_thinking.mjs PACKAGE.zip

import { readdirSync, readFileSync } from "node:fs";
import { loadPyodide } from "../web/node_modules/pyodide/pyodide.mjs";

const bytes = (path) => new Uint8Array(readFileSync(path));
const python = await loadPyodide();
python.unpackArchive(bytes(process.argv[2]), "zip", { extractDir: "/package" });
const wheels = new URL("../web/python/", import.meta.url);
for (const name of readdirSync(wheels).filter((name) => name.endsWith(".whl")))
  python.unpackArchive(bytes(new URL(name, wheels)), "wheel");
console.log(
  python.runPython(`
import json, random, sys, time
sys.path.append("/package")
import stolik
from stolik import bots

def measured(game, options, level):
    here = bots.startable(game, level)[0]
    state, chance, took = stolik.Game(game, **options).start(), random.Random(1), []
    players = [bots.guarded(game, here, seat) for seat in range(state.game.players)]
    while state.actor is not None:
        if state.actor == stolik.CHANCE:
            state = state.play(state.draw(chance))
            continue
        view = state.view(state.actor)
        began = time.perf_counter()
        move = players[state.actor].choose(view)
        took.append(1000 * (time.perf_counter() - began))
        state = state.play(move)
    name = " ".join([game, *(str(value) for value in options.values() if isinstance(value, str))])
    return {"game": name, "level": level, "here": here,
            "mean": round(sum(took) / len(took), 2), "longest": round(max(took), 1)}

TABLES = [("pickomino", {"players": 3}), ("pickomino", {"players": 3, "variant": "deluxe"}),
          ("linko", {"players": 4}), ("linko", {"players": 2, "mode": "duel"})]
json.dumps([measured(*table, level) for table in TABLES for level in bots.LEVELS])
`),
);
