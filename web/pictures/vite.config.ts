import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { catalogues } from "../catalogues";
import { queries } from "../queries";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [queries(), catalogues(), svelte({ configFile: "../svelte.config.js" })],
});
