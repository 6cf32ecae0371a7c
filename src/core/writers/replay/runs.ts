import { markdownNodes } from '../../text/markdown.ts';
import type { ElementNode, TextNode } from '../../text/node.ts';
import { visibleText } from '../../text/visible-text.ts';

/**
 * A piece of text in one face. The page's script sets the text and chooses a class by the letter: plain, block of code,
 * code in a line, strong, emphasis, heading, added line, deleted line, place in a file, aside.
 */
export type Run = readonly [face: Face, text: string];

export const faces = ['p', 'c', 'i', 's', 'e', 'h', 'a', 'd', 'u', 'x'] as const;
export type Face = (typeof faces)[number];

/** A text as it stands. */
export function plainRuns(text: string, face: Face = 'p'): Run[] {
  return text === '' ? [] : [[face, visibleText(text)]];
}

/** Markdown as runs: its faces, lists and tables in words, and no element or address. */
export function markdownRuns(text: string): Run[] {
  const runs: Run[] = [];
  for (const node of markdownNodes(text)) block(node, runs, '');
  return trimmed(joined(runs));
}

/** Lines of a diff. */
export function diffRuns(diff: string): Run[] {
  const runs: Run[] = [];
  for (const line of visibleText(diff).replace(/\n$/, '').split('\n')) {
    const face = line.startsWith('@@') ? 'u' : line.startsWith('+') ? 'a' : line.startsWith('-') ? 'd' : 'c';
    runs.push([face, `${line}\n`]);
  }
  return joined(runs);
}

const BLOCKS: ReadonlySet<string> = new Set(['p', 'div', 'section', 'blockquote', 'ul', 'ol', 'pre', 'table', 'hr']);

function block(node: TextNode, runs: Run[], indent: string): void {
  if (typeof node === 'string') {
    if (node.trim() !== '') runs.push(['p', node]);
    return;
  }
  const { tag, children } = node;
  if (tag === 'pre') runs.push(['c', `${textOf(node).replace(/\n$/, '')}\n`]);
  else if (/^h[1-6]$/.test(tag)) runs.push(['h', textOf(node)], ['p', '\n\n']);
  else if (tag === 'hr') runs.push(['x', '———\n\n']);
  else if (tag === 'ul' || tag === 'ol') list(node, runs, indent);
  else if (tag === 'table') table(node, runs);
  else if (tag === 'blockquote' || tag === 'div' || tag === 'section') {
    for (const child of children) block(child, runs, indent);
  } else {
    inline(children, 'p', runs);
    runs.push(['p', '\n\n']);
  }
}

function list({ tag, attributes, children }: ElementNode, runs: Run[], indent: string): void {
  let number = attributes.start ?? 1;
  for (const item of children) {
    if (typeof item === 'string') continue;
    runs.push(['x', tag === 'ol' ? `${indent}${number}. ` : `${indent}• `]);
    number += 1;
    for (const child of item.children) {
      if (typeof child === 'string' || !BLOCKS.has(child.tag)) inline([child], 'p', runs);
      else if (child.tag === 'p') inline(child.children, 'p', runs);
      else {
        runs.push(['p', '\n']);
        block(child, runs, `${indent}  `);
      }
    }
    if (!runs.at(-1)?.[1].endsWith('\n')) runs.push(['p', '\n']);
  }
  if (indent === '') runs.push(['p', '\n']);
}

function table(node: ElementNode, runs: Run[]): void {
  for (const row of rowsOf(node)) {
    for (const [index, cell] of row.children.entries()) {
      if (index > 0) runs.push(['x', ' | ']);
      if (typeof cell !== 'string') inline(cell.children, cell.tag === 'th' ? 's' : 'p', runs);
    }
    runs.push(['p', '\n']);
  }
  runs.push(['p', '\n']);
}

function rowsOf(node: ElementNode): ElementNode[] {
  return node.children.flatMap((child) =>
    typeof child === 'string' ? [] : child.tag === 'tr' ? [child] : rowsOf(child),
  );
}

const FACES: Readonly<Partial<Record<string, Face>>> = { code: 'i', strong: 's', em: 'e' };

function inline(nodes: readonly TextNode[], face: Face, runs: Run[]): void {
  for (const node of nodes) {
    if (typeof node === 'string') runs.push([face, node]);
    else if (node.tag === 'br') runs.push([face, '\n']);
    else inline(node.children, FACES[node.tag] ?? face, runs);
  }
}

function textOf({ children }: ElementNode): string {
  return children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}

/** Neighbours of one face are one piece. */
function joined(runs: readonly Run[]): Run[] {
  const all: [Face, string[]][] = [];
  for (const [face, text] of runs) {
    const last = all.at(-1);
    if (last?.[0] === face) last[1].push(text);
    else all.push([face, [text]]);
  }
  return all.map(([face, texts]) => [face, texts.join('')]);
}

function trimmed(runs: Run[]): Run[] {
  const [face, text] = runs.at(-1) ?? [];
  if (face === undefined || text === undefined) return runs;
  const end = text.trimEnd();
  return end === '' ? trimmed(runs.slice(0, -1)) : [...runs.slice(0, -1), [face, end]];
}
