import type { UnifiedMessage } from '../../messages/message.ts';
import { readableError } from '../../messages/readable-error.ts';
import { withoutAnsi } from '../../text/ansi.ts';
import { markdownNodes } from '../../text/markdown.ts';
import { classed, type ElementNode, element, type TextNode } from '../../text/node.ts';
import { visibleLine, visibleText } from '../../text/visible-text.ts';
import { typedPrompt } from '../../tools/typed-prompt.ts';
import { anchorOf } from '../anchor.ts';
import { noteGroups, noteTitle } from '../note-groups.ts';
import { pageCall } from '../page-call.ts';
import type { PageMessage } from '../page-messages.ts';
import { clockText, isoText } from '../page-words.ts';
import { missingCall, type ShownBlock, shownBlocks } from '../shown-blocks.ts';
import { callRow } from './call-row.ts';
import { folded, outputNodes } from './folded.ts';
import type { HtmlContext } from './html-context.ts';
import { imageNode } from './image-node.ts';

/** The parts of every row: its kind, which sets colour and icon, its name, the facts beside it, and its content. */
export interface Row {
  kind: string;
  name: string;
  facts?: readonly TextNode[];
  body: readonly TextNode[];
}

/** The rows of a message: one per thing said or done. The first has the anchor that links lead to. */
export function messageRows({ message, item, turn }: PageMessage, context: HtmlContext): ElementNode[] {
  const rows: Row[] = [];
  for (const shown of shownBlocks(message.content)) {
    const { block } = shown;
    const row = blockRow(shown);
    if (block.type === 'image' && rows.length > 0) {
      // An image belongs to the row that it came with.
      const last = rows.pop();
      if (last) rows.push({ ...last, body: [...last.body, imageNode(block, context)] });
    } else rows.push(row);
  }
  const notes = noteGroups(message.notes).map((note) => foldedPlain(noteTitle(note), note.text));
  const last = notes.length > 0 ? (rows.pop() ?? { kind: 'context', name: '', body: [] }) : undefined;
  if (last) rows.push({ ...last, body: [...last.body, ...notes] });
  return rows.map((row, index) => rowNode(row, message, index));

  function blockRow({ block, result }: ShownBlock): Row {
    switch (block.type) {
      case 'text':
        return textRow(block.text, message, turn, context);
      case 'thinking':
        return { kind: 'reasoning', name: '', body: [reasoning(block.thinking, context)] };
      case 'image':
        return { kind: 'image', name: 'Image', body: [imageNode(block, context)] };
      case 'tool_use':
        return callRow(pageCall(block, result, item), context);
      case 'tool_result':
        return callRow(pageCall(missingCall, block, item), context);
    }
  }
}

function rowNode({ kind, name, facts = [], body }: Row, message: UnifiedMessage, index: number): ElementNode {
  const id = index === 0 ? anchorOf(message.id) : `${anchorOf(message.id)}.${index + 1}`;
  const time = clockText(message.timestamp);
  const note = message.withdrawn ? [classed('span', 'tag warn', ['taken back'])] : [];
  const link = element('a', { class: 'time', href: `#${id}`, title: isoText(message.timestamp) || undefined }, [
    time || '#',
  ]);
  const heading = name === '' ? [] : [element('strong', {}, [visibleLine(name)])];
  const top = classed('div', 'top', [...heading, ...facts, ...note, link]);
  return element('article', { id, class: `row ${kind}` }, [top, ...body]);
}

type Prose = (text: string, name: string) => ElementNode;

function textRow(text: string, message: UnifiedMessage, turn: number, context: HtmlContext): Row {
  const { role, injected, id } = message;
  const prose: Prose = (said, name) => classed('div', name, markdownNodes(said, context.colour));
  if (injected) return { kind: 'context', name: '', body: [foldedPlain('Context', text)] };
  if (role === 'user') return promptRow(text, message, turn, prose);
  if (role === 'assistant') return { kind: 'answer', name: context.agentTitle(message), body: [prose(text, 'prose')] };
  if (/\.compaction\.\d+$/.test(id)) return compaction(text);
  const kind = /\.aborted\.\d+$/.test(id) ? 'divider' : 'notice';
  return { kind, name: 'Notice', body: [classed('div', 'problem', [visibleText(readableError(text))])] };
}

/** What a person typed, or the task that an agent gives a sub-agent. What programs added is folded. */
function promptRow(text: string, message: UnifiedMessage, turn: number, prose: Prose): Row {
  if (message.parent !== undefined) return { kind: 'prompt', name: 'Task', body: [prose(text, 'bubble prose')] };
  const { text: typed, command, output, wrappers = [] } = typedPrompt(text);
  const added = wrappers.map((wrapper) => foldedPlain('Context', wrapper.text));
  if (output !== undefined)
    return {
      kind: 'context',
      name: '',
      body: [folded('Output', firstLine(withoutAnsi(output)), outputNodes(output, false)), ...added],
    };
  if (typed === '') return { kind: 'context', name: '', body: added };
  const chip = classed('div', 'bubble', [
    element('code', {}, [visibleLine(command?.name ?? '')]),
    ` ${visibleText(command?.arguments ?? '')}`,
  ]);
  const facts = [classed('span', 'fact', [`turn ${turn}`])];
  return { kind: 'prompt', name: 'You', facts, body: [command ? chip : prose(typed, 'bubble prose'), ...added] };
}

function reasoning(text: string, context: HtmlContext): ElementNode {
  return folded('Reasoning', firstLine(text.replaceAll('**', '')), [
    classed('div', 'prose', markdownNodes(text, context.colour)),
  ]);
}

/** A summary that replaced older context. */
function compaction(summary: string): Row {
  const body = summary === 'Context compacted' ? [] : [foldedPlain('Summary', summary)];
  return { kind: 'divider', name: 'Context compacted', body };
}

function foldedPlain(name: string, text: string): ElementNode {
  return folded(name, firstLine(text), [classed('div', 'plain', [visibleText(text)])]);
}

function firstLine(text: string): string {
  const [line = ''] = text.slice(0, 2000).trim().split('\n', 1);
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}
