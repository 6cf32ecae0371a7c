import { coreLimits } from '../../limits/core.ts';
import type { ThreadEvent, ThreadStartedEvent } from '../thread/event.ts';
import type { ThreadItem, UserMessageItem } from '../thread/item.ts';
import type { Outcome } from '../thread/outcome.ts';
import { parseTime, uuidTime } from '../thread/time.ts';

/**
 * What the events of a thread tell of it as a whole; what they do not tell is absent. Header, folder, model and first
 * prompt are the first that the thread itself names: a reader that stops early finds the same as one that reads on.
 */
export interface ThreadFacts {
  /** The first header; later ones are copies of a parent's. */
  started?: ThreadStartedEvent | undefined;
  /** The line that the header stands on. */
  headerLine?: number | undefined;
  /** The working folder that the thread began in. */
  cwd?: string | undefined;
  /** The model that the thread began with. */
  model?: string | undefined;
  /** Every model that answered, sub-agents' too, in order. */
  models: string[];
  /** The last name that an event gave the thread. */
  title?: string | undefined;
  /** The first text that a person typed. */
  firstPrompt?: string | undefined;
  /** The assistant's last text. */
  lastText?: string | undefined;
  /** The first and the latest time of a line, in milliseconds since 1970. */
  firstAt?: number | undefined;
  lastAt?: number | undefined;
  /** How many turns the thread has of its own. */
  turns: number;
  /** Lines that could not be read, and fields with a value of another type. */
  problems: number;
}

/** How an agent's own events are understood. */
export interface FactRules {
  /** The name that an event gives the thread. */
  title?: ((event: ThreadEvent) => string | undefined) | undefined;
  /** What a person typed of a prompt, without what a program put around it. */
  prompt?: ((text: string) => string) | undefined;
  /** The latest time that a line can have: a later one comes from a wrong clock and tells nothing. */
  latest?: (() => number) | undefined;
}

/** Gathers facts from events: the one place where they are. */
export interface ThreadFactGatherer {
  /** Live: it changes with each event. */
  readonly facts: ThreadFacts;
  /** The folder that the thread works in by now. */
  readonly folder: string | undefined;
  /** Something but a prompt was seen: an answer, a call, a notice. */
  readonly isAnswered: boolean;
  add(event: ThreadEvent, line: number): void;
  addOutcome(outcome: Outcome): void;
}

/**
 * A fork's copied history says nothing of the fork. A thread that was handed over from another agent is all that its
 * session is about, but its turns are not the session's own. A sub-agent's events tell only models and times.
 */
export function createThreadFacts({ title, prompt, latest }: FactRules = {}): ThreadFactGatherer {
  const facts: ThreadFacts = { models: [], turns: 0, problems: 0 };
  const turns = new Set<string>();
  let folder: string | undefined;
  let lastTime: string | undefined;
  let lastModel: string | undefined;
  let isAnswered = false;

  function addTime(text: string | undefined): void {
    // The events of one line have one time.
    if (text === undefined || text === lastTime) return;
    lastTime = text;
    const time = knownTime(text);
    if (time === undefined || (latest && time > latest())) return;
    facts.firstAt ??= time;
    if (facts.lastAt === undefined || time > facts.lastAt) facts.lastAt = time;
  }

  function addModel(model: string | undefined): void {
    if (model === undefined || model === '' || model === lastModel) return;
    lastModel = model;
    const { models } = facts;
    if (models.length < coreLimits.maxHeadModels && !models.includes(model)) models.push(model);
  }

  function addTurn(id: string | undefined): void {
    if (id !== undefined && turns.has(id)) return;
    if (id !== undefined) turns.add(id);
    facts.turns += 1;
  }

  function addHeader(event: ThreadStartedEvent, line: number): void {
    if (facts.started) return;
    facts.started = event;
    facts.headerLine = line;
  }

  function addPlace({ model, cwd }: { model?: string; cwd?: string }): void {
    facts.model ??= model;
    facts.cwd ??= cwd;
    folder = cwd ?? folder;
  }

  function addItem(item: ThreadItem): void {
    if (item.type === 'user_message') facts.firstPrompt ??= typedText(item, prompt);
    else isAnswered = true;
    if (item.type === 'agent_message') facts.lastText = item.text;
  }

  function add(event: ThreadEvent, line: number): void {
    const isGiven = event.inherited === true;
    if (isGiven && !facts.started?.origin) return;
    if (!isGiven) addTime(event.timestamp);
    const { type } = event;
    const hasPlace = type === 'thread.started' || type === 'turn.started' || type === 'context';
    if (hasPlace) addModel(event.model);
    if (event.parent_item_id !== undefined) return;
    if (type === 'thread.started') addHeader(event, line);
    else if (type === 'turn.started' && !isGiven) addTurn(event.turn_id);
    else if (type === 'item.started' || type === 'item.completed') addItem(event.item);
    if (hasPlace) addPlace(event);
    if (title) facts.title = title(event) ?? facts.title;
  }

  return {
    facts,
    get folder() {
      return folder;
    },
    get isAnswered() {
      return isAnswered;
    },
    add,
    addOutcome(outcome) {
      facts.problems += outcome.ok ? outcome.problems.length : 1;
      if (outcome.ok) for (const event of outcome.events) add(event, outcome.line);
    },
  };
}

/** What a person typed: context that the CLI put in is no prompt, and neither is a prompt without text. */
function typedText({ text, injected }: UserMessageItem, unwrap?: (text: string) => string): string | undefined {
  return injected || text === '' ? undefined : (unwrap?.(text) ?? text);
}

/** When a thread began: as its header says, else the time in its id, else that of its first line that has one. */
export function startTime({ started, firstAt }: Pick<ThreadFacts, 'started' | 'firstAt'>, id?: string) {
  return (
    knownTime(started?.started_at) ??
    knownTime(started?.timestamp) ??
    uuidTime(id ?? started?.thread_id ?? '') ??
    firstAt
  );
}

/** Programs write a time that they do not know as the year 1, or as 1970. */
function knownTime(text: string | undefined): number | undefined {
  const time = parseTime(text);
  return time !== undefined && time > 0 ? time : undefined;
}

/** The branch of the repository that a thread began on, where the agent notes it. */
export function branchOf(started: ThreadStartedEvent | undefined): string | undefined {
  const branch = started?.git?.branch;
  return typeof branch === 'string' && branch !== '' ? branch : undefined;
}
