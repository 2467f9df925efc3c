import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { catalogues } from "../catalogues";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [catalogues(), svelte({ configFile: "../svelte.config.js" })],
});
