// Storing all that is needed to play without a network: the page's files, Python and our package. They are all there,
// or none of them counts: the list of the parts is stored last.

import { canStore, root } from "../lib/here.svelte";

const NAME = "stolik-offline-";
const PARTS = "offline/parts.json";
const AT_ONCE = 3; // a line that waits for answers, or for the disk, carries nothing

type Part = { path: string; bytes: number; hash: string };
type Parts = { version: string; parts: Part[] };

/** Called with how many of all bytes are there. */
export type Progress = (done: number, all: number) => void;

const at = (path: string) => new URL(root + path, location.origin).href;

async function whole(name: string): Promise<boolean> {
  return name.startsWith(NAME) && !!(await (await caches.open(name)).match(at(PARTS)));
}

/** Whether everything is stored, of some version. */
export async function isStored(): Promise<boolean> {
  if (!canStore) return false;
  const found = await Promise.all((await caches.keys()).map(whole));
  return found.includes(true);
}

/** Whether somebody has begun to store everything. */
export const wasBegun = async (): Promise<boolean> =>
  (await caches.keys()).some((name) => name.startsWith(NAME));

async function wanted(): Promise<Response> {
  const response = await fetch(at(PARTS), { cache: "no-cache" });
  if (!response.ok) throw new Error(`${response.status}: ${PARTS}`);
  return response;
}

/** Store everything of the newest version, and say whenever a file is there; what was is not fetched again. */
export async function storeAll(progress: Progress, stored: () => void): Promise<void> {
  const list = await wanted();
  const { version, parts } = (await list.clone().json()) as Parts;
  const cache = await caches.open(NAME + version);
  const all = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  const count = (bytes: number) => progress((done += bytes), all);
  if (await cache.match(at(PARTS))) return progress(all, all);
  const left = inOrder(parts);
  const some = async () => {
    for (const { path, bytes, hash } of left) {
      if (!(await cache.match(at(path)))) {
        const before = await earlier(path);
        await cache.put(at(path), before ?? (await fetched(path, hash, count)));
        stored();
        if (!before) continue;
      }
      count(bytes);
    }
  };
  for (const end of await Promise.allSettled(Array.from({ length: AT_ONCE }, some)))
    if (end.status === "rejected") throw end.reason; // once nobody goes on, since storing may begin again
  await cache.put(at(PARTS), list);
  for (const name of await caches.keys())
    if (name.startsWith(NAME) && name !== NAME + version) await caches.delete(name);
  await navigator.storage?.persist?.(); // so that the browser does not make room at the expense of games
}

/** Yield parts to all who ask, each once, until one of them fails: then nobody gets another. */
function* inOrder(parts: Part[]): Generator<Part> {
  yield* parts;
}

/** Return a file as it was stored before, if its name says that it is still the same. */
const earlier = async (path: string): Promise<Response | undefined> =>
  path.startsWith("assets/") || path.startsWith("offline/stolik-") ? caches.match(at(path)) : undefined;

async function fetched(path: string, hash: string, count: (bytes: number) => void): Promise<Response> {
  const response = await fetch(at(path), { cache: path.startsWith("assets/") ? "default" : "no-cache" });
  if (!response.ok || !response.body) throw new Error(`${response.status}: ${path}`);
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, out) {
      count(chunk.byteLength);
      out.enqueue(chunk);
    },
  });
  const content = await new Response(response.body.pipeThrough(counted)).arrayBuffer();
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  const hex = Array.from(found, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (!hex.startsWith(hash)) throw new Error(`not what it should be: ${path}`); // the server has changed meanwhile
  return new Response(content, { headers: response.headers });
}
