import type { UnifiedMessage } from '../../../core/messages/message.ts';
import { isPrompt } from '../../../core/messages/typed-message.ts';
import { clipEnd } from '../../../core/text/text-layout.ts';
import type { ThreadItem } from '../../../core/thread/item.ts';
import { INDENT, type TranscriptLayout } from '../../../core/writers/transcript/layout.ts';
import { renderMessage } from '../../../core/writers/transcript/render-message.ts';
import { createScreen } from '../screen.ts';
import { terminalLine } from '../terminal-text.ts';
import { localTime, shortPath } from '../wording.ts';
import { renderFooter, renderHeader } from './header.ts';
import type { HeaderFacts } from './header-facts.ts';

/** Turns messages into text for standard output, one after the other. */
export interface Transcript {
  readonly layout: TranscriptLayout;
  header(facts: HeaderFacts): string;
  /** `item` is the item of the message, in its last state. */
  message(message: UnifiedMessage, item?: ThreadItem): string;
  /** Names the agent whose messages have that `parent`, if no call above them does. */
  nameAgent(parent: string, title: string): void;
  footer(...facts: (string | undefined)[]): string;
}

export interface TranscriptOptions {
  /** Folds nothing. */
  full: boolean;
  /** Includes what programs put around a prompt, and the notes of messages. */
  context: boolean;
  /** The hint for lines that were left out. */
  unfoldHint: string;
  color?: string | undefined;
}

/** Agents that start agents are indented, but not out of sight. */
const DEEPEST = 4;
/** The name of an agent may be its whole prompt. */
const LONGEST_NAME = 100;

export function createTranscript(options: TranscriptOptions): Transcript {
  const { full, context, unfoldHint, color } = options;
  const layout: TranscriptLayout = {
    ...createScreen({ color }),
    isWhole: full,
    hasNotes: context,
    unfoldHint,
    shortPath,
  };
  /** The depth of each call. The work of an agent is shown under the call that started it. */
  const depths = new Map<string, number>();
  const calls = new Set<string>();
  const names = new Map<string, string>();
  let lastTime = '';
  let lastInherited: UnifiedMessage | undefined;

  /** The time of a person's message, if it differs from the last one shown. */
  function timeOf(message: UnifiedMessage): string {
    const time = isPrompt(message) ? localTime(message.timestamp) : '';
    if (time === '' || time === lastTime) return '';
    lastTime = time;
    return `${layout.style.dim(time)}\n`;
  }

  /** Once, above the first message after the inherited ones. */
  function dividerOf(message: UnifiedMessage): string {
    const before = lastInherited;
    lastInherited = message.inherited ? message : undefined;
    if (!before || message.inherited) return '';
    const { origin } = before;
    const id = origin?.thread_id === undefined ? '' : ` ${terminalLine(origin.thread_id)}`;
    const words = origin ? `handed over from ${terminalLine(origin.agent)}${id}` : 'copied from another thread';
    return `${layout.style.dim(clipEnd(`── above: ${words} ──`, layout.columns))}\n\n`;
  }

  function depthOf({ parent, content }: UnifiedMessage): number {
    const depth = parent === undefined ? 0 : Math.min((depths.get(parent) ?? 0) + 1, DEEPEST);
    for (const block of content) {
      if (block.type !== 'tool_use') continue;
      calls.add(block.id);
      if (depth > 0) depths.set(block.id, depth);
    }
    return depth;
  }

  /** Once, above the first message of an agent without a call. */
  function nameOf(parent: string | undefined, columns: number): string {
    const title = parent === undefined || calls.has(parent) ? undefined : names.get(parent);
    if (parent === undefined || title === undefined) return '';
    names.delete(parent);
    const [line = ''] = title.trim().split('\n', 1);
    return `${layout.style.dim(clipEnd(`agent: ${terminalLine(line)}`, Math.min(columns, LONGEST_NAME)))}\n`;
  }

  return {
    layout,
    header(facts) {
      layout.cwd = facts.cwd;
      return `${renderHeader(facts, layout)}\n`;
    },
    message(message, item) {
      const depth = depthOf(message);
      const inner = depth === 0 ? layout : { ...layout, columns: layout.columns - depth * INDENT.length };
      const shown = renderMessage(message, inner, item);
      if (shown === '') return '';
      const text = dividerOf(message) + nameOf(message.parent, inner.columns) + timeOf(message) + shown;
      return `\n${depth === 0 ? text : text.replaceAll(/^(?=.)/gm, INDENT.repeat(depth))}\n`;
    },
    nameAgent: (parent, title) => void names.set(parent, title),
    footer(...facts) {
      const text = renderFooter(facts, layout);
      return text === '' ? '' : `\n${text}\n`;
    },
  };
}
