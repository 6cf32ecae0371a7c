import * as coreLimits from '../../../../limits/core.ts';
import type { ItemStartedEvent } from '../../../thread/event.ts';
import type { ThreadItem } from '../../../thread/item.ts';

/** A call that may still get news. */
export interface OpenCall {
  /** The tool's name, as the model called it. */
  tool: string;
  item: ThreadItem;
  /** An event reported the end, so the output only repeats it. */
  isFinished: boolean;
  isAnswered: boolean;
  /** An event may still report the end, even after the turn. */
  isAwaited: boolean;
  /** The id by which to write to a process that still runs. */
  process: string | undefined;
  /** The turn and the request in which it began. */
  turnId: string | undefined;
  requestId: string | undefined;
  /** The number of outputs so far. */
  outputs: number;
  /** The number of outputs, and their length, when it was last given. */
  givenOutputs: number;
  givenSize: number;
}

/** Where a call began. */
type CallPlace = Pick<ItemStartedEvent, 'turn_id' | 'request_id'>;

/**
 * The calls of a file. Those without an answer and those with a running process are remembered across turns, the others
 * until their turn ends. Their number is limited: those with an answer are forgotten first, then the oldest.
 */
export interface OpenCalls {
  /** Adds a call, and returns the one forgotten for it. */
  add(item: ThreadItem, tool: string, place: CallPlace | undefined): OpenCall | undefined;
  find(id: string): OpenCall | undefined;
  /** The newest tool search without an answer. It may have no id. */
  lastSearch(): OpenCall | undefined;
  /** Notes the answer of a call. `process` still runs. */
  answer(call: OpenCall, process: string | undefined): void;
  /** Notes that an event reported the end of the call. */
  finish(call: OpenCall): void;
  /** The call that started a process which still runs. */
  running(process: string): OpenCall | undefined;
  /** Notes that the process of the call ended. */
  exit(call: OpenCall): void;
  forget(call: OpenCall): void;
  allRunning(): OpenCall[];
  endTurn(): void;
}

export function createOpenCalls(): OpenCalls {
  const calls = new Map<string, OpenCall>();
  /** The answered calls of this turn, in the order of the answers. Some may be gone since. */
  let done: OpenCall[] = [];
  const processes = new Map<string, OpenCall>();

  function forget(call: OpenCall): void {
    const { id } = call.item;
    if (calls.get(id) === call) calls.delete(id);
    if (call.process !== undefined && processes.get(call.process) === call) processes.delete(call.process);
  }

  /** Forgets half of the answered calls at a time, so that each is looked at once; otherwise the oldest. */
  function makeRoom(): OpenCall | undefined {
    const half = done.splice(0, Math.ceil(done.length / 2));
    for (const call of half) if (call.process === undefined) forget(call);
    if (calls.size <= coreLimits.maxOpenCalls) return undefined;
    const [oldest] = calls.values();
    if (oldest) forget(oldest);
    return oldest;
  }

  function stop(call: OpenCall): void {
    if (call.process !== undefined && processes.get(call.process) === call) processes.delete(call.process);
    call.process = undefined;
    call.isFinished = true;
  }

  return {
    add(item, tool, place) {
      const call: OpenCall = {
        tool,
        item,
        isFinished: false,
        isAnswered: false,
        isAwaited: false,
        process: undefined,
        turnId: place?.turn_id,
        requestId: place?.request_id,
        outputs: 0,
        givenOutputs: 0,
        givenSize: 0,
      };
      calls.set(item.id, call);
      return calls.size > coreLimits.maxOpenCalls ? makeRoom() : undefined;
    },
    find: (id) => calls.get(id),
    lastSearch: () => [...calls.values()].findLast(({ isAnswered, tool }) => !isAnswered && tool === 'tool_search'),
    answer(call, process) {
      if (process !== undefined) {
        call.process = process;
        processes.set(process, call);
      } else if (!call.isAnswered) done.push(call);
      call.isAnswered = true;
    },
    finish(call) {
      stop(call);
      if (call.isAnswered) forget(call);
    },
    running: (process) => processes.get(process),
    exit(call) {
      stop(call);
      done.push(call);
    },
    forget,
    allRunning: () => [...processes.values()],
    endTurn() {
      for (const call of done) if (call.process === undefined && !call.isAwaited) forget(call);
      if (done.length > 0) done = [];
    },
  };
}
