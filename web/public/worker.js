// The page's own small service worker: the shell loads without a network and says itself what it is waiting for.
//
// Navigations ask the network first and fall back to the last index.html. Files under /assets/ have their content's
// hash in their name, so one that was fetched once is good for ever. Nothing of /api/ is ever kept, and nothing of the
// documentation, which is no page of the shell.

const SHELL = "stolik-shell-2";
const INDEX = "/";
const PLAIN = ["/icon.svg", "/icon-turn.svg", "/manifest.webmanifest"];
const NOT_OURS = ["/api/", "/docs/"];
const MOST = 160; // old builds' files go when there are more

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((shell) => shell.addAll([INDEX, ...PLAIN]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (NOT_OURS.some((folder) => `${url.pathname}/`.startsWith(folder))) return;
  if (request.mode === "navigate") event.respondWith(navigate(request));
  else if (url.pathname.startsWith("/assets/") || PLAIN.includes(url.pathname))
    event.respondWith(asset(request));
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
    const response = await fetch(request);
    if (response.ok && response.headers.get("content-type")?.startsWith("text/html")) {
      await shell.put(INDEX, response.clone());
    }
    return response;
  } catch {
    return (await shell.match(INDEX)) ?? Response.error();
  }
}

async function asset(request) {
  const shell = await caches.open(SHELL);
  const kept = await shell.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) {
    await shell.put(request, response.clone());
    await tidy(shell);
  }
  return response;
}

async function keep(addresses) {
  const shell = await caches.open(SHELL);
  for (const address of addresses) {
    if (!(await shell.match(address))) await shell.add(address).catch(() => {});
  }
}

async function tidy(shell) {
  const assets = (await shell.keys()).filter((request) =>
    new URL(request.url).pathname.startsWith("/assets/"),
  );
  for (const old of assets.slice(0, Math.max(0, assets.length - MOST))) await shell.delete(old);
}
