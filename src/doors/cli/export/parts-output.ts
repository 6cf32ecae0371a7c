import { extname } from 'node:path';
import { PAGE_BREAK } from '../../../core/writers/html/page-parts.ts';
import type { Output } from '../output.ts';

/** The file of a part: `a.html`, `a-2.html`, `a-3.html`, … */
export function partName(path: string, part: number): string {
  const extension = extname(path);
  return part === 1 ? path : `${path.slice(0, path.length - extension.length)}-${part}${extension}`;
}

/** Writes each page of a thread to a file of its own. All are written whole before the first one is in place. */
export function createPartsOutput(open: (part: number) => Output): Output & { readonly parts: number } {
  const first = open(1);
  const all = [first];
  /** Those before the last that have something left to be written. */
  let ended: Output[] = [];
  let committed = 0;

  function last(): Output {
    return all[all.length - 1] ?? first;
  }

  function append(text: string): void {
    if (text !== PAGE_BREAK) last().append(text);
    else {
      ended.push(last());
      all.push(open(all.length + 1));
    }
  }

  return {
    isTerminal: false,
    append,
    async write(text) {
      await last().write(text);
    },
    get isFull() {
      return ended.length > 0 || last().isFull;
    },
    async flush() {
      const waiting = ended;
      ended = [];
      for (const output of waiting) await output.flush();
      await last().flush();
    },
    commit() {
      for (const output of all.slice(committed)) {
        committed += 1;
        output.commit();
      }
    },
    discard() {
      for (const output of all.slice(committed)) output.discard();
    },
    get parts() {
      return all.length;
    },
  };
}
