import { limits } from '../../../limits.ts';
import type { ThreadItem } from '../../../thread/item.ts';

/** A call of which something may still be told. */
export interface OpenCall {
  /** The tool's name as the model called it. */
  tool: string;
  item: ThreadItem;
  /** An event has told the end, so the output only repeats it. */
  isFinished: boolean;
  isAnswered: boolean;
  /** The process that runs on, by the id to write to it. */
  process?: string;
  /** The turn in which it began. */
  turnId: string | undefined;
  /** How many outputs came. */
  outputs: number;
  /** How many had come when it was given last, and how long they were. */
  given: { outputs: number; size: number };
}

/**
 * The calls of a file. Those without an answer and those whose process runs on are remembered over turns, the others
 * until their turn ends; of each sort only so many, and the oldest are forgotten first.
 */
export interface OpenCalls {
  /** Adds a call, and gives the one that is forgotten for it. */
  add(item: ThreadItem, tool: string, turnId: string | undefined): OpenCall | undefined;
  find(id: string): OpenCall | undefined;
  /** The newest search for tools without an answer: it may have no id. */
  lastSearch(): OpenCall | undefined;
  /** The call has an answer; `process` is that which runs on. */
  answer(call: OpenCall, process: string | undefined): void;
  /** An event told the end of the call. */
  finish(call: OpenCall): void;
  /** The call that started a process which runs on. */
  running(process: string): OpenCall | undefined;
  /** The process of the call has ended. */
  exit(call: OpenCall): void;
  forget(call: OpenCall): void;
  allRunning(): OpenCall[];
  endTurn(): void;
}

export function createOpenCalls(): OpenCalls {
  /** Without an answer, or with a process that runs on. */
  const open = new Map<string, OpenCall>();
  /** With an answer, of this turn. */
  const done = new Map<string, OpenCall>();
  const processes = new Map<string, OpenCall>();
  let searches: OpenCall[] = [];

  function close(call: OpenCall): void {
    open.delete(call.item.id);
    done.set(call.item.id, call);
    if (done.size > limits.maxOpenCalls) done.delete(first(done));
  }

  function stop(call: OpenCall): void {
    if (call.process !== undefined && processes.get(call.process) === call) processes.delete(call.process);
    delete call.process;
    call.isFinished = true;
  }

  function forget(call: OpenCall): void {
    open.delete(call.item.id);
    done.delete(call.item.id);
  }

  return {
    add(item, tool, turnId) {
      const given = { outputs: 0, size: 0 };
      const call: OpenCall = { tool, item, isFinished: false, isAnswered: false, turnId, outputs: 0, given };
      open.set(item.id, call);
      if (item.type === 'tool_call' && item.name === 'tool_search') {
        searches.push(call);
        if (searches.length > 2 * limits.maxOpenCalls) searches = searches.slice(-limits.maxOpenCalls);
      }
      const oldest = open.size > limits.maxOpenCalls ? open.get(first(open)) : undefined;
      if (oldest) open.delete(oldest.item.id);
      if (oldest?.process !== undefined) processes.delete(oldest.process);
      return oldest;
    },
    find: (id) => open.get(id) ?? done.get(id),
    lastSearch() {
      let call = searches.pop();
      while (call?.isAnswered) call = searches.pop();
      return call;
    },
    answer(call, process) {
      call.isAnswered = true;
      if (process === undefined) {
        close(call);
        return;
      }
      call.process = process;
      processes.set(process, call);
    },
    finish(call) {
      stop(call);
      if (call.isAnswered) forget(call);
    },
    running: (process) => processes.get(process),
    exit(call) {
      stop(call);
      close(call);
    },
    forget,
    allRunning: () => [...processes.values()],
    endTurn() {
      if (done.size > 0) done.clear();
    },
  };
}

function first(calls: ReadonlyMap<string, OpenCall>): string {
  return calls.keys().next().value ?? '';
}
