import * as coreLimits from '../../../limits/core.ts';
import { amount } from '../../text/amount.ts';
import type { TokenizeCode } from '../../text/code-tokens.ts';
import { tokenNode } from '../../text/diff-nodes.ts';
import { classed, type ElementNode, element, type TextNode } from '../../text/node.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { agentTitles } from '../agent-titles.ts';
import type { PageMessage } from '../page-messages.ts';
import { createPageReading } from '../page-reading.ts';
import type { Writer, WriterOptions } from '../writer.ts';
import { contentsNode, headerNode, titleOf } from './head-nodes.ts';
import type { HtmlContext } from './html-context.ts';
import { createPageParts, PAGE_BREAK } from './page-parts.ts';
import { messageRows } from './row.ts';
import { lines, NEXT_TURN, PAGE_END, pageStart, THREAD_END, THREAD_START } from './shell.ts';

/** A standalone page for people: one file, which runs nothing and loads nothing. `tokenize` colours code. */
export function createHtmlWriter(options: WriterOptions = {}, tokenize?: TokenizeCode): Writer {
  const { head } = options;
  const context = createContext(options, tokenize);
  const reading = createPageReading(options, context);
  const parts = options.parts && createPageParts(options.parts);
  const agents = createAgentGroups(context, options.parts?.most);
  let isBegun = false;
  let lastTurn: number | undefined;

  function begin(): string[] {
    if (isBegun) return [];
    isBegun = true;
    if (!head || parts) return partStart(false);
    return [pageStart(visibleLine(titleOf(head))), lines([headerNode(head), contentsNode(head)]), THREAD_START];
  }

  /** The head of a page with several parts comes at its end, when its prompts are known. The style puts it on top. */
  function partStart(isLinked: boolean): string[] {
    const links = parts && isLinked ? lines([parts.links(false)]) : '';
    const title = head ? visibleLine(titleOf(head)) : 'Agent session';
    return [pageStart(title), THREAD_START, links];
  }

  function partEnd(hasNext: boolean): string[] {
    const links = parts && (hasNext || !parts.isFirst) ? lines([parts.links(hasNext)]) : '';
    return [links, THREAD_END, parts && head ? lines(parts.head(head)) : ''];
  }

  /** A piece of rows, on the next page if this one is full. */
  function placed(piece: string): string[] {
    if (!parts?.isOver(piece)) return [piece];
    const end = [...partEnd(true), lines([footerNode([])]), PAGE_END, PAGE_BREAK];
    parts.next();
    parts.isOver(piece);
    return [...end, ...partStart(true), piece];
  }

  function written(messages: readonly PageMessage[]): string[] {
    const pieces: string[] = [];
    for (const given of messages) {
      const message = parts ? { ...given, message: parts.shorten(given.message) } : given;
      const isNext = lastTurn !== undefined && message.turn !== lastTurn;
      lastTurn = message.turn;
      if (isNext) pieces.push(...placed(lines(agents.end())), NEXT_TURN);
      pieces.push(...placed(lines(agents.add(message))));
      parts?.saw(message.message);
    }
    return pieces.filter((piece) => piece !== '');
  }

  return {
    push(outcome) {
      const pieces = written(reading.push(outcome));
      return pieces.length === 0 ? pieces : [...begin(), ...pieces];
    },
    end() {
      const pieces = [...begin(), ...written(reading.end()), ...placed(lines(agents.end())), ...partEnd(false)];
      // The style puts it on top.
      const late = reading.lateHead();
      if (late) pieces.push(lines([headerNode(late), contentsNode(late)]));
      pieces.push(lines([footerNode(reading.problems())]), PAGE_END);
      return pieces.filter((piece) => piece !== '');
    },
  };
}

function createContext(options: WriterOptions, tokenize: TokenizeCode | undefined): HtmlContext {
  let imagesLeft: number = coreLimits.maxEmbeddedImagesLength;
  return {
    tokenize,
    colour(code, language) {
      const tokens = tokenize?.(code, language);
      return tokens?.flatMap((line, index) => [...(index > 0 ? ['\n'] : []), ...line.map(tokenNode)]);
    },
    cwd: options.head?.cwd,
    agentTitle: agentTitles(options),
    takeImage(length) {
      if (length > coreLimits.maxEmbeddedImageLength || length > imagesLeft) return false;
      imagesLeft -= length;
      return true;
    },
  };
}

/** The work of a sub-agent is folded under the call that started it, in groups short enough to hold. */
function createAgentGroups(context: HtmlContext, mostBytes: number | undefined) {
  let parent: string | undefined;
  let rows: ElementNode[] = [];
  let steps = 0;
  /** The length of what is held, if a page has a limit. */
  let held = 0;

  function close(): ElementNode[] {
    if (steps === 0) return [];
    const summary = element('summary', {}, [`What the sub-agent did: ${amount(steps, 'message')}`]);
    const group = classed('details', 'agent-thread', [summary, ...rows]);
    rows = [];
    steps = 0;
    held = 0;
    return [group];
  }

  return {
    add(message: PageMessage): TextNode[] {
      const own = messageRows(message, context);
      const next = message.message.parent;
      const isFull = next !== parent || steps >= coreLimits.maxAgentGroup || held > (mostBytes ?? held) / 16;
      const closed = isFull ? close() : [];
      parent = next;
      if (next === undefined) return [...closed, ...own];
      for (const row of own) rows.push(row);
      steps += 1;
      if (mostBytes !== undefined) held += contentLength(message);
      return closed;
    },
    end: close,
  };
}

/** Nested input is the model's own and short. */
function contentLength({ message }: PageMessage): number {
  let length = 0;
  for (const block of message.content)
    for (const value of Object.values(block.type === 'tool_use' ? block.input : block))
      if (typeof value === 'string') length += value.length;
  return length;
}

function footerNode(problems: readonly string[]): ElementNode {
  const list = problems.map((problem) => element('li', {}, [visibleLine(problem)]));
  const told = list.length === 0 ? [] : [element('h2', {}, ['What could not be read']), element('ul', {}, list)];
  return classed('footer', 'page-end', [...told, 'Written by threadline. This page runs no script and loads nothing.']);
}
