// The page without a network: a worker keeps the files of the page (public/worker.js), never what a server says.

/** Let the worker keep the shell, with the files that were loaded before it was there. */
export async function keepShell(): Promise<void> {
  await navigator.serviceWorker.register("/worker.js");
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType("resource").map((entry) => new URL(entry.name).pathname);
  active?.postMessage(loaded.filter((path) => path.startsWith("/assets/")));
}
