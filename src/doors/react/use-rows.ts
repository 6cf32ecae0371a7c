import { useRef } from 'react';
import type { UnifiedMessage } from '../../core/messages/message.ts';
import type { ThreadEvent } from '../../core/thread/event.ts';
import type { Row } from '../../core/writers/rows/row.ts';
import type { ChatMessage } from './sources/chat-message.ts';
import { createEventRows, type EventRows } from './sources/event-rows.ts';
import { createMessageRows, type MessageRows } from './sources/message-rows.ts';

/** What a transcript is made of: one of these. */
export interface ThreadSource {
  /** Rows, as `useThread` and threadline's server give them. */
  rows?: readonly Row[] | undefined;
  /** Messages of threadline, or those of the AI SDK's `useChat`. */
  messages?: readonly (UnifiedMessage | ChatMessage)[] | undefined;
  /** Events of threadline. A list that begins as the one before is read on from there. */
  events?: readonly ThreadEvent[] | undefined;
}

/** The rows of a source, and its images. Rows that did not change are the same objects. */
export function useRows({ rows, messages, events }: ThreadSource): {
  rows: readonly Row[];
  imageOf: (name: string) => string | undefined;
} {
  const ofMessages = useRef<MessageRows>(null);
  const ofEvents = useRef<{ fold: EventRows; read: readonly ThreadEvent[] }>(null);
  if (messages) {
    const folded = ofMessages.current ?? createMessageRows();
    ofMessages.current = folded;
    return { rows: folded.rowsOf(messages), imageOf: folded.images.dataOf };
  }
  if (events) {
    const before = ofEvents.current;
    const isLonger = before !== null && startsWith(events, before.read);
    const fold = isLonger ? before.fold : createEventRows();
    for (const event of events.slice(isLonger ? before.read.length : 0)) fold.push(event);
    ofEvents.current = { fold, read: events };
    return { rows: fold.rows(), imageOf: fold.images.dataOf };
  }
  return { rows: rows ?? NONE, imageOf: nothing };
}

const NONE: readonly Row[] = [];

function nothing(): undefined {}

function startsWith(events: readonly ThreadEvent[], read: readonly ThreadEvent[]): boolean {
  return read.length <= events.length && read.every((event, index) => event === events[index]);
}
