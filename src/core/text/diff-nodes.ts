import { amount } from './amount.ts';
import type { CodeToken, TokenizeCode } from './code-tokens.ts';
import type { DiffLine } from './diff-lines.ts';
import { classed, type ElementNode, element, type TextNode } from './node.ts';
import { visibleText } from './visible-text.ts';

export interface DiffNodesOptions {
  /** The file's language. */
  language?: string | undefined;
  tokenize?: TokenizeCode | undefined;
}

const SIGNS = { same: '  ', add: '+ ', delete: '- ' } as const;
const HUNK_NUMBERS = /^@@ [-+,\d ]{1,48} @@ ?/;

/** A diff as a table, with numbers, signs, code colours, and marks on changed words. */
export function diffNodes(lines: readonly DiffLine[], options: DiffNodesOptions = {}): ElementNode {
  const hasNumbers = lines.some(({ before, after }) => before !== undefined || after !== undefined);
  const colours = lineTokens(lines, options);
  const rows = lines.map((line, index) => {
    if (line.kind === 'hunk') return hunkRow(line, hasNumbers);
    const numbers = hasNumbers ? [numberCell(line.before), numberCell(line.after)] : [];
    const sign = classed('span', 'sign', [SIGNS[line.kind]]);
    const content = marked(colours[index] ?? [{ text: line.text }], line.marks ?? []);
    return classed('tr', line.kind, [...numbers, element('td', {}, [sign, ...content])]);
  });
  return classed('table', 'diff', [element('tbody', {}, rows)]);
}

/** The lines left out, in words. The numbers of a hunk's head are beside its lines already. */
function hunkRow(line: DiffLine, hasNumbers: boolean): ElementNode {
  const dots = classed('td', 'number', line.skipped ? ['…'] : []);
  return classed('tr', 'hunk', [
    ...(hasNumbers ? [dots, dots] : []),
    element('td', {}, [visibleText(line.skipped === undefined ? line.text : `@@ ${hunkWords(line)}`)]),
  ]);
}

function hunkWords({ text, skipped = 0 }: DiffLine): string {
  const above = skipped === 0 ? 'no line left out' : `${amount(skipped, 'line')} unchanged`;
  return [above, text.replace(HUNK_NUMBERS, '')].filter(Boolean).join(' · ');
}

function numberCell(number: number | undefined): TextNode {
  return classed('td', 'number', number === undefined ? [] : [String(number)]);
}

/** Colours depend on the lines before, so the file is tokenized as it was and as it is. */
function lineTokens(lines: readonly DiffLine[], { language, tokenize }: DiffNodesOptions): CodeToken[][] {
  if (!language || !tokenize) return [];
  const side = (other: DiffLine['kind']) => {
    const shown = lines.filter(({ kind }) => kind !== other && kind !== 'hunk');
    const tokens = tokenize(shown.map(({ text }) => text).join('\n'), language);
    return new Map(shown.map((line, index) => [line, tokens?.[index]]));
  };
  const before = side('add');
  const after = side('delete');
  return lines.map((line) => (line.kind === 'delete' ? before : after).get(line) ?? [{ text: line.text }]);
}

/** Cuts tokens where a mark begins or ends. */
function marked(tokens: readonly CodeToken[], marks: readonly (readonly [number, number])[]): TextNode[] {
  const nodes: TextNode[] = [];
  let at = 0;
  let next = 0;
  for (const token of tokens) {
    const end = at + token.text.length;
    while (at < end) {
      while (next < marks.length && (marks[next]?.[1] ?? 0) <= at) next += 1;
      const [from, to] = marks[next] ?? [end, end];
      const isMarked = from <= at;
      const stop = Math.min(end, isMarked ? to : from);
      const piece = tokenNode({
        ...token,
        text: token.text.slice(token.text.length - (end - at), token.text.length - (end - stop)),
      });
      nodes.push(isMarked ? element('mark', {}, [piece]) : piece);
      at = stop;
    }
  }
  return nodes;
}

/** A token of code in its colour. */
export function tokenNode({ text, kind }: CodeToken): TextNode {
  return kind === undefined ? visibleText(text) : classed('span', kind, [visibleText(text)]);
}
