"""The games as others' environments: Gymnasium, PettingZoo, OpenSpiel. The extra ``envs``.

All of them play by the engine's own rules and speak the numbers of ``stolik.encoding``: the same actions,
masks and observations as the lab. ``docs/envs.md`` shows each in ten lines.

- ``stolik.envs.gymnasium.SeatEnv``: one seat, against bots
- ``stolik.envs.pettingzoo.env``: all seats in turn (AEC)
- ``stolik.envs.open_spiel``: importing it registers every game as ``python_stolik_`` and its name
- ``stolik.envs.policy.PolicyBot``: a bot made of what has learned there
"""
