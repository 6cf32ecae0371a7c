import { jsonText } from '../../lines/json.ts';
import { isEnd } from '../../messages/tool-life.ts';
import { type AgentVocabulary, vocabularyOf, vocabularyOfThread } from '../../messages/vocabularies/registry.ts';
import type { ItemDeltaEvent, ItemEvent, ThreadEvent, ThreadStartedEvent, TurnEndEvent } from '../../thread/event.ts';
import { isItemEvent } from '../../thread/guards.ts';
import type { ThreadItem } from '../../thread/item.ts';
import { ATIF_KEPT, TRAJECTORY } from '../../wires/atif/kept.ts';
import { type KnownItem, keyOf, settleCalls, updateCalls } from './known-item.ts';
import { newAgentStep, newSystemStep, newUserStep } from './new-step.ts';
import type { AgentStep, CallPart, Step, StepThread, SystemStep, TextPart } from './step.ts';
import { callsOf, resultsOf } from './step-calls.ts';
import { createStepUsage } from './step-usage.ts';

/** Folds the events of one thread into steps. */
export interface ThreadSteps {
  push(event: ThreadEvent): void;
  thread(): StepThread;
  /** True if the item is a call of this thread. */
  hasCall(itemId: string): boolean;
  /** The items that are calls of this thread. */
  calls(): Iterable<string>;
  /** The words of its agent, which its sub-agents share. */
  vocabulary(): AgentVocabulary;
}

/** The model that answers. Wires tell it where it changes in the input, whichever thread is answered. */
export interface CurrentModel {
  name: string | undefined;
}

export function createThreadSteps(
  vocabularies: readonly AgentVocabulary[],
  model: CurrentModel,
  named?: AgentVocabulary,
): ThreadSteps {
  const steps: Step[] = [];
  const head: Partial<ThreadStartedEvent> = {};
  const known = new Map<string, KnownItem>();
  /** Items whose request is not known. */
  const uncertain = new Set<string>();
  const requests = new Map<string, AgentStep>();
  const callItems = new Set<string>();
  const ids = new Map<string, number>();
  const usage = createStepUsage();
  let agent = named ?? vocabularyOf(undefined, vocabularies);
  let cwd: string | undefined;
  /** The step of an answer whose request is not known. */
  let nameless: AgentStep | undefined;
  let inTurn: AgentStep[] = [];

  function agentStep(event: ThreadEvent): AgentStep {
    const { request_id: requestId } = event;
    const open = requestId === undefined ? nameless : requests.get(requestId);
    if (open) return open;
    const step = newAgentStep(event, model.name);
    nameless = requestId === undefined ? step : undefined;
    if (requestId !== undefined) requests.set(requestId, step);
    steps.push(step);
    inTurn.push(step);
    return step;
  }

  function add(step: Exclude<Step, AgentStep>): void {
    nameless = undefined;
    steps.push(step);
  }

  function system(event: ThreadEvent, kind: SystemStep['kind'], text: string, code?: string, item?: ThreadItem): void {
    const last = steps.at(-1);
    // The end of a turn repeats the error before it.
    if (
      last?.source === 'system' &&
      last.kind !== 'compaction' &&
      last.text === text &&
      last.turnId === event.turn_id
    ) {
      last.kind = kind;
      last.code = code ?? last.code;
    } else add(newSystemStep(event, kind, text, code, item));
  }

  function push(event: ThreadEvent): void {
    if (isItemEvent(event)) {
      pushItem(event);
      const step = event.request_id === undefined || event.inherited ? undefined : requests.get(event.request_id);
      const used = step && agent.requestUsage?.(event);
      if (used) usage.told(used, step);
      return;
    }
    switch (event.type) {
      case 'thread.started':
        begin(event);
        return;
      case 'turn.started':
        beginTurn();
        model.name = event.model ?? model.name;
        cwd = event.cwd ?? cwd;
        return;
      case 'context':
        if (event.kind === TRAJECTORY) head.extra = { ...head.extra, [ATIF_KEPT]: event.data };
        model.name = event.model ?? model.name;
        cwd = event.cwd ?? cwd;
        return;
      case 'item.delta':
        pushDelta(event);
        return;
      case 'token_count':
        // What a fork was given was paid for elsewhere.
        if (!event.inherited && (event.request_id !== undefined || nameless)) usage.count(event, agentStep(event));
        return;
      case 'error':
        system(event, 'error', event.message, event.code);
        return;
      case 'turn.withdrawn':
        for (const step of steps)
          if (step.turnId !== undefined && event.turn_ids.includes(step.turnId)) step.withdrawn = true;
        return;
      case 'turn.completed':
      case 'turn.failed':
      case 'turn.aborted':
        endTurn(event);
        return;
      default:
        return;
    }
  }

  function begin(event: ThreadStartedEvent): void {
    for (const [name, value] of Object.entries(event))
      if (!Object.hasOwn(head, name)) Object.assign(head, { [name]: value });
    agent = vocabularyOfThread(event, vocabularies) ?? agent;
    // A thread that names no model has none of another one.
    model.name = event.model ?? (named ? undefined : model.name);
    cwd = event.cwd ?? cwd;
  }

  function remember(item: ThreadItem, found: KnownItem): void {
    known.set(keyOf(item), found);
    if (found.step?.requestId === undefined) uncertain.add(keyOf(item));
  }

  function beginTurn(): void {
    nameless = undefined;
    inTurn = [];
    // A wire without requests counts its items anew in every process.
    for (const key of uncertain) if (known.get(key)?.isDone) known.delete(key);
    uncertain.clear();
  }

  function endTurn(event: TurnEndEvent): void {
    if (!event.inherited) usage.endTurn(event, inTurn, model.name);
    const last = inTurn.at(-1);
    if (event.type === 'turn.failed') {
      system(event, 'failed', event.error.message ?? '', event.error.code);
      if (last) last.stopReason = event.error.code ?? 'error';
    } else if (event.type === 'turn.aborted') {
      system(event, 'aborted', event.reason ?? 'interrupted');
      if (last) last.stopReason = event.reason ?? 'interrupted';
    }
    nameless = undefined;
    inTurn = [];
  }

  function pushItem(event: ItemEvent): void {
    const { item } = event;
    switch (item.type) {
      case 'user_message':
        pushPrompt(event, item);
        return;
      case 'agent_message':
        said(event, 'text', item.text);
        return;
      case 'reasoning':
        said(event, 'reasoning', item.text);
        return;
      case 'compaction':
        once(event, () => system(event, 'compaction', item.summary ?? '', undefined, item));
        return;
      case 'error':
        once(event, () => system(event, 'error', item.message, undefined, item));
        return;
      default:
        pushCall(event);
        return;
    }
  }

  /** Things without a beginning: their last state is the one to tell. */
  function once(event: ItemEvent, tell: () => void): void {
    if (!isEnd(event) || known.get(keyOf(event.item))?.isDone) return;
    remember(event.item, { step: undefined, calls: [], text: undefined, isDone: true, plan: undefined });
    tell();
  }

  function pushPrompt(event: ItemEvent, item: Extract<ThreadItem, { type: 'user_message' }>): void {
    once({ ...event, type: 'item.completed' }, () => add(newUserStep(event, item)));
  }

  function said(event: ItemEvent, type: TextPart['type'], text: string): void {
    const before = find(event);
    if (before?.text) {
      // An end without words does not remove what was said before.
      before.text.text = text || before.text.text;
      before.text.item = event.item;
      before.isDone = isEnd(event);
      if (before.step) nameStep(before.step, event);
      return;
    }
    const step = agentStep(event);
    const part: TextPart = { type, text, item: event.item };
    step.parts.push(part);
    remember(event.item, { step, calls: [], text: part, isDone: isEnd(event), plan: undefined });
  }

  /** Pieces may come before the request that they belong to is named. */
  function nameStep(step: AgentStep, { request_id: id }: ThreadEvent): void {
    if (id === undefined || step.requestId !== undefined || requests.has(id)) return;
    step.requestId = id;
    requests.set(id, step);
    if (nameless === step) nameless = undefined;
  }

  function pushDelta(event: ItemDeltaEvent): void {
    const { text_delta: added } = event.delta;
    const type = event.item_type;
    if (added === undefined || (type !== 'agent_message' && type !== 'reasoning')) return;
    const before = known.get(`${type} ${event.item_id}`);
    if (before?.isDone) return;
    const text = (before?.text?.text ?? '') + added;
    const item: ThreadItem = { id: event.item_id, type, text };
    said({ ...event, type: 'item.updated', item }, type === 'reasoning' ? 'reasoning' : 'text', text);
  }

  /** The item as it was known. After its end, an id may stand for another one. */
  function find(event: ItemEvent): KnownItem | undefined {
    const before = known.get(keyOf(event.item));
    return before?.isDone && event.type === 'item.started' ? undefined : before;
  }

  function pushCall(event: ItemEvent): void {
    const { item } = event;
    const plan = item.type === 'todo_list' ? jsonText(item.call?.input ?? item.items) : undefined;
    let found = find(event);
    if (found && plan !== undefined) {
      if (found.plan === plan) {
        finish(event, found);
        return;
      }
      settleCalls(found);
      found = undefined;
    }
    const calls = callsOf(item, agent.vocabulary, cwd);
    if (calls.length === 0) return;
    if (!found) found = openCalls(event, calls, plan);
    else updateCalls(found.calls, calls);
    finish(event, found);
  }

  function openCalls(event: ItemEvent, calls: CallPart[], plan: string | undefined): KnownItem {
    const step = agentStep(event);
    for (const call of calls) {
      const count = (ids.get(call.id) ?? 0) + 1;
      ids.set(call.id, count);
      // An id that is used again gets a number, so that results find their calls.
      if (count > 1) call.id = `${call.id}#${count}`;
      step.parts.push(call);
    }
    callItems.add(event.item.id);
    const opened: KnownItem = { step, calls, text: undefined, isDone: false, plan };
    remember(event.item, opened);
    return opened;
  }

  function finish(event: ItemEvent, { calls, step }: KnownItem): void {
    const results = resultsOf(event, calls.length, cwd);
    results.forEach((result, index) => {
      const call = calls[index];
      if (!call) return;
      if (!call.result) step?.parts.push({ type: 'result', call });
      call.result = result;
    });
    const found = known.get(keyOf(event.item));
    if (found) found.isDone = isEnd(event);
  }

  return {
    push,
    hasCall: (itemId) => callItems.has(itemId),
    calls: () => callItems,
    vocabulary: () => agent,
    thread: () => ({ head, steps, agents: [], uncounted: usage.uncounted }),
  };
}
