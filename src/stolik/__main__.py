"""``python -m stolik``: the command line."""

import sys

from stolik.cli import main

sys.exit(main())
