import type { UnifiedMessage } from '../../../core/messages/message.ts';
import type { MessageBuilder } from '../../../core/messages/message-builder.ts';
import { isBashTool } from '../../../core/messages/tool-guards.ts';
import { clipEnd } from '../../../core/text/text-layout.ts';
import type { ThreadEvent } from '../../../core/thread/event.ts';
import type { Outcome } from '../../../core/thread/outcome.ts';
import { createMessageItems } from '../../../core/writers/message-items.ts';
import { isDone } from '../../../core/writers/settled-messages.ts';
import type { TranscriptLayout } from '../../../core/writers/transcript/layout.ts';
import type { Output } from '../output.ts';
import { terminalLine } from '../terminal-text.ts';
import type { HeaderFacts } from './header-facts.ts';
import type { Transcript } from './transcript.ts';

/** Prints a thread live, each message when it is done, so that a long one holds up no other. */
export interface LiveTranscript {
  push(outcome: Outcome): void;
  /** Called when everything is written and more is awaited. Shows what is going on meanwhile. */
  idle(): void;
  /** Prints what is still open, and the footer. */
  end(...footer: (string | undefined)[]): void;
  /** The last warning or error that was printed. */
  readonly lastNotice: string | undefined;
}

export interface LiveTranscriptOptions {
  builder: MessageBuilder;
  transcript: Transcript;
  output: Output;
  /** The facts known by now, for the header. */
  facts(): HeaderFacts;
}

export function createLiveTranscript({ builder, transcript, output, facts }: LiveTranscriptOptions): LiveTranscript {
  const status = createStatusLine(output, transcript.layout);
  const items = createMessageItems();
  const open = new Map<string, UnifiedMessage>();
  /** How many blocks of a message of this turn were printed: some agents add a text to the message of a thought. */
  const printed = new Map<string, number>();
  let hasHeader = false;
  let hasThread = false;
  let lastNotice: string | undefined;

  function printHeader(): void {
    if (!hasHeader) output.append(transcript.header(facts()));
    hasHeader = true;
  }

  function print(message: UnifiedMessage): void {
    const before = printed.get(message.id) ?? 0;
    const isNew = before === 0 || message.content.length > before;
    const rest = before === 0 ? message : { ...message, content: message.content.slice(before) };
    const text = isNew ? transcript.message(rest, items.of(message)) : '';
    printed.set(message.id, message.content.length);
    items.forget(message);
    open.delete(message.id);
    if (text === '') return;
    printHeader();
    output.append(text);
    const [first] = message.content;
    if (message.role === 'system' && first?.type === 'text') lastNotice = first.text;
  }

  function push(event: ThreadEvent): void {
    if (event.type === 'thread.started') hasThread = true;
    const changed = builder.push(event);
    // The usage of the turn comes on a message that is already printed. It is shown at the end.
    if (event.type === 'turn.completed') return;
    items.add(event, changed);
    const isTakenBack = changed.some(({ withdrawn }) => withdrawn);
    if (isTakenBack) output.append(`\n${transcript.layout.style.dim('(what was done last was taken back)')}\n`);
    for (const message of isTakenBack ? [] : changed) {
      if (isDone(event, message)) print(message);
      else open.set(message.id, message);
    }
    if (open.size > 0 || !isTurnEnd(event)) return;
    builder.release(builder.messages.length);
    printed.clear();
  }

  return {
    push(outcome) {
      status.hide();
      if (outcome.ok) outcome.events.forEach(push);
    },
    idle() {
      if (hasThread) printHeader();
      if (hasHeader) status.show([...open.values()].at(-1));
    },
    end(...footer) {
      status.hide();
      for (const message of builder.end()) open.set(message.id, message);
      for (const message of open.values()) print(message);
      if (hasHeader) output.append(transcript.footer(...footer));
    },
    get lastNotice() {
      return lastNotice;
    },
  };
}

function isTurnEnd({ type }: ThreadEvent): boolean {
  return type === 'turn.completed' || type === 'turn.failed' || type === 'turn.aborted';
}

/** A last line that tells what is going on, and goes when something happens. Only for a person at a terminal. */
function createStatusLine(output: Output, layout: TranscriptLayout) {
  const isWanted = output.isTerminal && process.env.TERM !== 'dumb';
  let isShown = false;

  function hide(): void {
    // Back to the beginning of the line, which is cleared, and up to the empty one above.
    if (isShown) output.append('\r\x1b[K\x1b[A');
    isShown = false;
  }

  return {
    show(message: UnifiedMessage | undefined) {
      if (!isWanted) return;
      hide();
      output.append(`\n${layout.style.dim(clipEnd(`… ${describe(message)}`, layout.columns - 1))}`);
      isShown = true;
    },
    hide,
  };
}

function describe(message: UnifiedMessage | undefined): string {
  const block = message?.content[0];
  if (block?.type === 'tool_use') {
    const text = isBashTool(block) ? block.input.command : block.name;
    return terminalLine(text.slice(0, 1000).trim().replaceAll(/\s+/g, ' '));
  }
  return block === undefined ? 'working' : 'writing';
}
