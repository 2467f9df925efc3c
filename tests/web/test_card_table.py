"""The card table: a robbery is explained, what one decides by is in sight, no first tap commits or shifts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.web.bare import GOAL, bare_share
from tests.web.device import DESKTOP, LANGUAGES, PHONE, Device, MakeDevice
from tests.web.guest import Policy, View
from tests.web.positions import Positions, mine, slow
from tests.web.test_layout import measure

NAMES = ["Ola", "Lis", "Jan", "Ewa", "Iga"]
HANDHELD = [PHONE, (360, 640), (844, 390)]
OPEN = "button:not([aria-disabled=true])"


def grabbing(view: View) -> str:
    """Play pairs, the first seat low ones and the others high ones, and take what can be stolen."""
    if "grab" in view["moves"]:
        return "grab"
    pairs = [move for move in view["moves"] if move.startswith("play 2x") and "+" not in move]
    return pairs[0 if view["actor"] == 0 else -1] if pairs else slow(view)


def drawing(view: View) -> bool:
    """Whether the first seat has been robbed of two cards or more, and has drawn none."""
    return mine("draw")(view) and view["pending"]["cards"] > 1


# -- a large table ------------------------------------------------------------------------------------------

LARGE = [(1024, 768), (1280, 800), (1440, 900), (1920, 1080), (2560, 1440)]


@pytest.mark.parametrize("players", [2, 4, 5])
def test_little_of_a_large_window_is_bare_and_nothing_on_it_is_cut(device: MakeDevice, players: int) -> None:
    computer = device((1440, 900))
    table = Positions(computer, "linko", NAMES[:players], mode="duel" if players == 2 else "basic")
    table.bring(
        lambda view: mine("play")(view) and sum(len(seat["layers"]) for seat in view["seats"]) > players
    )
    expect(computer.status).to_have_text(computer.t("linko.status.play"))
    problems = measure(computer, f"{players} players", NAMES[:players], True, sizes=LARGE)
    bare = {}
    for width, height in LARGE:
        computer.resize(width, height)
        bare[width, height] = bare_share(computer.page)
    assert not problems, "\n".join(problems)
    assert max(bare[1440, 900], bare[1920, 1080], bare[2560, 1440]) <= GOAL, bare
    assert max(bare.values()) <= GOAL_WITHOUT_RAIL, bare


GOAL_WITHOUT_RAIL = 0.45
"""Where there is no room for the rail, there is none for its text either."""


def test_a_large_hand_finds_room(device: MakeDevice) -> None:
    """A player who takes everything holds more than twenty cards."""
    computer = device((1440, 900))
    table = Positions(computer, "linko", NAMES[:3])
    taking: Policy = lambda view: (  # noqa: E731
        next((move for move in ("grab", "recall", "draw deck") if move in view["moves"]), None) or slow(view)
    )
    view = table.bring(lambda view: mine("play")(view) and sum(view["hand"].values()) > 20, taking)
    hand = computer.page.get_by_role("toolbar", name=computer.t("linko.table.hand"))
    expect(hand.locator(".card")).to_have_count(sum(view["hand"].values()))
    hand.get_by_role("button").last.click()
    problems = measure(computer, "a large hand", NAMES[:3], True, sizes=LARGE)
    assert not problems, "\n".join(problems)


def test_scores_can_be_read_from_the_sofa(device: MakeDevice) -> None:
    computer = device((1920, 1080))
    Positions(computer, "linko", NAMES)
    scores = computer.page.locator(".others .score b, .own .points b")
    expect(scores).to_have_count(5)
    sizes = scores.evaluate_all("(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize))")
    assert min(sizes) >= 22


# -- being robbed -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_is_robbed_is_told_by_whom_of_what_and_what_to_do(device: MakeDevice, language: str) -> None:
    phone = device(language=language)
    table = Positions(phone, "linko", NAMES[:3])
    own = phone.page.get_by_role("region", name=phone.t("linko.table.own"))

    def struck(view: View) -> bool:
        pending = view["pending"]
        return bool(pending and view["phase"] == "theft" and pending["victim"] == 0 and view["actor"] != 0)

    view = table.bring(lambda view: struck(view) and len(view["pending"]["layer"]["cards"]) > 1, grabbing)
    thief, layer = NAMES[view["actor"]], view["pending"]["layer"]["cards"]
    cards = f"{len(layer)} × {layer[0]}"
    expect(phone.status).to_have_text(phone.t("linko.status.struck", name=thief, cards=cards))
    expect(own.get_by_text("!", exact=True)).to_be_visible()

    view = table.bring(drawing, grabbing)
    n = view["pending"]["cards"]
    expect(own.get_by_text("!", exact=True)).to_have_count(0)
    expect(phone.status).to_have_text(phone.t("linko.status.robbed", n=n, name=thief, cards=cards))
    phone.page.keyboard.press("d")
    phone.page.keyboard.press("Enter")
    expect(phone.status).to_have_text(phone.t("linko.status.draw_more", n=n - 1))


# -- deciding -----------------------------------------------------------------------------------------------


def test_a_theft_shows_the_hand_afterwards_and_leaves_the_pool_in_sight(device: MakeDevice) -> None:
    phone = device()
    table = Positions(phone, "linko", NAMES[:3])
    view = table.bring(mine("theft"), slow)
    [card] = set(view["pending"]["layer"]["cards"])
    n = len(view["pending"]["layer"]["cards"])
    then = sum(view["hand"].values()) + n
    cells = phone.sheet.get_by_role("region").get_by_role("listitem")
    place = cells.nth(13 if card == "j" else int(card) - 1)
    for width, height in HANDHELD:
        phone.resize(width, height)
        expect(cells).to_have_count(14)
        expect(place).to_contain_text(f"×{view['hand'].get(card, 0) + n}")
        expect(place.get_by_text(f"+{n}", exact=True)).to_be_visible()
        expect(phone.sheet.get_by_text(re.compile(r"^\+\d"))).to_have_count(1)
        expect(phone.sheet.get_by_role("region")).to_have_accessible_name(
            phone.t("linko.table.after", n=then)
        )
        pool, sheet = phone.page.locator(".pool").bounding_box(), phone.sheet.bounding_box()
        assert pool
        assert sheet
        assert pool["y"] + pool["height"] <= sheet["y"], (width, height, pool, sheet)


@pytest.mark.parametrize("size", [(1024, 768), (1440, 900)], ids=str)
@pytest.mark.parametrize(("phase", "policy"), [("theft", slow), ("recall", grabbing)])
def test_on_a_large_table_a_theft_is_answered_with_the_hand_in_sight(
    device: MakeDevice, size: tuple[int, int], phase: str, policy: Policy
) -> None:
    computer = device(size)
    table = Positions(computer, "linko", NAMES[:3])
    others_leave: Policy = lambda view: "leave" if "leave" in view["moves"] else policy(view)  # noqa: E731
    view = table.bring(mine(phase), policy if phase == "theft" else others_leave)
    layer, hand = view["pending"]["layer"]["cards"], view["hand"]
    expect(computer.actions).to_have_count(2)
    expect(computer.sheet).to_have_count(0)
    held = computer.page.get_by_role("toolbar", name=computer.t("linko.table.hand"))
    for card in {*layer, *hand}:
        group = held.get_by_role("button", name=re.compile(rf"^{_named(computer, card)}[,:] "))
        expect(group.locator(".card")).to_have_count(hand.get(card, 0) + layer.count(card))
        expect(group.locator(".coming")).to_have_count(layer.count(card))
    assert not computer.page.evaluate(HIDDEN)
    thief = view["pending"]["thief"] if phase == "recall" else view["pending"]["victim"]
    expect(computer.status).to_contain_text(NAMES[thief])
    computer.page.keyboard.press("t")
    expect(held.locator(".coming")).to_have_count(0)
    expect(held.locator(".card")).to_have_count(sum(hand.values()) + len(layer))


HIDDEN = """() => [...document.querySelectorAll(".near .hand button, .pool li")].filter((one) => {
  const { left, width, top, height } = one.getBoundingClientRect();
  return !one.contains(document.elementFromPoint(left + width / 4, top + height / 2));
}).length"""
"""How many of the cards that one decides by lie under something else."""


def test_the_only_choice_is_not_asked(device: MakeDevice) -> None:
    """One set fits: the button says at once that it is stolen."""
    computer = device(DESKTOP)
    table = Positions(computer, "linko", NAMES[:2], mode="duel")
    view = table.bring(lambda view: mine("raid")(view) and len(view["moves"]) == 1)
    size, value = view["moves"][0].removeprefix("raid ").split("x")
    expect(computer.actions).to_contain_text(computer.t("linko.table.raid", cards=f"{size} × {value}"))
    computer.page.keyboard.press("Enter")
    computer.hears("Kradniesz")


def sets(view: View, size: int, value: str) -> set[str]:
    """The sets of the row that so many cards of a value steal."""
    return {card for card, n in view["virtual"].items() if n == size and int(card) < int(value)}


def test_what_can_be_stolen_from_the_virtual_player_is_marked_before_the_play(device: MakeDevice) -> None:
    computer = device(DESKTOP)
    table = Positions(computer, "linko", NAMES[:2], mode="duel")
    view = table.bring(
        lambda view: (
            mine("play")(view)
            and any(card != "j" and sets(view, n, card) for card, n in view["hand"].items())
        )
    )
    card, n = next((card, n) for card, n in view["hand"].items() if card != "j" and sets(view, n, card))
    marked = computer.page.locator(".row .victim")
    expect(marked).to_have_count(0)
    for digit in card:
        computer.page.keyboard.press(digit)
    expect(marked).to_have_count(len(sets(view, n, card)))
    assert set(marked.locator("text").all_text_contents()) == sets(view, n, card)


# -- choosing -----------------------------------------------------------------------------------------------

BOXES = """() => {
  const whole = [...document.querySelectorAll(".others, .pool, .own, .hand, .amount, .actions, footer")];
  const others = [...document.querySelectorAll(".others > li")];
  const boxes = whole.map((one) => one.getBoundingClientRect().toJSON());
  return [boxes, others.map((one) => [one.offsetLeft, one.offsetTop, one.offsetWidth, one.offsetHeight])];
}"""
"""Where everything is on the screen; the other players, where they are in what may be pushed along."""


def test_nothing_moves_when_a_card_is_chosen(device: MakeDevice) -> None:
    phone = device()
    table = Positions(phone, "linko", NAMES)
    table.bring(
        lambda view: mine("play")(view) and sum(bool(seat["layers"]) for seat in view["seats"]) > 3, slow
    )
    hand = phone.page.get_by_role("toolbar", name=phone.t("linko.table.hand")).locator(OPEN)
    expect(hand.first).to_have_attribute("aria-pressed", "false")
    with table.others, table.first:  # as long as all are there nothing else changes either
        expect(phone.page.get_by_text(phone.t("away.losing"))).to_have_count(0)
        for width, height in HANDHELD:
            phone.resize(width, height)
            before = phone.page.evaluate(BOXES)
            for n in range(hand.count()):
                hand.nth(n).click()
                expect(phone.actions).to_have_count(1)
                assert phone.page.evaluate(BOXES) == before, (width, height)
            hand.last.click()
            expect(phone.actions).to_have_count(0)
            assert phone.page.evaluate(BOXES) == before, (width, height)


def test_the_first_tap_chooses_what_to_draw_and_the_button_draws_it(device: MakeDevice) -> None:
    phone = device()
    table = Positions(phone, "linko", NAMES[:3])
    view = table.bring(drawing, grabbing)
    before = sum(view["hand"].values())
    in_hand = phone.page.get_by_role("group", name=phone.t("linko.table.amount")).get_by_role("status")
    pool = phone.page.locator(".pool").get_by_role("button")
    expect(phone.actions).to_have_count(0)
    pool.nth(0).click()
    expect(pool.nth(0)).to_have_attribute("aria-pressed", "true")
    pool.nth(1).click()
    expect(pool.nth(0)).to_have_attribute("aria-pressed", "false")
    assert _number(in_hand) == before
    card = view["pool"][1][0]
    expect(phone.actions).to_contain_text(phone.t("linko.table.draw_this", cards=_named(phone, card)))
    cells = phone.page.get_by_role("toolbar", name=phone.t("linko.table.hand")).get_by_role("button")
    drawn = cells.nth(13 if card == "j" else int(card) - 1)
    new = re.findall(phone.t("linko.table.cell_fresh", n=r"(\d)"), drawn.inner_text())  # of a robbery before
    phone.actions.click()
    expect(in_hand).to_contain_text(f"{before + 1} ")
    expect(drawn).to_contain_text(phone.t("linko.table.cell_fresh", n=sum(map(int, new)) + 1))  # pointed out
    pool.last.click()  # the deck; a second tap takes it, too
    expect(phone.actions.last).to_contain_text(phone.t("linko.table.draw_from_deck"))
    assert _number(in_hand) == before + 1
    pool.last.click()
    expect(in_hand).to_contain_text(f"{before + 2} ")


def _number(text: Locator) -> int:
    return int(text.inner_text().split()[0])


def _named(device: Device, card: str) -> str:
    return device.t("linko.table.joker") if card == "j" else card


def test_a_number_typed_for_one_decision_is_not_part_of_the_next(device: MakeDevice) -> None:
    computer = device(DESKTOP)
    table = Positions(computer, "linko", NAMES[:3])
    table.bring(lambda view: mine("play")(view) and "1" in view["hand"])
    chosen = computer.page.get_by_role("toolbar", name=computer.t("linko.table.hand")).locator(
        "[aria-pressed=true]"
    )
    computer.page.keyboard.press("1")
    expect(chosen).to_have_accessible_name(re.compile("^1,"))
    computer.page.keyboard.press("Enter")
    expect(chosen).to_have_count(0)
    table.bring(lambda view: mine("play")(view) and {"2", "12"} <= view["hand"].keys(), slow)
    expect(computer.status).to_have_text(computer.t("linko.status.play"))
    computer.page.keyboard.press("2")
    expect(chosen).to_have_accessible_name(re.compile("^2,"))


def test_whoever_is_robbed_can_have_the_deck_drawn_from_ever_after(device: MakeDevice) -> None:
    phone = device()
    table = Positions(phone, "linko", NAMES[:3])
    view = table.bring(drawing, grabbing)
    n = view["pending"]["cards"]
    phone.page.locator(".pool").get_by_role("button").last.click()
    phone.press("linko.table.always_deck")
    phone.hears("Dobierasz z talii:")
    expect(phone.status).to_have_text(re.compile("Lis|Jan"))  # all of them are drawn, and the game goes on
    expect(phone.button("orders.off")).to_be_visible()
    with table.first:
        held = sum(table.first.look()["hand"].values())
    assert held == sum(view["hand"].values()) + n


def test_drawing_and_stealing_by_keyboard(device: MakeDevice) -> None:
    computer = device(DESKTOP, "en")
    table = Positions(computer, "linko", NAMES[:2], mode="duel")
    view = table.bring(mine("raid"))
    keyboard, pressed = computer.page.keyboard, computer.page.locator("[aria-pressed=true]")
    expect(computer.status).to_have_text(computer.t("linko.status.raid"))
    size, value = view["moves"][-1].removeprefix("raid ").split("x")
    for digit in value:
        keyboard.press(digit)
    expect(pressed).to_have_accessible_name(computer.t("linko.table.raid", cards=f"{size} × {value}"))
    keyboard.press("Enter")
    computer.hears("You steal")
    view = table.bring(lambda view: mine("may_draw")(view) and view["pool"][0][-1] != "j")
    expect(computer.status).to_have_text(computer.t("linko.status.may_draw"))
    for digit in view["pool"][0][-1]:
        keyboard.press(digit)
    expect(pressed).to_have_count(1)
    keyboard.press("Enter")
    computer.hears("You take")
