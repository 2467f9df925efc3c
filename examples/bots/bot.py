"""A bot for Stolik in Python, without any library: it plays a random move, the same one for the same seed.

docs/bot-protocol.md describes the protocol. Check it, then let it play:

    stolik bot-check "cmd:python3 bot.py"
    stolik arena pickomino "cmd:python3 bot.py" random
"""

import json
import random
import sys


def main() -> None:
    """Answer every request with one line; flush it, for a pipe would keep it back."""
    rng = random.Random()
    for line in sys.stdin:
        request = json.loads(line)
        match request["do"]:
            case "hello":
                print("stolik 1", flush=True)
            case "start":
                rng = random.Random(request["seed"])
                print("ok", flush=True)
            case "move":
                print(rng.choice(request["view"]["moves"]), flush=True)
            case "quit":
                return


if __name__ == "__main__":
    main()
