import { createNdjsonMapper } from '../../core/ndjson/ndjson-mapper.ts';
import type { Approval } from '../../machine/live/ask.ts';
import type { LiveEvent } from '../../machine/live/live-event.ts';
import type { LiveSession } from '../../machine/live/live-session.ts';
import { openApprovals } from './answer-chat.ts';
import type { ChatStream } from './chat-stream.ts';

/** One turn of a live session as an answer. What is left open when the request ends is denied, and the turn ends. */
export async function converseLive(
  session: LiveSession,
  message: string,
  stream: ChatStream,
  signal: AbortSignal,
): Promise<void> {
  const mapper = createNdjsonMapper();
  const send = (events: readonly object[]) => {
    for (const event of events) stream.send(`${JSON.stringify(event)}\n`);
  };
  const release = openApprovals.addSession(session);
  const events = session.subscribe(session.eventCount)[Symbol.asyncIterator]();
  const stop = () => void events.return?.();
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    const turn = session.send(message);
    let isOver = false;
    void turn.done.then(() => {
      isOver = true;
    });
    for (let next = await events.next(); !next.done; next = await events.next()) {
      send(linesOf(next.value, mapper));
      if (next.value.type === 'live.state' && isIdle(next.value.state) && (await settled(turn.done, () => isOver)))
        break;
    }
    send(mapper.end());
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
    if (signal.aborted && session.state !== 'closed') await session.interrupt().catch(() => {});
    release();
  }
}

function isIdle(state: string): boolean {
  return state === 'idle' || state === 'closed';
}

/** The end of a turn and the state that follows it are told one after the other. */
async function settled(done: Promise<unknown>, isOver: () => boolean): Promise<boolean> {
  await Promise.race([done, Promise.resolve()]);
  return isOver();
}

function linesOf(event: LiveEvent, mapper: ReturnType<typeof createNdjsonMapper>): readonly object[] {
  switch (event.type) {
    case 'approval.requested':
      return [approvalLine(event.approval)];
    case 'approval.resolved':
      return [{ type: 'approval_resolved', id: event.id, answer: event.answer, by: event.by }];
    case 'question.asked':
      return [{ type: 'question', id: event.question.id, questions: event.question.questions }];
    case 'question.resolved':
      return [{ type: 'question_resolved', id: event.id, by: event.by }];
    case 'live.warning':
      return [{ type: 'stderr', content: event.message }];
    case 'live.state':
    case 'live.mode':
    case 'live.said':
    case 'turn.stalled':
      return [];
    default:
      return mapper.push(event);
  }
}

function approvalLine({ id, thread_id, kind, title, ...rest }: Approval): object {
  const { item_id, reason, tool, command, input, changes, url, allows } = rest;
  // The agent's own grant is no answer of a chat.
  const offered = allows.filter((answer) => answer !== 'allow-always');
  const told = { item_id, reason, tool, command, input, changes, url };
  return { type: 'approval', id, session: thread_id, kind, title, ...told, allows: offered };
}
