import { jsonText } from '../../lines/json.ts';
import { amount } from '../../text/amount.ts';
import { withoutAnsi } from '../../text/ansi.ts';
import type { DiffLine } from '../../text/diff-lines.ts';
import { markdownNodes } from '../../text/markdown.ts';
import { countLines } from '../../text/split-lines.ts';
import { visibleLine, visibleText } from '../../text/visible-text.ts';
import type { CallEnd } from '../call-end.ts';
import { countChanges, type PageCall } from '../page-call.ts';
import { durationText, pathText } from '../page-words.ts';
import { codeFence, codeSpan, escapeMarkdownLine } from './escape.ts';
import { details, type MarkdownContext } from './message-markdown.ts';
import { nodesMarkdown } from './nodes-markdown.ts';

/** Longer outputs are folded. */
const SHOWN_LINES = 12;
const SHOWN_DIFF = 40;
const SHOWN_LENGTH = 4000;

/** A tool call with its input and its result. */
export function callMarkdown(call: PageCall, context: MarkdownContext): string {
  const { end } = call;
  switch (call.kind) {
    case 'command':
      return blocks(
        heading('Command', '', end),
        codeFence(visibleText(call.command.trim()), 'sh'),
        outputMarkdown(end.output),
      );
    case 'change': {
      const { added, deleted } = countChanges(call.diff);
      const paths = [call.path, call.movedTo].filter((path) => path !== undefined);
      const name = paths.map((path) => codeSpan(visibleLine(pathText(path, context.cwd)))).join(' → ');
      const counts = call.diff.length > 0 ? ` · +${added} −${deleted}` : '';
      return blocks(heading(call.action, `${name}${counts}`, end), diff(call.diff), outputMarkdown(end.output));
    }
    case 'plan':
      return blocks(heading('Plan', '', end), call.steps.map(step).join('\n'));
    case 'agent': {
      const task = call.prompt.trim() === '' ? '' : details('Task', nodesMarkdown(markdownNodes(call.prompt)));
      return blocks(
        heading('Sub-agent', escapeMarkdownLine(visibleLine(call.title)), end),
        task,
        nodesMarkdown(markdownNodes(end.output)),
      );
    }
    case 'web':
      return blocks(heading(call.title, codeSpan(visibleLine(call.subject)), end), outputMarkdown(end.output));
    default: {
      const isEmpty = Object.keys(call.input).length === 0;
      const input = isEmpty ? '' : codeFence(visibleText(jsonText(call.input)), 'json');
      const subject = call.subject === '' ? '' : codeSpan(visibleLine(call.subject));
      return blocks(heading(call.title, subject, end), folded('Input', input), outputMarkdown(end.output));
    }
  }
}

function blocks(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

function heading(name: string, subject: string, end: CallEnd): string {
  const { state, exitCode, seconds } = end;
  const facts = [`**${escapeMarkdownLine(visibleLine(name.slice(0, 200)))}**${subject === '' ? '' : ` ${subject}`}`];
  if (state === 'open') facts.push('did not end');
  if (state === 'declined') facts.push('declined');
  else if (exitCode !== undefined && exitCode !== 0) facts.push(`exit ${exitCode}`);
  else if (state === 'failed') facts.push('failed');
  if (seconds !== undefined) facts.push(durationText(seconds * 1000));
  return facts.join(' · ');
}

/** The output of a program, folded if it is long. */
export function outputMarkdown(text: string): string {
  const shown = visibleText(withoutAnsi(text).replaceAll('\r\n', '\n').replaceAll('\r', '\n')).trimEnd();
  return shown.trim() === '' ? '' : folded('Output', codeFence(shown, 'text'));
}

function folded(name: string, block: string): string {
  const lines = countLines(block) - 2;
  if (block === '' || (lines <= SHOWN_LINES && block.length <= SHOWN_LENGTH)) return block;
  return details(`${name}, ${amount(lines, 'line')}`, block);
}

const SIGNS = { same: ' ', add: '+', delete: '-', hunk: '' } as const;

function diff(lines: readonly DiffLine[]): string {
  if (lines.length === 0) return '';
  const text = lines.map(({ kind, text: line }) => SIGNS[kind] + line).join('\n');
  const block = codeFence(visibleText(text), 'diff');
  return lines.length <= SHOWN_DIFF ? block : details(`Diff, ${amount(lines.length, 'line')}`, block);
}

function step({ text, status }: { text: string; status: string }): string {
  const words = escapeMarkdownLine(visibleLine(text));
  return `- [${status === 'completed' ? 'x' : ' '}] ${words}${status === 'in_progress' ? ' *(in progress)*' : ''}`;
}
