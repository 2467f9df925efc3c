import "@fontsource-variable/nunito/index.css";
import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { keepShell } from "./lib/shell";
import { storeOnceInstalled } from "./lib/storing.svelte";
import { loadWords } from "./lib/words.svelte";

// The server has a newer page, and no longer the parts of this one: begin again with that one, but not for ever.
const RENEWED = "stolik.renewed";
addEventListener("vite:preloadError", () => {
  try {
    if (sessionStorage.getItem(RENEWED) === location.href) return;
    sessionStorage.setItem(RENEWED, location.href);
    location.reload();
  } catch {
    // private windows may keep nothing, and it would be for ever
  }
});

await loadWords();
mount(App, { target: document.getElementById("page")! });
if ("serviceWorker" in navigator && import.meta.env.PROD) {
  void keepShell();
}
storeOnceInstalled();
