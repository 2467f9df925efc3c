import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { budget } from "./budget";
import { catalogues } from "./catalogues";
import { groups } from "./chunks";
import { python, pythonFiles } from "./python";
import { queries } from "./queries";

// The page is built into the Python package, which serves it.
export default defineConfig({
  plugins: [queries(), catalogues(), svelte(), budget(), pythonFiles()],
  define: { __PYTHON__: JSON.stringify(python) },
  // The page itself names its files from the root, as it is at every address; they name each other by where they are,
  // so that a folder on any host will do (`stolik site`).
  experimental: {
    renderBuiltUrl: (file, { hostType }) => (hostType === "html" ? `/${file}` : { relative: true }),
  },
  worker: { format: "es" },
  build: {
    outDir: "../src/stolik/server/page",
    emptyOutDir: true,
    target: "es2023",
    assetsInlineLimit: 0, // the content security policy allows no inline anything
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
