import { amount } from '../../text/amount.ts';
import { ansiNodes } from '../../text/ansi.ts';
import { classed, type ElementNode, element, type TextNode } from '../../text/node.ts';
import { countLines, splitLines, trimBlanks } from '../../text/split-lines.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { sizeText } from '../page-words.ts';

/** The number of output lines shown at once. */
const SHOWN_LINES = 12;
/** A single line may be as long as a file. */
const SHOWN_LENGTH = 4000;

/** A folded part: its name, and its first words. */
export function folded(name: string, words: string, body: readonly TextNode[]): ElementNode {
  const summary = element('summary', {}, [
    classed('span', 'name', [name]),
    ...(words === '' ? [] : [' ', classed('span', 'words', [visibleLine(words)])]),
  ]);
  return classed('details', 'fold', [summary, ...body]);
}

/** Program output: its beginning, or its end if it failed, with the rest folded. */
export function outputNodes(output: string, isFailed: boolean): TextNode[] {
  const text = trimBlanks(output);
  if (text === '') return [];
  const nodes = ansiNodes(text);
  const lines = countLines(text);
  const block = (children: readonly TextNode[]) => classed('pre', 'output', children);
  const size = sizeText(text.length);
  if (lines <= SHOWN_LINES + 2) {
    return text.length <= SHOWN_LENGTH
      ? [block(nodes)]
      : [more(`Show ${amount(lines, 'line')} · ${size}`, block(nodes))];
  }
  const hidden = lines - SHOWN_LINES;
  const [first, rest] = splitLines(nodes, isFailed ? hidden : SHOWN_LINES);
  const [shown, left] = isFailed ? [rest, first] : [first, rest];
  const fold = more(
    `Show ${amount(hidden, isFailed ? 'line' : 'more line')}${isFailed ? ' above' : ''} · ${size}`,
    block(left),
  );
  return isFailed ? [fold, block(shown)] : [block(shown), fold];
}

/** The rest of something long. */
export function more(words: string, rest: ElementNode): ElementNode {
  return classed('details', 'more', [element('summary', {}, [words]), rest]);
}
