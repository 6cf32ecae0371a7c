import { isPrompt } from '../../messages/typed-message.ts';
import { grouped } from '../../text/amount.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { agentTitles } from '../agent-titles.ts';
import { headFacts } from '../head-facts.ts';
import type { PageMessage } from '../page-messages.ts';
import { createPageReading } from '../page-reading.ts';
import { textPage } from '../text-page.ts';
import type { ThreadHead } from '../thread-head.ts';
import type { Writer, WriterOptions } from '../writer.ts';
import { cellCode, escapeMarkdownLine, indented } from './escape.ts';
import { type MarkdownContext, messageMarkdown } from './message-markdown.ts';

/** Markdown as GitHub shows it: facts and prompts, then every turn under a heading of its own. */
export function createMarkdownWriter(options: WriterOptions = {}): Writer {
  const { head } = options;
  const context: MarkdownContext = { cwd: head?.cwd, agentTitle: agentTitles(options) };
  const reading = createPageReading(options, context);
  let lastTurn = 0;

  function written(rows: readonly PageMessage[]): string[] {
    const pieces: string[] = [];
    for (const row of rows) {
      const text = messageMarkdown(row, context);
      if (text === '') continue;
      // Some streams do not have the prompt.
      const isNewTurn = row.turn > lastTurn && (isPrompt(row.message) || row.message.role === 'assistant');
      if (isNewTurn) pieces.push(`## Turn ${row.turn}\n\n`);
      if (isNewTurn) lastTurn = row.turn;
      pieces.push(`${row.message.parent === undefined ? text : indented(text, '> ')}\n\n`);
    }
    return pieces;
  }

  return textPage(reading, {
    begin: () => (head ? [`# ${titleOf(head)}\n\n`, headMarkdown(head)] : ['# Agent session\n\n']),
    written,
    end(late) {
      const found = reading.problems().map((problem) => `- ${escapeMarkdownLine(visibleLine(problem))}`);
      const pieces = found.length > 0 ? [`## What could not be read\n\n${found.join('\n')}\n\n`] : [];
      return late ? [...pieces, '## Facts\n\n', headMarkdown(late)] : pieces;
    },
  });
}

function titleOf({ title, agent }: ThreadHead): string {
  return escapeMarkdownLine(visibleLine(title ?? `${agent ?? 'Agent'} session`));
}

/** Facts as a table, prompts as a list of links: GitHub gives every heading an anchor of its name. */
function headMarkdown(head: ThreadHead): string {
  const facts = headFacts(head).map(({ name, text, isPath }) => {
    const shown = visibleLine(text);
    return `| ${name} | ${isPath ? cellCode(shown) : escapeMarkdownLine(shown)} |`;
  });
  const prompts = head.prompts
    .filter(({ turn }) => turn > 0)
    .map(({ turn, text }) => `- [Turn ${turn}](#turn-${turn}) ${escapeMarkdownLine(visibleLine(text))}`);
  if (head.morePrompts > 0) prompts.push(`- and ${grouped(head.morePrompts)} more`);
  const table = ['| | |', '| --- | --- |', ...facts].join('\n');
  return prompts.length > 0 ? `${table}\n\n${prompts.join('\n')}\n\n` : `${table}\n\n`;
}
