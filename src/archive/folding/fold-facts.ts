import type { ThreadEvent } from '../../core/thread/event.ts';
import type { Outcome } from '../../core/thread/outcome.ts';
import { machineLimits } from '../../limits/machine.ts';
import {
  createStatusGatherer,
  type StatusGatherer,
  type StatusOptions,
} from '../../machine/sessions/session-status.ts';
import type { FoldedBlock, FoldedStatus } from '../model/thread-sink.ts';

/** What messages add up to. */
export interface MessageCounts {
  messages: number;
  tools: number;
  errors: number;
  /** The times of the first and the last that has one. */
  first?: number | undefined;
  last?: number | undefined;
}

export function countMessage(counts: MessageCounts, blocks: readonly FoldedBlock[]): void {
  counts.messages += 1;
  for (const { kind, error, at, inherited } of blocks) {
    if (kind === 'tool_use') counts.tools += 1;
    if (error) counts.errors += 1;
    if (at === 0 || inherited) continue;
    counts.first = Math.min(counts.first ?? at, at);
    counts.last = Math.max(counts.last ?? at, at);
  }
}

export type FoldFacts = ReturnType<typeof createFoldFacts>;

/** What the head of a file tells already. */
interface HeadFacts extends Omit<StatusOptions, 'now'> {
  model: string | undefined;
  /** Not a number where it is not known. */
  createdAt: number;
}

/** What the events of a session add up to. */
export function createFoldFacts() {
  const turns = new Set<string | undefined>();
  const status = createStatusGatherer();
  let problems = 0;
  let model: string | undefined;
  let branch: string | undefined;
  let project: string | undefined;

  function add(event: ThreadEvent): void {
    if (event.inherited || event.parent_item_id !== undefined) return;
    if (event.type === 'turn.started') turns.add(event.turn_id);
    if (event.type !== 'thread.started' && event.type !== 'turn.started' && event.type !== 'context') return;
    model = event.model ?? model;
    project = event.cwd ?? project;
    if (event.type === 'thread.started' && typeof event.git?.branch === 'string') branch = event.git.branch;
  }

  return {
    get project() {
      return project;
    },
    addOutcome(outcome: Outcome): readonly ThreadEvent[] {
      if (!outcome.ok) {
        problems += 1;
        return [];
      }
      problems += outcome.problems.length;
      for (const event of outcome.events) {
        status.add(event);
        add(event);
      }
      return outcome.events;
    },
    /** With what its messages add up to. */
    sums({ messages, tools, errors, first, last }: MessageCounts, head: HeadFacts) {
      const began = Number.isNaN(head.createdAt) ? first : head.createdAt;
      return {
        model: model ?? head.model,
        branch,
        startedAt: first ?? began,
        endedAt: last ?? began,
        status: foldedStatus(status, head),
        turns: turns.size,
        messages,
        tools,
        errors,
        problems,
      };
    },
  };
}

/** The rule knows silences of some lengths; the longest during which nothing changes is looked for. */
function foldedStatus(gatherer: StatusGatherer, options: Omit<StatusOptions, 'now'>): FoldedStatus {
  const { statusLastWordMs, statusSilenceMs, statusCallMs, statusWaitingMs } = machineLimits;
  const after = (silence: number) => gatherer.status({ ...options, now: options.modified + silence });
  const now = after(0);
  const lasting = [statusLastWordMs, statusSilenceMs, statusCallMs, statusWaitingMs].filter((ms) => after(ms) === now);
  const until = Math.floor(options.modified) + Math.max(0, ...lasting);
  return { now, until, later: after(Number.MAX_SAFE_INTEGER) };
}
