// The page without a network: a worker keeps the files of the page (public/worker.js), never what a server says.

import { root } from "./here.svelte";

/** Let the worker keep the shell, with the files that were loaded before it was there. */
export async function keepShell(): Promise<void> {
  await navigator.serviceWorker.register(`${root}worker.js`);
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType("resource").map((entry) => new URL(entry.name).pathname);
  const own = (path: string) => path.startsWith(`${root}assets/`) && !path.includes("/assets/python-");
  active?.postMessage(loaded.filter(own));
}
