// The little Markdown that our rules are written in: a title, sections, paragraphs and numbered rules.

export type Inline = { kind: "text" | "em" | "strong" | "rule"; text: string };
export type Block = { rule: string | null; text: Inline[] };
export type Section = { title: string; blocks: Block[] };
export type Page = { title: string; intro: Block[]; sections: Section[] };

const INLINE = /\*\*(?<strong>[^*]+)\*\*|\*(?<em>[^*]+)\*|\b(?<rule>[A-Z]-\d+)\b/g;
const RULE = /^- \*\*([A-Z]-\d+)\*\* /;

/** Return what a line says: plain text, emphasis, and the numbers of rules, which become links. */
export function inline(line: string): Inline[] {
  const parts: Inline[] = [];
  let at = 0;
  for (const match of line.matchAll(INLINE)) {
    if (match.index > at) parts.push({ kind: "text", text: line.slice(at, match.index) });
    const [kind, text] = Object.entries(match.groups!).find(([, found]) => found !== undefined)!;
    parts.push({ kind: kind as Inline["kind"], text });
    at = match.index + match[0].length;
  }
  if (at < line.length) parts.push({ kind: "text", text: line.slice(at) });
  return parts;
}

/** Read a page of rules. Lines that follow each other are one paragraph. */
export function readPage(source: string): Page {
  const page: Page = { title: "", intro: [], sections: [] };
  for (const chunk of source.split(/\n\n+|\n(?=- )/)) {
    const text = chunk.trim().replace(/\n/g, " ");
    if (!text) continue;
    const blocks = page.sections.at(-1)?.blocks ?? page.intro;
    const rule = RULE.exec(text);
    if (text.startsWith("# ")) page.title = text.slice(2);
    else if (text.startsWith("## ")) page.sections.push({ title: text.slice(3), blocks: [] });
    else if (rule) blocks.push({ rule: rule[1]!, text: inline(text.slice(rule[0].length)) });
    else blocks.push({ rule: null, text: inline(text.replace(/^- /, "• ")) });
  }
  return page;
}
