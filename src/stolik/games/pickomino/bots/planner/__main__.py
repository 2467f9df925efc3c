"""Serve the networks in a file as a program."""

import sys

from stolik.bots import minds
from stolik.games.pickomino.bots.planner import Planner
from stolik.games.pickomino.bots.planner.value_network import read

if __name__ == "__main__":
    sys.exit(minds.serve_file(lambda path: Planner(networks=read(path))))
