import type { ThreadEvent } from '../../core/thread/event.ts';
import type { ThreadItem } from '../../core/thread/item.ts';
import { parseTime } from '../../core/thread/time.ts';
import * as coreLimits from '../../limits/core.ts';
import { machineLimits } from '../../limits/machine.ts';
import { lastActive, silenceSince } from './last-active.ts';

/** The present activity of a session. docs/sessions.md has the rule in words. */
export type SessionStatus = 'working' | 'waiting' | 'failed' | 'done';

/** What a status depends on beside the events. */
export interface StatusOptions {
  /** Milliseconds since 1970. */
  now: number;
  /** The time of the last write, in milliseconds since 1970. */
  modified: number;
  /** True if an agent started it. It may then end with a call that hands over its result. */
  isSubagent?: boolean | undefined;
  /** True if the reader will go on and the agent does not mark the end of a turn: the turn may be over. */
  endsUnmarked?: boolean | undefined;
}

/** Tools by which an agent asks the person and waits for the answer. */
const QUESTIONS: ReadonlySet<string> = new Set([
  'AskUserQuestion',
  'ExitPlanMode',
  'request_user_input',
  'ask_user',
  'exit_plan_mode',
]);

/** The state of the last turn, as far as its lines tell. */
export interface Standing {
  hasTurn: boolean;
  end: 'completed' | 'inferred' | 'failed' | 'aborted' | undefined;
  /** True if the assistant's text came last. */
  hasLastWord: boolean;
  /** True if an error came last. An agent that does not mark the end of a turn gives up with one. */
  hasError: boolean;
  /** Number of items that began and did not end, and whether one of them asks the person. */
  open: number;
  isAsking: boolean;
  /** The last time that a line gives, as written. */
  timestamp: string | undefined;
}

/** The same while events come. */
interface GrowingStanding extends Omit<Standing, 'open' | 'isAsking'> {
  /** Items that began and did not end; true for those that ask the person. */
  open: Map<string, boolean>;
}

/** Takes the events of a session one by one, and gives its status. */
export interface StatusGatherer {
  add(event: ThreadEvent): void;
  /** The time of the last event that has one, in milliseconds since 1970. */
  readonly lastAt: number | undefined;
  /** The state so far. `statusOf` gives its status at any time. */
  readonly standing: Standing;
  status(options: StatusOptions): SessionStatus;
}

/** The status by the events of the last turn and the silence since. Other threads' events do not count. */
export function sessionStatus(events: Iterable<ThreadEvent>, options: StatusOptions): SessionStatus {
  const gatherer = createStatusGatherer();
  for (const event of events) gatherer.add(event);
  return gatherer.status(options);
}

export function createStatusGatherer(): StatusGatherer {
  const standing: GrowingStanding = {
    hasTurn: false,
    end: undefined,
    hasLastWord: false,
    hasError: false,
    open: new Map(),
    timestamp: undefined,
  };
  const present = (): Standing => ({
    ...standing,
    open: standing.open.size,
    isAsking: [...standing.open.values()].includes(true),
  });
  return {
    add(event) {
      if (event.inherited || event.parent_item_id !== undefined) return;
      standing.timestamp = event.timestamp ?? standing.timestamp;
      take(event, standing);
    },
    get lastAt() {
      return parseTime(standing.timestamp);
    },
    get standing() {
      return present();
    },
    status: (options) => statusOf(present(), options),
  };
}

/** The status of a session whose last turn stands so. */
export function statusOf(standing: Standing, options: StatusOptions): SessionStatus {
  const { now, modified, isSubagent = false, endsUnmarked = false } = options;
  const { hasTurn, hasLastWord, hasError, open, isAsking, timestamp } = standing;
  const end = standing.end ?? (endsUnmarked ? 'inferred' : undefined);
  const silence = silenceSince(lastActive(modified, parseTime(timestamp)), now);
  if (end === 'failed' || (end === 'inferred' && hasError)) return 'failed';
  if (!hasTurn || end === 'completed' || end === 'aborted') return 'done';
  if (isAsking) return silence <= machineLimits.statusWaitingMs ? 'waiting' : 'failed';
  const isUnderWay = silence <= (open > 0 ? machineLimits.statusCallMs : machineLimits.statusSilenceMs);
  // If the agent does not mark the end of a turn, its last word ends it, after a moment of silence.
  if (end === 'inferred' && (hasLastWord || (isSubagent && open === 0)))
    return silence <= machineLimits.statusLastWordMs ? 'working' : 'done';
  return isUnderWay ? 'working' : 'failed';
}

function take(event: ThreadEvent, standing: GrowingStanding): void {
  switch (event.type) {
    case 'turn.started':
      standing.hasTurn = true;
      standing.end = undefined;
      standing.hasLastWord = false;
      standing.hasError = false;
      standing.open.clear();
      return;
    case 'turn.completed':
      standing.end = event.inferred === true ? 'inferred' : 'completed';
      standing.hasTurn = true;
      return;
    case 'turn.failed':
    case 'turn.aborted':
      standing.end = event.type === 'turn.failed' ? 'failed' : 'aborted';
      standing.hasTurn = true;
      return;
    case 'item.started':
    case 'item.updated':
      if (standing.open.size < coreLimits.maxOpenCalls) standing.open.set(event.item.id, isQuestion(event.item));
      begin(event.item, standing);
      return;
    case 'item.completed':
    case 'item.failed':
      standing.open.delete(event.item.id);
      begin(event.item, standing);
  }
}

/** Handles a part of a turn whose beginning may be further above. */
function begin({ type, extra }: ThreadItem, standing: GrowingStanding): void {
  if (type === 'error' && extra?.severity === 'error') standing.hasError = true;
  // Notices and summaries occur between turns too, and a plan may come late.
  if (type === 'error' || type === 'compaction' || type === 'todo_list') return;
  if (type !== 'user_message') standing.hasTurn = true;
  standing.hasLastWord = type === 'agent_message';
  standing.hasError = false;
}

function isQuestion(item: ThreadItem): boolean {
  if ('status' in item && item.status === 'awaiting_approval') return true;
  return item.type === 'tool_call' && QUESTIONS.has(item.name);
}
