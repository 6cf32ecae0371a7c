import { element, type TextNode } from './node.ts';

/** Cuts nodes after so many lines, to show only a beginning. Drops the line feed at the cut. */
export function splitLines(nodes: readonly TextNode[], lines: number): [TextNode[], TextNode[]] {
  const first: TextNode[] = [];
  const rest: TextNode[] = [];
  let left = lines;
  for (const node of nodes) {
    if (left <= 0) {
      rest.push(node);
      continue;
    }
    // Spans of colours hold only text.
    const text = typeof node === 'string' ? node : node.children.join('');
    const end = placeOf(text, left);
    left -= end.found;
    if (end.at === -1) {
      first.push(node);
      continue;
    }
    const part = (piece: string) => (typeof node === 'string' ? piece : element(node.tag, node.attributes, [piece]));
    if (end.at > 0) first.push(part(text.slice(0, end.at)));
    if (end.at + 1 < text.length) rest.push(part(text.slice(end.at + 1)));
  }
  return [first, rest];
}

/** The end of the last of so many lines, or -1 if there are fewer. */
function placeOf(text: string, lines: number): { at: number; found: number } {
  let at = -1;
  for (let found = 0; found < lines; found += 1) {
    at = text.indexOf('\n', at + 1);
    if (at === -1) return { at, found };
  }
  return { at, found: lines };
}

/** Counts the lines of a text. */
export function countLines(text: string): number {
  let count = text === '' ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** Removes the blanks at the end, and nothing else: invisible characters are to be made visible, not dropped. */
export function trimBlanks(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t\r\n'.includes(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}
