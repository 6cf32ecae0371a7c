import { isPrompt } from '../messages/typed-message.ts';
import { visibleLine } from '../text/visible-text.ts';
import { headFacts } from './head-facts.ts';
import type { PageMessage } from './page-messages.ts';
import { createPageReading } from './page-reading.ts';
import { dateText } from './page-words.ts';
import { textPage } from './text-page.ts';
import type { ThreadHead } from './thread-head.ts';
import { INDENT, type TranscriptLayout, type TranscriptStyle } from './transcript/layout.ts';
import { renderMessage } from './transcript/render-message.ts';
import type { Writer, WriterOptions } from './writer.ts';

const asItIs = (text: string) => text;
const PLAIN: TranscriptStyle = {
  bold: asItIs,
  dim: asItIs,
  accent: asItIs,
  success: asItIs,
  warning: asItIs,
  failure: asItIs,
};
const NAME_WIDTH = 12;

/** The output of `show`, complete: no line is cut, wrapped or folded, and no character moves a cursor. */
export function createTextWriter(options: WriterOptions = {}): Writer {
  const { head } = options;
  const columns = Number.POSITIVE_INFINITY;
  const { all: hasNotes } = options;
  const layout: TranscriptLayout = { columns, style: PLAIN, isWhole: true, hasNotes, unfoldHint: '', cwd: head?.cwd };
  const reading = createPageReading(options, layout);
  let lastTime = '';

  function written(rows: readonly PageMessage[]): string[] {
    const pieces: string[] = [];
    for (const { message, item } of rows) {
      const text = renderMessage(message, layout, item);
      if (text === '') continue;
      const time = isPrompt(message) ? dateText(message.timestamp) : '';
      const heading = time === '' || time === lastTime ? '' : `${time}\n`;
      if (heading !== '') lastTime = time;
      const isNested = message.parent !== undefined;
      pieces.push(`\n${heading}${isNested ? text.replaceAll(/^(?=.)/gm, INDENT) : text}\n`);
    }
    return pieces;
  }

  return textPage(reading, {
    begin: () => (head ? [headText(head)] : []),
    written,
    end: (late) => (late ? [`\n${headText(late)}`] : []),
  });
}

function headText(head: ThreadHead): string {
  const facts = [{ name: 'Title', text: head.title ?? '' }, ...headFacts(head)];
  return facts
    .filter(({ text }) => text !== '')
    .map(({ name, text }) => `${name.toLowerCase().padEnd(NAME_WIDTH)}${visibleLine(text)}\n`)
    .join('');
}
