import type { Plugin } from 'vite';

/** Options of the Markdown parser that the page never turns on. */
const OFF = ['linkify', 'typographer', 'html'] as const;
/** What writes HTML. The page takes tokens and makes nodes of them. */
const RENDERER = /\/\/#region src\/renderer\.ts\n[\s\S]*?\/\/#endregion\n/g;

/**
 * The Markdown parser without what the page never asks of it. Options are written into it as what they are, so that the
 * rules behind them are dead code, which the minifier leaves out. Throws where the parser has changed: so must this.
 */
export function smallMarkdown(code: string): string {
  let small = replaced(code, RENDERER, 'var Renderer = class {};\n');
  for (const name of OFF) small = replaced(small, new RegExp(`\\bstate\\.md\\.options\\.${name}\\b`, 'g'), 'false');
  return small;
}

function replaced(code: string, pattern: RegExp, by: string): string {
  const changed = code.replaceAll(pattern, by);
  if (changed === code) throw new Error(`the Markdown parser has changed: nothing is ${pattern}`);
  return changed;
}

export function markdownPlugin(): Plugin {
  return {
    name: 'threadline:small-markdown',
    transform: {
      filter: { id: /\/markdown-it\/dist\/markdown-it\.mjs$/ },
      handler: (code) => ({ code: smallMarkdown(code), map: null }),
    },
  };
}
