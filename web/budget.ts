// The first load, weighed at every build: all JavaScript that the home screen needs, with the words of the language that
// has the most of them, gzipped.

import type { Plugin, Rolldown } from "vite";
import { languages, moduleOf } from "./catalogues";

const MOST = 90_000; // bytes

async function gzipped(code: string): Promise<number> {
  const packed = new Blob([code]).stream().pipeThrough(new CompressionStream("gzip"));
  return (await new Response(packed).arrayBuffer()).byteLength;
}

/** A plugin that prints the weight, and fails the build if it is too much. */
export function budget(): Plugin {
  return {
    name: "budget",
    apply: "build",
    async generateBundle(_, bundle) {
      const needed = new Set<string>();
      const need = (name: string) => {
        const chunk = bundle[name];
        if (needed.has(name) || chunk?.type !== "chunk") return;
        needed.add(name);
        chunk.imports.forEach(need);
      };
      const chunks = Object.values(bundle).filter((part) => part.type === "chunk");
      const home = (chunk: Rolldown.OutputChunk) =>
        /\/screens\/Home\.svelte$/.test(chunk.facadeModuleId ?? "");
      for (const chunk of chunks) if (chunk.isEntry || home(chunk)) need(chunk.fileName);
      const words = Object.keys(languages())
        .map((language) => chunks.find((chunk) => chunk.moduleIds.includes(moduleOf(language)))!)
        .toSorted((one, other) => other.code.length - one.code.length);
      need(words[0]!.fileName);
      const weights = [...needed].map((name) => gzipped((bundle[name] as { code: string }).code));
      const weight = (await Promise.all(weights)).reduce((sum, one) => sum + one, 0);
      const told = `first load: ${(weight / 1000).toFixed(1)} kB of JavaScript gzipped, in ${needed.size} files`;
      if (weight > MOST) this.error(`${told}; it may be ${MOST / 1000} kB`);
      this.info(told);
    },
  };
}
