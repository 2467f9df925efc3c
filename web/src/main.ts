import "@fontsource-variable/nunito/index.css";
import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { keepShell } from "./lib/shell";
import { loadWords } from "./lib/words.svelte";

await loadWords();
mount(App, { target: document.getElementById("page")! });
if ("serviceWorker" in navigator && import.meta.env.PROD) {
  void keepShell();
}
