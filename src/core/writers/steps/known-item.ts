import type { ThreadItem } from '../../thread/item.ts';
import type { AgentStep, CallPart, TextPart } from './step.ts';

/** An item with what stands for it in its step. */
export interface KnownItem {
  step: AgentStep | undefined;
  calls: CallPart[];
  text: TextPart | undefined;
  isDone: boolean;
  /** The last list of a plan that has no call: every list is a call of its own. */
  plan: string | undefined;
}

/** Thoughts and words of one answer may share an id. */
export function keyOf({ type, id }: ThreadItem): string {
  return `${type} ${id}`;
}

/** A later event says more of a call. Its id and its result stay. */
export function updateCalls(calls: readonly CallPart[], now: readonly CallPart[]): void {
  calls.forEach((call, index) => {
    const later = now[index];
    if (!later) return;
    call.item = later.item;
    call.name = later.name;
    call.input = later.input ?? call.input;
    call.isVerbatim = later.isVerbatim;
  });
}

/** Another list of a plan follows, so that the one before was taken. What the model was told of it is not known. */
export function settleCalls({ calls, step }: KnownItem): void {
  for (const call of calls) {
    if (call.result) continue;
    call.result = { text: undefined, isError: false, images: [], timestamp: undefined };
    step?.parts.push({ type: 'result', call });
  }
}
