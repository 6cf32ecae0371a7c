import { createNdjsonMapper } from '../ndjson/ndjson-mapper.ts';
import { createUsageSum } from '../thread/usage-sum.ts';
import type { ControlledEvent, LiveSource, SourceApproval } from './live-source.ts';
import type { PartEnd, PartMapper } from './part-mapper.ts';
import type { StreamPart } from './stream-part.ts';

/** Told of approvals as they are asked and as they are over. */
export interface ApprovalWatch {
  /** The agent waits for it. */
  asked(approval: SourceApproval): void;
  /** It was answered, or nobody reads any more. */
  over(id: string): void;
}

interface LivePartsOptions {
  approvals?: ApprovalWatch | undefined;
  signal?: AbortSignal | undefined;
}

const QUESTION = 'nobody can be asked here';

/** One turn of an agent under control. An approval is a part; what is left open when nobody reads any more is denied. */
export async function* liveParts(
  { live, prompt }: LiveSource,
  mapper: PartMapper,
  { approvals: watch, signal }: LivePartsOptions,
): AsyncGenerator<StreamPart, PartEnd> {
  const lines = createNdjsonMapper();
  const sum = createUsageSum();
  const open = new Set<string>();
  let end: { status: string; error?: string } | undefined;

  function* partsOf(event: ControlledEvent): Generator<StreamPart> {
    switch (event.type) {
      case 'approval.requested':
        open.add(event.approval.id);
        watch?.asked(event.approval);
        yield* mapper.approval(event.approval);
        return;
      case 'approval.resolved':
        open.delete(event.id);
        watch?.over(event.id);
        return;
      case 'question.asked':
        event.question.decline(QUESTION).catch(() => {});
        return;
      case 'question.resolved':
      case 'live.state':
      case 'live.mode':
      case 'live.warning':
      case 'live.said':
      case 'turn.stalled':
        return;
      default:
        sum.push(event);
        for (const line of lines.push(event)) yield* mapper.push(line);
    }
  }

  signal?.throwIfAborted();
  const events = live.subscribe(live.eventCount)[Symbol.asyncIterator]();
  const stop = async () => void (await live.interrupt().catch(() => {}));
  let isOurs = false;
  try {
    const { done } = live.send(prompt);
    isOurs = true;
    signal?.addEventListener('abort', stop, { once: true });
    void done.then((told) => {
      end = told;
    });
    for (let next = await events.next(); !next.done; next = await events.next()) {
      yield* partsOf(next.value);
      if (next.value.type !== 'live.state' || !isStill(next.value.state)) continue;
      // The end of a turn and the state that follows it are told one after the other.
      await Promise.race([done, Promise.resolve()]);
      if (end) break;
    }
    for (const line of lines.end()) yield* mapper.push(line);
    return { usage: sum.usage, ...endOf(end) };
  } finally {
    for (const id of open) watch?.over(id);
    signal?.removeEventListener('abort', stop);
    await events.return?.();
    // A turn that another request began is not ours to end.
    if (isOurs && !end && live.state !== 'closed') await stop();
  }
}

function isStill(state: string): boolean {
  return state === 'idle' || state === 'closed';
}

function endOf(end: { status: string; error?: string } | undefined): PartEnd {
  if (end?.status === 'failed') return { error: new Error(end.error ?? 'the agent failed') };
  return end?.status === 'completed' ? {} : { isCutOff: true };
}
