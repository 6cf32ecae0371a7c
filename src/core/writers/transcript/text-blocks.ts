import type { ImageContent, MessageNote } from '../../messages/message.ts';
import { readableError } from '../../messages/readable-error.ts';
import { clipEnd, wrapText } from '../../text/text-layout.ts';
import { visibleLine, visibleText } from '../../text/visible-text.ts';
import { noteTitle } from '../note-groups.ts';
import { type Fold, foldLines, INDENT, outputBlock, type TranscriptLayout } from './layout.ts';

/** A prompt may hold a whole log or file. */
const PROMPT_FOLD: Fold = { first: 24, last: 8 };

type Paint = (line: string) => string;

const asItIs: Paint = (line) => line;

/** A text with a mark before its first line, the other lines indented under it. */
export function saidBlock(text: string, mark: string, layout: TranscriptLayout, paint = asItIs): string[] {
  return marked(mark, textLines(text, layout).map(paint), paint);
}

/** Words between pairs of asterisks, as Markdown writes them. */
const BOLD = /\*\*(?=\S)([^*\n]{1,500})(?<=\S)\*\*/g;

/** What the assistant says. Its bold words are bold on a terminal with colours; anywhere else its text stays as it is. */
export function answerBlock(text: string, layout: TranscriptLayout): string[] {
  const { bold } = layout.style;
  return saidBlock(
    text,
    '•',
    layout,
    bold('') === '' ? asItIs : (line) => line.replace(BOLD, (_, words) => bold(words)),
  );
}

/** A text of the person. */
export function promptBlock(text: string, layout: TranscriptLayout): string[] {
  const { style } = layout;
  const paint: Paint = (line) => style.bold(style.accent(line));
  return marked('›', foldLines(textLines(text, layout), PROMPT_FOLD, layout, paint), paint);
}

function textLines(text: string, layout: TranscriptLayout): string[] {
  return wrapText(visibleText(text.trim()).replaceAll('\t', '    '), layout.columns - INDENT.length);
}

function marked(mark: string, lines: readonly string[], paint: Paint): string[] {
  return lines.map((line, index) => `${index === 0 ? paint(`${mark} `) : INDENT}${line}`.trimEnd());
}

/** A summary of the model's reasoning, kept short. Its headings are Markdown's. */
export function thinkingBlock(thinking: string, layout: TranscriptLayout): string[] {
  const lines = thinking.split('\n').filter((line) => line.trim() !== '');
  return saidBlock(lines.join('\n').replaceAll(/\*\*([^*\n]+)\*\*/g, '$1'), '·', layout, layout.style.dim);
}

/** A warning or an error. A service's answer is JSON, of which people read one sentence. */
export function noticeBlock(text: string, layout: TranscriptLayout): string[] {
  return saidBlock(readableError(text), '!', layout, layout.style.warning);
}

/** What a record says beside its blocks. */
export function noteBlock(note: MessageNote, layout: TranscriptLayout): string[] {
  const { style } = layout;
  return [style.dim(clipEnd(`+ ${noteTitle(note)}`, layout.columns)), ...outputBlock(note.text, layout, style.dim)];
}

/** A summary that replaced older context. */
export function compactionBlock(summary: string, layout: TranscriptLayout): string[] {
  const { style } = layout;
  // The text used if the agent does not give the summary in plain text.
  const lines = summary === 'Context compacted' ? [] : outputBlock(summary, layout, style.dim);
  return [`${style.dim('≈')} ${style.bold('context compacted')}`, ...lines];
}

/** A plan as a text: the answer of the turn. */
export function planTextBlock(text: string, layout: TranscriptLayout): string[] {
  const { style } = layout;
  return [
    `${style.dim('≡')} ${style.bold('plan')}`,
    ...textLines(text, layout).map((line) => `${INDENT}${line}`.trimEnd()),
  ];
}

/** The address or the kind of an image, because it cannot be shown. */
export function imageBlock({ source }: ImageContent, { columns, style }: TranscriptLayout): string[] {
  const kilobytes = source.type === 'base64' ? Math.ceil((source.data.length * 3) / 4 / 1000) : 0;
  const text = source.type === 'url' ? source.url : `${source.media_type}, ${kilobytes} kB`;
  return [INDENT + style.dim(clipEnd(`[image: ${visibleLine(text.slice(0, 1000))}]`, columns - INDENT.length))];
}
