// The line to a table: one socket that comes back by itself, and everything it has told us.
//
// A command is sent until it is answered, with the same id, so that a broken line loses nothing and does nothing
// twice. What happened is shown in its order: `happening` is the event on the stage now, and the view changes with
// each of them, until the server's own view takes over. skip() goes to now.

import type { GameRoom } from "../games/room";
import type { Event, View } from "../games/types";
import { Refusal } from "./api";
import { openLine, type Line } from "./line";
import { keepTold, recallTold } from "./kept";
import { hurry } from "./hurry.svelte";
import { pace, type Beats } from "./pacing";
import { drawFor, drawnFor, promiseOf, rememberPromise, rememberShown } from "./promises";
import { staged } from "./staging";
import { deedsFor } from "./standing-in";
import {
  PROTOCOL,
  type Advice,
  type FromDevice,
  type GameView,
  type Hello,
  type Ladder,
  type Refused,
  type SeatView,
  type Seen,
  type TableView,
  type ToDevice,
  type Told,
  type Update,
} from "./protocol";
import { t } from "./words.svelte";

export type Help = SeatView["help"];
export type Status = "connecting" | "open" | "lost" | "gone";

/** What the page has of a game: what to show, and what the server says of it. */
export type Prepared = { room: GameRoom; game: GameView };
/** Called with every event, and whether it goes on the stage or has been skipped. */
export type Listen = (event: Event, shown: boolean) => void;

type Command = Extract<FromDevice, { id: string }>;
type WithoutId<T> = T extends { id: string } ? Omit<T, "id"> : never;
type Waiting = { command: Command; tries: number; done: () => void; refused: (error: Refusal) => void };
type Scene = {
  events: Event[];
  heard: number;
  view: View | null | undefined;
  told: Told[];
  after: () => void;
  /** Whether only what it leads to is shown. */
  unseen?: boolean;
};

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 5000;
const HEARTBEAT = 10_000;
/** Why a table on this device cannot be opened: it is damaged, or another version of the page has written it. */
export const UNREADABLE = 4410;
/** Why a table on a server cannot be opened: its game is not installed there any more. */
const GAME_MISSING = 4501;
const GONE = [4403, 4404, UNREADABLE, GAME_MISSING];

/** Return why a table on a server is gone, given the code that its line was closed with. */
export const goneText = (code: string, why: number): string =>
  why === GAME_MISSING ? t("refusal.game_missing") : t("table.gone", { code });

const MOST_SCENES = 6; // further behind than this, show what is now
const FRAME = 17; // milliseconds between two scenes: what ends one and what begins the next are drawn one after the other
const UNDRAWN = 500; // milliseconds after which nothing will be drawn: the page cannot be seen
const MOST_TOLD = 500;
const MOST_TRIES = 5;
const RETRY = 1000;
const BETWEEN_WISHES = 120; // milliseconds between two wishes that a bot should hurry: servers limit how often one may speak

export const newId = (): string => hex(crypto.getRandomValues(new Uint8Array(12)));
const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Whether the server speaks another version of the protocol than this page, which is then loaded again, once. */
function isOutdated({ protocol }: Hello): boolean {
  const key = `stolik.reloaded.${protocol}`;
  try {
    if (protocol === PROTOCOL || sessionStorage.getItem(key)) return false;
    sessionStorage.setItem(key, "yes");
  } catch {
    return false; // without a memory it might be loaded again for ever
  }
  location.reload();
  return true;
}

export class TableLink {
  status = $state<Status>("connecting");
  /** Why the table is gone: the code that its line was closed with. */
  why = 0;
  table = $state<TableView | null>(null);
  /** The game's part of the page, and what the server says of the game; there before the table is. */
  room = $state.raw<GameRoom | null>(null);
  game = $state.raw<GameView | null>(null);
  view = $state.raw<View | null>(null);
  /** The event on the stage now. */
  happening = $state.raw<Event | null>(null);
  /** What a bot has decided for us while we were away. */
  deeds = $state.raw<Event[]>([]);
  /** What happened last. */
  latest = $state.raw<Event | null>(null);
  yours = $state<number[]>([]);
  host = $state(false);
  seat = $state<number | null>(null);
  orders = $state<Record<string, string>>({});
  /** What each of our choices would lead to. */
  preview = $state.raw<Record<string, Record<string, unknown>> | null>(null);
  risk = $state<number | null>(null);
  /** Where taking back our last decision would lead: a count of moves; null where there is nothing to take back. */
  back = $state<number | null>(null);
  advice = $state.raw<Advice | null>(null);
  ladder = $state<Ladder | null>(null);
  /** Everything that happened, as far as we were told, the oldest first. */
  told = $state.raw<Told[]>([]);
  /** Whether a command of ours waits for its answer. */
  busy = $state(false);
  /** How far the server's clock is ahead of ours, in seconds. */
  ahead = 0;
  seq = 0;
  ply = 0;
  /** Up to where the person has read what was said. */
  read = $state(0);

  #socket: Line | null = null;
  /** What has been said while the game's part of the page is being fetched. */
  #unheard: ToDevice[] | null = null;
  #waiting = new Map<string, Waiting>();
  /** The table as we were told last, perhaps before what led to it has been shown. */
  #newest: TableView | null = null;
  #revealed = new Set<string>();
  #scenes: Scene[] = [];
  #showing = false;
  #endHold: (() => void) | null = null;
  #hurried = 0;
  #hurrying: ReturnType<typeof setTimeout> | undefined;
  #pause = FIRST_PAUSE;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heart: ReturnType<typeof setInterval> | undefined;
  #heard = 0;
  #closed = false;
  #awake = () => this.#wake();
  #keep = () => {
    this.skip(); // what we know of is told when it has been shown
    if (this.status !== "gone" && !this.spectator) keepTold(this.code, this);
  };

  constructor(
    readonly code: string,
    readonly prepare: (game: string) => Promise<Prepared>,
    readonly listen: Listen,
    /** Whether to look on like anybody else, even where this device has a seat. */
    readonly spectator = false,
  ) {
    document.addEventListener("visibilitychange", this.#awake);
    addEventListener("online", this.#awake);
    addEventListener("pageshow", this.#awake);
    addEventListener("pagehide", this.#keep);
    if (!spectator) ({ seq: this.seq, told: this.told } = recallTold(code)); // what a seat was told is not for all
    this.read = this.seq;
    this.#connect();
  }

  /** The help of the player we see through; spectators have what the host allows. */
  get help(): Help {
    const seats = this.table?.seats ?? [];
    return (this.seat === null ? this.table?.manners.help : seats[this.seat]?.help) ?? "none";
  }

  /** Leave the table's line for good. */
  close(): void {
    this.#closed = true;
    document.removeEventListener("visibilitychange", this.#awake);
    removeEventListener("online", this.#awake);
    removeEventListener("pageshow", this.#awake);
    removeEventListener("pagehide", this.#keep);
    this.#keep();
    clearTimeout(this.#timer);
    clearTimeout(this.#hurrying);
    clearInterval(this.#heart);
    this.#socket?.close();
  }

  /** Connect again: after sitting down this device is somebody else. */
  again(): void {
    this.#socket?.close();
    this.#socket = null;
    this.#connect();
  }

  /** Do something; the promise is kept when it is done, and broken with a Refusal when it may not be. */
  do(what: WithoutId<Command>): Promise<void> {
    const command = { ...what, id: newId() } as Command;
    return new Promise((done, refused) => {
      this.#waiting.set(command.id, { command, tries: 1, done, refused });
      this.busy = true;
      this.#send(command);
    });
  }

  /** Be ready, and add to the chance: promised first where others play, who might fit what they add to it. */
  async ready(seat: number): Promise<void> {
    const table = this.#newest!;
    const random = drawFor(table, seat);
    const alone = table.seats.every(({ kind }, n) => kind !== "human" || this.yours.includes(n));
    if (!alone) return this.do({ t: "ready", seat, promise: promiseOf(random) });
    const arrived = rememberShown(table, seat, random);
    await this.do({ t: "ready", seat, random });
    arrived();
  }

  /** Play moves for the seat we see through. */
  play(...moves: string[]): Promise<void> {
    return this.do({ t: "play", seat: this.view!.actor!, ply: this.ply, moves });
  }

  /** See through another of our seats, or (null) draw the curtain. */
  look(seat: number | null): void {
    this.#send({ t: "look", seat });
  }

  /** Have the bot that must decide do so now, and end what is shown; again after each of its moves while hurrying. */
  hurry(): void {
    this.#endHold?.();
    const actor = this.view?.actor ?? null;
    if (this.#hurrying !== undefined || actor === null || this.yours.includes(actor)) return;
    const wait = Math.max(0, this.#hurried + BETWEEN_WISHES - Date.now());
    this.#hurrying = setTimeout(() => {
      this.#hurrying = undefined;
      this.#hurried = Date.now();
      this.#send({ t: "hurry", id: newId() });
    }, wait);
  }

  /** Show what is now, at once. */
  skip(): void {
    this.#endHold?.();
    for (const scene of this.#scenes.splice(0)) this.#finish(scene);
  }

  // -- the line ------------------------------------------------------------------------------------------

  #connect(): void {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    const socket = openLine(this.code, String(this.seq || "game"), this.spectator);
    this.#socket = socket;
    socket.onmessage = (message) => {
      if (socket !== this.#socket) return;
      this.#heard = Date.now();
      this.#receive(JSON.parse(message.data) as ToDevice);
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#lost(event.code);
    };
    clearInterval(this.#heart);
    this.#heard = Date.now();
    this.#heart = setInterval(() => this.#beat(), HEARTBEAT);
  }

  #lost(code: number): void {
    this.#socket = null;
    this.#unheard = null;
    clearInterval(this.#heart);
    if (this.#closed) return;
    if (GONE.includes(code)) {
      this.why = code;
      this.status = "gone";
      return;
    }
    this.status = this.seq ? "lost" : "connecting";
    this.#timer = setTimeout(() => this.#connect(), this.#pause);
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
  }

  #beat(): void {
    if (Date.now() - this.#heard > 2.5 * HEARTBEAT) {
      this.#socket?.close();
      this.#lost(0);
    } else {
      this.#send({ t: "ping" });
    }
  }

  /** The person is looking again, or the network is back: do not wait any longer. */
  #wake(): void {
    if (document.hidden || this.#closed || this.status === "gone") return;
    if (this.#socket === null) {
      this.#pause = FIRST_PAUSE;
      this.#connect();
    } else {
      this.#send({ t: "ping" });
    }
  }

  #send(message: FromDevice): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  // -- what we are told ----------------------------------------------------------------------------------

  /** Hear a message, once the game's part of the page is there. */
  #receive(message: ToDevice): void {
    if (message.t === "hello" && isOutdated(message)) return;
    if (this.#unheard) this.#unheard.push(message);
    else if (this.room || message.t !== "hello") this.#hear(message);
    else void this.#getReady(message);
  }

  async #getReady(hello: Hello): Promise<void> {
    const unheard: ToDevice[] = (this.#unheard = [hello]);
    try {
      const prepared = await this.prepare(hello.table.game);
      if (this.#unheard !== unheard) return; // the line has been lost meanwhile
      ({ room: this.room, game: this.game } = prepared);
      this.#unheard = null;
      for (const message of unheard) this.#hear(message);
    } catch (error) {
      console.warn(error);
      this.#socket?.close();
      this.#lost(0);
    }
  }

  #hear(message: ToDevice): void {
    switch (message.t) {
      case "hello":
        return this.#hello(message);
      case "update":
        return this.#update(message);
      case "seen":
        return this.#seen(message);
      case "advice":
        this.advice = message; // perhaps of a moment that is still to be shown
        return;
      case "done":
        return this.#answer(message.id)?.done();
      case "refused":
        return this.#refused(message);
      case "pong":
        this.ahead = message.now - Date.now() / 1000;
    }
  }

  #hello(message: Hello): void {
    this.status = "open";
    this.#pause = FIRST_PAUSE;
    this.ahead = message.now - Date.now() / 1000;
    this.ladder = message.ladder;
    const missed = message.missed;
    const events = missed.flatMap((told) => told.events);
    this.skip(); // what is missed begins after it
    const first = !this.seq; // what was before us stands in the log, and is not said now
    if (first) this.read = message.seq;
    this.#take(message);
    this.#show({
      events,
      heard: first ? events.length : 0,
      view: message.view,
      told: missed,
      after: () => {
        this.#rest(message);
        this.deeds = deedsFor(missed, message.yours, !first);
      },
    });
    for (const told of missed) this.#answer(told.id)?.done();
    for (const { command } of this.#waiting.values()) this.#send(command);
  }

  #update(message: Update): void {
    this.#take(message);
    if (message.view !== undefined) this.back = message.back ?? null; // there is little time for second thoughts
    this.#show({
      events: message.told.flatMap((told) => told.events),
      heard: 0,
      view: message.view,
      told: message.told,
      after: () => this.#rest(message),
    });
    for (const told of message.told) this.#answer(told.id)?.done();
    if (hurry.on) this.hurry();
  }

  #seen(message: Seen): void {
    this.skip();
    this.seat = message.seat;
    this.orders = message.orders;
    this.view = message.view;
    this.preview = message.preview;
    this.risk = message.risk;
    this.back = message.back;
  }

  #take(message: Hello | Update): void {
    this.seq = message.seq;
    if (!message.table) return;
    this.#newest = message.table;
    rememberPromise(message.table); // before we are ready, and however fast it goes on
    for (const seat of message.yours ?? this.yours) this.#reveal(message.table, seat);
  }

  /** The game is being started: show what we have promised to add to its chance, once. */
  #reveal(table: TableView, seat: number): void {
    const random = drawnFor(table, seat);
    const once = `${table.round}/${seat}`;
    if (!table.starting?.includes(seat) || !random || this.#revealed.has(once)) return;
    this.#revealed.add(once);
    const arrived = rememberShown(table, seat, random);
    this.do({ t: "reveal", seat, random }).then(arrived, () => {}); // it may be too late: the game begins without it
  }

  #rest(message: Hello | Update): void {
    this.ply = message.ply;
    this.seat = message.seat;
    if (message.view !== undefined) {
      this.preview = message.preview ?? null;
      this.risk = message.risk ?? null;
      this.back = message.back ?? null;
    }
    if (this.advice && this.advice.ply < this.ply) this.advice = null;
    if (message.table) this.table = message.table;
    for (const [n, seat] of this.table?.seats.entries() ?? []) {
      // for one turn is until the turn passes on; the table is not sent again for that
      if (seat.stand_in === "turn" && this.view?.actor !== n) seat.stand_in = null;
    }
    if (message.yours) this.yours = message.yours;
    if (message.host !== undefined && message.host !== null) this.host = message.host;
    if (message.orders) this.orders = message.orders;
  }

  /** The server may be overloaded for a moment: try again, with the same id. */
  #refused({ id, code, values }: Refused): void {
    const waiting = this.#waiting.get(id);
    if (code === "try_again" && waiting && waiting.tries < MOST_TRIES) {
      waiting.tries += 1;
      setTimeout(() => this.#waiting.has(id) && this.#send(waiting.command), RETRY);
    } else {
      this.#answer(id)?.refused(new Refusal(code, { ...values, game: this.table?.game }));
    }
  }

  #answer(id: string): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    this.busy = this.#waiting.size > 0;
    return waiting;
  }

  // -- the stage -----------------------------------------------------------------------------------------

  #show(scene: Scene): void {
    this.#scenes.push(scene);
    if (document.hidden) this.skip();
    else if (this.#scenes.length > MOST_SCENES) this.#catchUp();
    if (!this.#showing) void this.#play();
  }

  /** What is on the stage is shown to its end: it may be our own theft. All that waits behind it becomes one scene. */
  #catchUp(): void {
    const waiting = this.#scenes.splice(1);
    this.#scenes.push({
      events: waiting.flatMap(({ events }) => events),
      heard: 0,
      view: waiting.findLast(({ view }) => view !== undefined)?.view,
      told: waiting.flatMap(({ told }) => told),
      after: () => waiting.forEach(({ after }) => after()),
      unseen: true,
    });
  }

  async #play(): Promise<void> {
    this.#showing = true;
    try {
      for (let scene = this.#scenes[0]; scene; scene = this.#scenes[0]) {
        for (const event of scene.events) {
          const shown = this.#scenes[0] === scene && this.#perform(scene, event);
          if (shown) await shown; // what takes no time is drawn with what follows it
        }
        this.happening = null;
        if (this.#scenes[0] !== scene) continue;
        this.#finish(this.#scenes.shift()!);
        if (this.#scenes.length) await this.#hold(FRAME);
      }
    } catch (error) {
      console.error(error); // it could not be shown: what is now can
      this.skip();
    } finally {
      this.#showing = false;
    }
  }

  /** Show an event; returns nothing where that takes no time. */
  #perform(scene: Scene, event: Event): Promise<void> | undefined {
    const away = scene.unseen || scene.told.length > MOST_SCENES; // we were, and want to see what is now
    const room = this.room;
    if (away || !room || !scene.view || !this.view || this.view.over) return;
    const own = event.seat !== undefined && this.yours.includes(event.seat);
    const [choice, outcome] = pace(room, event, own);
    this.#mark(event, true);
    scene.heard += 1;
    if (choice || outcome) {
      const last = event === scene.events.at(-1);
      const asked = own && scene.view.moves?.length; // nobody has to wait for what comes of their own choice to choose again
      return this.#stage(scene, event, [choice, last && asked ? 0 : outcome]);
    }
    if (!room.change(this.view, event)) return; // it is said, and takes nothing out of anybody's hand
    this.happening = event;
    this.view = staged(room, this.view, event);
  }

  /** Show an event for some time: first as a choice on the table as it is, then with what comes of it. */
  async #stage(scene: Scene, event: Event, [choice, outcome]: Beats): Promise<void> {
    this.happening = event;
    if (choice) await this.#hold(choice);
    if (this.#scenes[0] !== scene) return; // skipped
    this.view = staged(this.room!, this.view!, event);
    if (outcome) await this.#hold(outcome);
  }

  /** Wait for so long, from when what there is now has been drawn: that takes a while on a slow device. */
  #hold(milliseconds: number): Promise<void> {
    return new Promise((over) => {
      let timer = setTimeout(over, milliseconds + UNDRAWN);
      const frame = requestAnimationFrame(() => {
        clearTimeout(timer);
        timer = setTimeout(over, milliseconds);
      });
      this.#endHold = () => (cancelAnimationFrame(frame), clearTimeout(timer), over());
    });
  }

  #mark(event: Event, shown: boolean): void {
    this.latest = event;
    this.listen(event, shown);
  }

  #finish(scene: Scene): void {
    this.happening = null;
    if (scene.view !== undefined) this.view = scene.view;
    scene.after();
    this.told = [...this.told, ...scene.told].slice(-MOST_TOLD);
    for (const event of scene.events.slice(scene.heard)) this.#mark(event, false);
  }
}
