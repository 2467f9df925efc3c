// The lobby, over HTTP.

import type {
  Continue,
  Evening,
  Games,
  ListedTables,
  NewTable,
  Problem,
  PuzzleView,
  Recovery,
  Replay,
  Reviewed,
  Reviewing,
  Seated,
  SitDown,
  TableView,
} from "./protocol";

/** A request that was refused; the words for its code are under refusal.<code>. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly values: Record<string, unknown> = {},
  ) {
    super(code);
  }
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new Refusal("offline");
  }
  if (!response.ok) {
    const problem = (await response.json().catch(() => ({ code: "failed", values: {} }))) as Problem;
    throw new Refusal(problem.code, problem.values);
  }
  if (response.status === 204) return undefined as T;
  const plain = response.headers.get("content-type")?.startsWith("text/");
  return (plain ? await response.text() : await response.json()) as T;
}

export const listGames = () => ask<Games>("GET", "/games");
export const getRules = (game: string, language: string) =>
  ask<string>("GET", `/games/${game}/rules/${language}`);
export const getPuzzle = (which: Partial<Pick<PuzzleView, "game" | "number">>) =>
  ask<PuzzleView>("GET", `/puzzle?${new URLSearchParams(which as Record<string, string>)}`);
export const openTable = (table: NewTable) => ask<Seated>("POST", "/tables", table);
export const listTables = () => ask<ListedTables>("GET", "/tables");
export const rateEvening = (code: string) => ask<Evening>("GET", `/tables/${code}/evening?ratings=true`);
export const seeTable = (code: string) => ask<TableView>("GET", `/tables/${code}`);
export const deleteTable = (code: string) => ask<void>("DELETE", `/tables/${code}`);
export const eraseMe = (code: string) => ask<void>("DELETE", `/tables/${code}/me`);
export const sitDown = (code: string, who: SitDown) => ask<Seated>("POST", `/tables/${code}/seats`, who);
export const askRecovery = (code: string) => ask<Recovery>("POST", `/tables/${code}/recovery`);
export const recover = (code: string, word: string) =>
  ask<Seated>("POST", `/tables/${code}/recover`, { recovery: word });
export const getRecord = (code: string, round: number) =>
  ask<string>("GET", `/tables/${code}/games/${round}/record`);
export const getReview = (code: string, round: number) =>
  ask<Reviewed | Reviewing>("GET", `/tables/${code}/review?round=${round}`);
export const playOn = (code: string, round: number, from: Continue) =>
  ask<Seated>("POST", `/tables/${code}/continue?round=${round}`, from);
export const getReplay = (code: string, round: number, seat: number | null) =>
  ask<Replay>("GET", `/tables/${code}/games/${round}/replay${seat === null ? "" : `?seat=${seat}`}`);
