"""Conformance tests of the core contract, plug-ins and encodings, for our games and those made elsewhere.

>>> import stolik
>>> from stolik.testing import check_encoding, check_game, check_order, check_plugin
>>> check_plugin("pickomino")
>>> record = check_game(stolik.Game("pickomino", players=2), seed=1)
>>> record.replay().actor is None
True
>>> check_order(stolik.Game("pickomino", players=2), seed=1)
>>> check_encoding(stolik.Game("pickomino", players=2), seed=1).actor is None
True
"""

from __future__ import annotations

import json
import math
import os
import pickle
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any

from stolik import bots, words
from stolik.core import (
    CHANCE,
    Fairness,
    Game,
    IllegalMove,
    Move,
    Plugin,
    Record,
    Recorder,
    State,
    View,
    below,
    plugin,
    verify,
)
from stolik.encoding import AnyEncoding, StepwiseChance, encoding_of

Check = Callable[[State], None]


def check_game(game: Game, seed: int, *extra: Check) -> Record:
    """Play a whole random game and check the contract at every moment; return its record.

    ``extra`` are further checks, called with every state. Raises ``AssertionError`` at the first breach.
    """
    rng = random.Random(seed)
    untouched = random.getstate()
    table = Recorder(game, Fairness(rng.randbytes(32), ("",) * game.players))
    while True:
        state = table.state
        for check in (check_moves, check_views, check_undoable, check_value, check_refusal, *extra):
            check(state)
        if state.actor is None:
            break
        before = pickle.dumps(state)
        if state.actor == CHANCE:
            move = table.chance()
            check_chance(state, move)
        else:
            moves = state.moves()
            move = moves[rng.randrange(len(moves))]
            table.play(move)
        check_events(state, move)
        assert pickle.dumps(state) == before, "play changed the state it was called on"
    check_result(table.state)
    record = table.record()
    check_record(record, table.state)
    assert random.getstate() == untouched, "global random numbers were used"
    return record


def check_moves(state: State) -> None:
    """Moves are there exactly when a seat decides, are distinct and come in a stable order."""
    moves = state.moves()
    assert all(type(move) is Move for move in moves), moves
    assert len(set(moves)) == len(moves), f"a move is listed twice: {moves}"
    assert moves == state.moves(), "the order of moves changes"
    decides = state.actor is not None and state.actor != CHANCE
    assert bool(moves) == decides, f"actor {state.actor} with moves {moves}"
    if decides:
        assert state.actor in range(state.game.players), state.actor


def check_views(state: State) -> None:
    """Views are JSON, only the actor's own has moves, and a sample looks the same to its seat.

    Where the plug-in says that nothing is hidden, all see the same.
    """
    seen_by_all = _without_seat(state.view(None))
    for seat in (None, *range(state.game.players)):
        view = state.view(seat)
        assert json.loads(json.dumps(view)) == view, "a view is not plain JSON"
        assert view["actor"] == state.actor
        assert view["over"] == (state.actor is None)
        if seat is not None and seat == state.actor:
            assert view["moves"] == list(state.moves())
        else:
            assert "moves" not in view, f"seat {seat} sees the moves of {state.actor}"
        if not state.game.plugin.hidden:
            assert _without_seat(view) == seen_by_all, (
                f"seat {seat} sees something else, but nothing is hidden"
            )
        if seat is not None:
            sample = state.sample(seat, random.Random(7))
            assert sample.view(seat) == view, f"seat {seat} can tell a sample from the truth"


def check_events(state: State, move: Move) -> None:
    """Events are JSON with a kind, and the last of a game is ``over``.

    Where nothing is hidden, all are told the same.
    """
    over = state.play(move).actor is None
    told_to_all = state.events(move)
    for seat in (None, *range(state.game.players)):
        events = list(state.events(move, seat))
        assert json.loads(json.dumps(events)) == events, "an event is not plain JSON"
        assert all(isinstance(event["kind"], str) for event in events), events
        ends = bool(events) and events[-1]["kind"] == "over"
        assert ends == over, f"{move!r}: the event 'over' comes with the end of the game, and only then"
        if not state.game.plugin.hidden:
            assert events == list(told_to_all), f"seat {seat} is told something else, but nothing is hidden"


def _without_seat(view: View) -> dict[str, object]:
    """Return a view without what depends on its seat even where nothing is hidden."""
    return {key: value for key, value in view.items() if key not in ("seat", "moves")}


def check_undoable(state: State) -> None:
    """What may be taken back shows its player nothing: from a sample it leads to the same view."""
    words = dict.fromkeys(state.game.plugin.undoable)
    if not words or state.actor is None or state.actor == CHANCE:
        return
    sample = state.sample(state.actor, random.Random(7))
    for word in words:
        move = next((move for move in state.moves() if move.word == word), None)
        if move is not None and (after := state.play(move)).actor is not None:
            shown = sample.play(move).view(state.actor)
            assert shown == after.view(state.actor), f"{move!r} shows seat {state.actor} something"


def check_value(state: State) -> None:
    """States are values: equal, hashable and picklable."""
    copy = pickle.loads(pickle.dumps(state))
    assert copy == state
    assert hash(copy) == hash(state)


def check_refusal(state: State) -> None:
    """What is not legal is refused with a reason, and leaves no trace."""
    wrong: list[Any] = ["", "nonsense", None, []]
    for move in state.moves()[:1]:
        wrong += [f"{move} ", f" {move}", move.upper()]
    for text in wrong:
        try:
            state.play(text)
        except IllegalMove as error:
            assert error.reason
            assert error.allowed == state.moves()
        else:
            raise AssertionError(f"{text!r} was accepted")


def check_chance(state: State, drawn: Move) -> None:
    """Where outcomes can be listed their probabilities sum to 1, and what is drawn is one of them.

    The plug-in names the word of every outcome; where it lists the outcomes, they are drawn from that list,
    so that any program can draw them again.
    """
    chance = state.game.plugin.chance
    assert drawn.word in chance, f"the plug-in's chance has no word {drawn.word!r}; it has {sorted(chance)}"
    if (listed := chance[drawn.word]) is not None:
        again = listed[below(random.Random(1), len(listed))]
        assert state.draw(random.Random(1)) == again, f"{drawn.word!r} is not drawn from the plug-in's list"
    try:
        outcomes = dict(state.outcomes())
    except ValueError as error:
        assert "too many" in str(error), error
        return
    assert math.isclose(math.fsum(outcomes.values()), 1, rel_tol=1e-12)
    assert outcomes[drawn] > 0


def check_result(state: State) -> None:
    """Every seat has a score and a place; places follow from how many are better."""
    result = state.result()
    assert len(result.scores) == len(result.places) == state.game.players
    assert result.winners
    for place in result.places:
        assert place == 1 + sum(other < place for other in result.places), result.places


def check_record(record: Record, end: State) -> None:
    """A record reads back the same, verifies and replays to the same state."""
    again = Record.parse(str(record))
    assert again == record
    assert str(again) == str(record)
    assert again.replay() == end
    assert verify(again).result == end.result()


def check_order(game: Game, seed: int) -> None:
    """Play the same random game in two other processes whose hash seeds differ: both must show the same.

    They do not where something comes in the order of a set. The game must be installed: other processes find
    it by its name.
    """
    one, other = (_played_elsewhere(hash_seed, game, seed) for hash_seed in ("1", "2"))
    for ply, (here, there) in enumerate(zip(one, other, strict=False)):
        assert here == there, f"ply {ply} depends on the hash seed, perhaps by a set:\n{here}\n{there}"
    assert len(one) == len(other), "how long the game is depends on the hash seed"


def _played_elsewhere(hash_seed: str, game: Game, seed: int) -> list[str]:
    """Return what another process shows of a random game, a line for each ply."""
    program = "import sys, stolik.testing; stolik.testing.print_game(*sys.argv[1:])"
    arguments = [json.dumps([game.name, {"players": game.players, **game.settings}]), str(seed)]
    environment = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout.splitlines()


def print_game(game: str, seed: str) -> None:
    """Print what is shown of a random game, for ``check_order``."""
    name, settings = json.loads(game)
    for shown in _random_game(Game(name, **settings).start(), random.Random(int(seed))):
        print(json.dumps(shown, sort_keys=True))


def _random_game(state: State, rng: random.Random) -> Iterator[object]:
    """Play to the end, and yield what there is at each ply: moves, views and events."""
    seats = (None, *range(state.game.players))
    while state.actor is not None:
        moves = state.moves()
        move = moves[rng.randrange(len(moves))] if moves else state.draw(rng)
        told = [list(state.events(move, seat)) for seat in seats]
        yield moves, [state.view(seat) for seat in seats], move, told
        state = state.play(move)
    yield [state.view(seat) for seat in seats]


# -- Plug-ins ---------------------------------------------------------------------------------------------

REFERENCES = (
    *("bots", "encoding", "preview", "advice", "judge", "picture"),
    *("lab", "baseline", "recipe", "terminal", "odds"),
)
"""The fields of a plug-in that name something to import."""


def check_plugin(name: str) -> None:
    """Check that what a plug-in names is there: parts, bots of the levels, words in every language, puzzles.

    A part that needs a package of others which is not installed here, such as JAX, is passed over.
    """
    found = plugin(name)
    for part in REFERENCES:
        if getattr(found, part):
            _check_reference(found, part)
    unknown = set(found.levels).difference(bots.LEVELS)
    assert not unknown, f"these are no levels: {sorted(unknown)}; the levels are {bots.LEVELS}"
    for level in bots.LEVELS:
        bot = bots.level(name, level)
        assert bot in bots.names(name), f"the level {level} is the bot {bot!r}, but bots has no such name"
    assert found.advice or "trainer" not in found.help, "help has 'trainer', but there is no advice"
    if found.words:
        for language in words.languages():
            assert words.catalogue(found.words, language), f"there is no en.toml in {found.words}"
    if found.puzzles:
        assert files(found.puzzles).joinpath("puzzles.json").is_file(), found.puzzles


def _check_reference(found: Plugin, part: str) -> None:
    reference: str = getattr(found, part)
    try:
        found.load(part)
    except ModuleNotFoundError as error:
        package = reference.partition(".")[0].partition(":")[0]
        is_own = error.name is None or error.name.partition(".")[0] == package
        assert not is_own, f"{part}={reference!r}: {error}"
    except ValueError as error:
        raise AssertionError(str(error)) from error


# -- Encodings --------------------------------------------------------------------------------------------


def check_encoding(game: Game, seed: int) -> State:
    """Play a whole random game by actions and check its encoding at every decision; return the last state."""
    rng = random.Random(seed)
    encoding = encoding_of(game)
    state = game.start()
    while (actor := state.actor) is not None:
        if actor == CHANCE:
            state = state.play(_drawn(encoding, state, rng))
            continue
        forced = encoding.forced(state)
        assert encoding.forced(state.view(actor)) == forced, "a view and its state differ in what is forced"
        moves = (forced,) if forced else _chosen(encoding, state, rng)
        for move in moves:
            state = state.play(move)
    return state


def _chosen(encoding: AnyEncoding, state: State, rng: random.Random) -> tuple[Move, ...]:
    """Check the actions and observations of a decision, and return the moves of a random action."""
    actions = encoding.legal(state)
    assert actions, f"there is no action for the moves {state.moves()}"
    assert actions == sorted(set(actions)), f"actions are not in ascending order: {actions}"
    assert actions[0] >= 0, actions
    assert actions[-1] < encoding.actions, actions
    assert actions == encoding.legal(state.view(state.actor)), "a view and its state differ in legal actions"
    for seat in range(state.game.players):
        numbers = encoding.observation(state.view(seat))
        assert len(numbers) == encoding.observation_size, len(numbers)
        assert all(map(math.isfinite, numbers)), numbers
    return encoding.texts(actions[rng.randrange(len(actions))], state)


def _drawn(encoding: AnyEncoding, state: State, rng: random.Random) -> Move:
    """Check the outcomes of chance, or of its steps, and return a random one."""
    steps_of = encoding.stepwise if rng.random() < 0.5 else encoding.smallest_steps
    after: StepwiseChance | Move | None = steps_of(state)
    if after is None:
        assert len(state.outcomes()) <= encoding.max_chance_outcomes
        return state.draw(rng)
    while isinstance(after, StepwiseChance):
        steps, chances = zip(*after.outcomes(), strict=True)
        assert math.isclose(math.fsum(chances), 1, rel_tol=1e-12)
        assert max(steps) < encoding.max_chance_outcomes, "a step has a number that is too high"
        (step,) = rng.choices(steps, chances)
        assert after.text(step)
        after = after.after(step)
    return after
