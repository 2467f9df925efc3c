// The page's own small service worker: the shell loads without a network and says itself what it is waiting for; and
// where the page has stored all it needs to play without a server, all of that is there.
//
// Navigations ask the network first and fall back to the stored page, or to the last index.html. Files under assets/
// have their content's hash or a version in their names, so one that was fetched once is good for ever. What the page
// stores to play without a network is a cache of its own for each version (src/here/storing.ts), whole or none. Nothing
// of api/ is ever kept, and nothing of the documentation, which is no page of the shell.

const SHELLS = "stolik-shell-";
const SHELL = `${SHELLS}3`;
const STORED = "stolik-offline-"; // and its version
const ROOT = new URL(self.registration.scope).pathname;
const PARTS = `${ROOT}offline/parts.json`;
const PLAIN = ["icon.svg", "icon-turn.svg", "manifest.webmanifest"].map((name) => ROOT + name);
const NOT_OURS = [`${ROOT}api/`, `${ROOT}docs/`];
const MOST = 160; // old builds' files go when there are more
const PATIENCE = 3000; // milliseconds for a network that hardly answers, where everything is stored

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((shell) => shell.addAll([ROOT, ...PLAIN]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const old = (name) => name !== SHELL && name.startsWith(SHELLS); // others on this host have caches, too
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || !pathname.startsWith(ROOT)) return;
  if (NOT_OURS.some((folder) => `${pathname}/`.startsWith(folder))) return;
  if (request.mode === "navigate") event.respondWith(navigate(request));
  else if (pathname === PARTS) event.respondWith(asked(request).catch(() => stored(PARTS)));
  else if (pathname.startsWith(`${ROOT}assets/`) || PLAIN.includes(pathname))
    event.respondWith(asset(request, !pathname.includes("/assets/python-")));
  else if (pathname.startsWith(`${ROOT}offline/`)) event.respondWith(asset(request, false));
});

// The page was loaded before this worker was there: it names the files it has, so that they are kept too.
self.addEventListener("message", (event) => {
  event.waitUntil(keep(event.data));
});

// A notification that it is one's turn leads to the table: to its tab, or to a new one.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});

async function show(path) {
  const windows = await self.clients.matchAll({ type: "window" });
  const open = windows.find((one) => new URL(one.url).pathname === path);
  return open ? open.focus() : self.clients.openWindow(path);
}

async function navigate(request) {
  const shell = await caches.open(SHELL);
  try {
    const response = await asked(request);
    if (response.ok && response.headers.get("content-type")?.startsWith("text/html")) {
      await shell.put(ROOT, response.clone());
    }
    return response;
  } catch {
    return stored(ROOT);
  }
}

// What the network says. A server that is down behind its proxy is no network; nor is one, where everything is stored,
// that lets us wait.
async function asked(request) {
  const answer = fetch(request);
  const late = (await whole()) && new Promise((_, fail) => setTimeout(fail, PATIENCE));
  const response = await (late ? Promise.race([answer, late]) : answer);
  if (response.status >= 500) throw new Error(response.statusText);
  return response;
}

// The cache in which everything of a version is stored.
async function whole() {
  for (const name of await caches.keys()) {
    if (!name.startsWith(STORED)) continue;
    const cache = await caches.open(name);
    if (await cache.match(PARTS)) return cache;
  }
  return null;
}

// What a whole stored page has at an address, which goes with all its other files; else what the shell has.
async function stored(address) {
  const cache = (await whole()) ?? (await caches.open(SHELL));
  return (await cache.match(address)) ?? Response.error();
}

async function asset(request, keeps) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && keeps) {
    const shell = await caches.open(SHELL);
    await shell.put(request, response.clone());
    await tidy(shell);
  }
  return response;
}

async function keep(addresses) {
  const shell = await caches.open(SHELL);
  for (const address of addresses) {
    if (!(await caches.match(address))) await shell.add(address).catch(() => {});
  }
}

async function tidy(shell) {
  const assets = (await shell.keys()).filter((request) =>
    new URL(request.url).pathname.startsWith(`${ROOT}assets/`),
  );
  for (const old of assets.slice(0, Math.max(0, assets.length - MOST))) await shell.delete(old);
}
