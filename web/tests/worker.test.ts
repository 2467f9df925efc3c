// The service worker, in a world of its own: what it listens to, and what it does about it.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

const WORKER = readFileSync(resolve(import.meta.dirname, "../public/worker.js"), "utf-8");

/** Click a notification of a table while these addresses are open; return where that leads, and whether it is gone. */
async function click(path: string, open: string[]): Promise<[string[], boolean]> {
  const led: string[] = [];
  const heard = new Map<string, (event: object) => void>();
  const windows = open.map((url) => ({ url, focus: () => void led.push(`focus ${url}`) }));
  const self = {
    addEventListener: (kind: string, listener: (event: object) => void) => heard.set(kind, listener),
    registration: { scope: "http://localhost/" },
    clients: { matchAll: async () => windows, openWindow: (to: string) => void led.push(`open ${to}`) },
  };
  runInNewContext(WORKER, { self, URL });
  let [closed, done]: [boolean, unknown] = [false, undefined];
  const notification = { data: path, close: () => (closed = true) };
  heard.get("notificationclick")!({ notification, waitUntil: (promise: unknown) => (done = promise) });
  await done;
  return [led, closed];
}

test("a notification leads to the tab of its table", async () => {
  const open = ["http://localhost/", "http://localhost/t/ABCDEF#chat", "http://localhost/t/GHJKLM"];
  expect(await click("/t/ABCDEF", open)).toEqual([["focus http://localhost/t/ABCDEF#chat"], true]);
});

test("a notification opens its table where no tab shows it", async () => {
  expect(await click("/t/ABCDEF", ["http://localhost/t/GHJKLM"])).toEqual([["open /t/ABCDEF"], true]);
});

/** Open an address; return whether the worker answers instead of the network. */
function answers(path: string): boolean {
  const heard = new Map<string, (event: object) => void>();
  const self = {
    addEventListener: (kind: string, listener: (event: object) => void) => heard.set(kind, listener),
    registration: { scope: "http://localhost/" },
  };
  const location = { origin: "http://localhost" };
  runInNewContext(WORKER, { self, URL, location, caches: { open: () => Promise.reject(new Error("none")) } });
  let answered = false;
  heard.get("fetch")!({
    request: { method: "GET", mode: "navigate", url: `http://localhost${path}` },
    respondWith: (response: Promise<unknown>) => {
      answered = true;
      response.catch(() => {});
    },
  });
  return answered;
}

test("a page of the documentation is no page of the shell: it is left to the network", () => {
  expect(["/docs", "/docs/", "/docs/pl/index.html", "/api/games"].map(answers)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(["/", "/t/ABCDEF", "/docsy"].map(answers)).toEqual([true, true, true]);
});

type Files = Record<string, Record<string, string>>; // caches, what is in them by address

/** Start the worker beside these caches and this network; return how it answers, and the caches as they are then. */
async function answered(
  files: Files,
  network: () => Promise<unknown>,
  kind: "activate" | "fetch" = "fetch",
): Promise<[unknown, string[]]> {
  const heard = new Map<string, (event: object) => void>();
  const self = {
    addEventListener: (kind: string, listener: (event: object) => void) => heard.set(kind, listener),
    registration: { scope: "http://localhost/" },
    clients: { claim: () => {} },
  };
  const caches = {
    keys: async () => Object.keys(files),
    open: async (name: string) => ({ match: async (address: string) => files[name]?.[address] }),
    delete: async (name: string) => delete files[name],
  };
  const location = { origin: "http://localhost" };
  const soon = (late: () => void) => setTimeout(late); // nobody waits for so long
  const Response = { error: () => "nothing" };
  runInNewContext(WORKER, { self, URL, location, caches, fetch: network, setTimeout: soon, Response });
  let done: unknown;
  const request = { method: "GET", mode: "navigate", url: "http://localhost/t/ABCDEF" };
  const take = (answer: unknown) => (done = answer);
  heard.get(kind)!({ request, respondWith: take, waitUntil: take });
  return [await done, Object.keys(files)];
}

const WHOLE: Files = {
  "stolik-shell-3": { "/": "the shell" },
  "stolik-offline-1": { "/": "half" },
  "stolik-offline-2": { "/": "all of it", "/offline/parts.json": "the list" },
};
const never = () => new Promise(() => {});

test("without a network the page is there: as it was stored whole, or its shell", async () => {
  const none = () => Promise.reject(new Error("no network"));
  expect((await answered({ ...WHOLE }, none))[0]).toBe("all of it");
  expect((await answered({ "stolik-shell-3": { "/": "the shell" } }, none))[0]).toBe("the shell");
});

test("a network that hardly answers is not waited for where everything is stored", async () => {
  expect((await answered({ ...WHOLE }, never))[0]).toBe("all of it");
});

test("a server that is down behind its proxy is like no network", async () => {
  expect((await answered({ ...WHOLE }, async () => ({ status: 502 })))[0]).toBe("all of it");
});

test("a new worker clears old shells away, and nothing of others on the same host", async () => {
  const files = { ...WHOLE, "stolik-shell-1": {}, "stolik-compiled": {}, "of-another-page": {} };
  const [, left] = await answered(files, never, "activate");
  expect(left).toEqual([...Object.keys(WHOLE), "stolik-compiled", "of-another-page"]);
});
