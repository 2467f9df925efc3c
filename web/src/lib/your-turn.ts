// It is your turn, and you may be looking elsewhere: a sound, a buzz, a badge on the tab and on the installed app, and a
// notification where the page cannot be seen and the person allowed it.

import { root } from "./here.svelte";
import { prefs } from "./prefs.svelte";
import { playSound } from "./sound";

const ICONS = { turn: `${root}icon-turn.svg`, usual: `${root}icon.svg` };
const BUZZ = [90, 60, 90]; // milliseconds: on, off, on

/** Mark the tab and the app while it is somebody's turn here; what is returned takes the marks away. */
export function mark(): () => void {
  show(ICONS.turn);
  void navigator.setAppBadge?.().catch(() => {}); // a page that is not installed has none
  return () => {
    show(ICONS.usual);
    void navigator.clearAppBadge?.().catch(() => {});
  };
}

function show(icon: string): void {
  const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (link) link.href = icon;
}

/** Call the person once: a sound and a buzz, and a notification where nobody can see the page. */
export function call(title: string, body: string): void {
  playSound("your_turn");
  if (prefs.buzz && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ);
  if (document.hidden && prefs.notify) void notify(title, body);
}

const TAG = "stolik.turn"; // a new one takes the place of the old one

async function notify(title: string, body: string): Promise<void> {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const options = { body, icon: `${root}icon-192.png`, tag: TAG, data: location.pathname };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) return worker.showNotification(title, options); // phones know no other way
  const shown = new Notification(title, options);
  shown.onclick = () => {
    focus();
    shown.close();
  };
}
