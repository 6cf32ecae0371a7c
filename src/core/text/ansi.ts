import { nearestColour } from './ansi-palette.ts';
import { classed, type TextNode } from './node.ts';
import { visibleText } from './visible-text.ts';

/** A terminal sequence: `ESC [ … letter`. No two parts match the same character, so nothing backtracks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const SEQUENCE = /\x1b\[([0-?]{0,64})[ -/]{0,4}([@-~])/g;

/** The look of text from a position on. Colours are indices in the palette of 16. */
interface Look {
  foreground: number | undefined;
  background: number | undefined;
  bold: boolean;
  dim: boolean;
  italic: boolean;
  underlined: boolean;
  struck: boolean;
}

const PLAIN: Look = {
  foreground: undefined,
  background: undefined,
  bold: false,
  dim: false,
  italic: false,
  underlined: false,
  struck: false,
};

/**
 * Turns program output into nodes, with colours as classes (`f1` red text, `b4` blue ground, `bold`, …). Other
 * sequences of this kind only move a cursor and are dropped. All else that a terminal would obey becomes visible text.
 */
export function ansiNodes(output: string): TextNode[] {
  const text = output.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  if (!text.includes('\x1b')) return [visibleText(text)];
  const nodes: TextNode[] = [];
  let look = PLAIN;
  let start = 0;
  for (const match of text.matchAll(SEQUENCE)) {
    addSpan(nodes, text.slice(start, match.index), look);
    start = match.index + match[0].length;
    if (match[2] === 'm') look = changed(look, match[1] ?? '');
  }
  addSpan(nodes, text.slice(start), look);
  return nodes;
}

/** Removes colours and other sequences. */
export function withoutAnsi(output: string): string {
  return output.replace(SEQUENCE, '');
}

function addSpan(nodes: TextNode[], text: string, look: Look): void {
  if (text === '') return;
  const name = classOf(look);
  nodes.push(name === '' ? visibleText(text) : classed('span', name, [visibleText(text)]));
}

function classOf(look: Look): string {
  if (look === PLAIN) return '';
  const names: string[] = [];
  if (look.foreground !== undefined) names.push(`f${look.foreground}`);
  if (look.background !== undefined) names.push(`b${look.background}`);
  for (const name of ['bold', 'dim', 'italic', 'underlined', 'struck'] as const) if (look[name]) names.push(name);
  return names.join(' ');
}

function changed(before: Look, parameters: string): Look {
  const codes = parameters.split(/[;:]/, 32).map(Number);
  let look = before;
  for (let index = 0; index < codes.length; index += 1) {
    const code = codes[index] ?? 0;
    if (code === 38 || code === 48) {
      const isIndexed = codes[index + 1] === 5;
      const colour = isIndexed
        ? indexedColour(codes[index + 2] ?? 0)
        : nearestColour(codes.slice(index + 2, index + 5));
      look = code === 38 ? { ...look, foreground: colour } : { ...look, background: colour };
      index += isIndexed ? 2 : 4;
    } else look = applied(look, code);
  }
  return look;
}

function applied(look: Look, code: number): Look {
  if (code >= 30 && code <= 37) return { ...look, foreground: code - 30 };
  if (code >= 90 && code <= 97) return { ...look, foreground: code - 82 };
  if (code >= 40 && code <= 47) return { ...look, background: code - 40 };
  if (code >= 100 && code <= 107) return { ...look, background: code - 92 };
  const change = CHANGES[code];
  if (change === undefined) return look;
  return change === 'reset' ? PLAIN : { ...look, ...change };
}

const CHANGES: Readonly<Record<number, 'reset' | Partial<Look>>> = {
  0: 'reset',
  1: { bold: true },
  2: { dim: true },
  3: { italic: true },
  4: { underlined: true },
  9: { struck: true },
  22: { bold: false, dim: false },
  23: { italic: false },
  24: { underlined: false },
  29: { struck: false },
  39: { foreground: undefined },
  49: { background: undefined },
};

/** Maps the palette of 256 (16 colours, a cube of 6 × 6 × 6, greys) to the nearest of 16. */
function indexedColour(index: number): number | undefined {
  if (!(index >= 0 && index <= 255)) return undefined;
  if (index < 16) return index;
  if (index >= 232) return nearestColour([8 + (index - 232) * 10, 8 + (index - 232) * 10, 8 + (index - 232) * 10]);
  const place = index - 16;
  return nearestColour(
    [Math.floor(place / 36), Math.floor(place / 6) % 6, place % 6].map((step) => step && step * 40 + 55),
  );
}
