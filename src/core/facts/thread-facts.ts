import { coreLimits } from '../../limits/core.ts';
import type { ThreadEvent, ThreadStartedEvent } from '../thread/event.ts';
import type { ThreadItem, UserMessageItem } from '../thread/item.ts';
import type { Outcome } from '../thread/outcome.ts';
import { parseTime, uuidTime } from '../thread/time.ts';

/**
 * Facts of a thread as a whole, gathered from its events. Unknown ones are absent. Header, folder, model and first
 * prompt are the first that the thread itself names, so a reader that stops early finds the same ones.
 */
export interface ThreadFacts {
  /** The first header. Later ones are copies of a parent's. */
  started?: ThreadStartedEvent | undefined;
  /** The line of the header. */
  headerLine?: number | undefined;
  /** The working folder in which the thread began. */
  cwd?: string | undefined;
  /** The model that the thread began with. */
  model?: string | undefined;
  /** Every model that answered, in order, including those of sub-agents. */
  models: string[];
  /** The latest title that an event gave the thread. */
  title?: string | undefined;
  /** The first text that a person typed. */
  firstPrompt?: string | undefined;
  /** The assistant's last text. */
  lastText?: string | undefined;
  /** The first and the latest time of a line, in milliseconds since 1970. */
  firstAt?: number | undefined;
  lastAt?: number | undefined;
  /** The number of turns that are the thread's own. */
  turns: number;
  /** The number of unreadable lines, and of fields with a value of the wrong type. */
  problems: number;
}

/** Rules for reading one agent's own events. */
export interface FactRules {
  /** The title that an event gives the thread. */
  title?: ((event: ThreadEvent) => string | undefined) | undefined;
  /** The text a person typed, without what a program wrapped around it. */
  prompt?: ((text: string) => string) | undefined;
  /** The latest time that a line can have. A later one comes from a wrong clock and is ignored. */
  latest?: (() => number) | undefined;
}

/** Gathers facts from events. Facts are gathered nowhere else. */
export interface ThreadFactGatherer {
  /** A live object: it changes with each event. */
  readonly facts: ThreadFacts;
  /** The folder in which the thread works now. */
  readonly folder: string | undefined;
  /** An event other than a prompt was seen: an answer, a call, a notice. */
  readonly isAnswered: boolean;
  add(event: ThreadEvent, line: number): void;
  addOutcome(outcome: Outcome): void;
}

/**
 * A fork's copied history says nothing about the fork. A thread handed over from another agent is all that its session
 * is about, but its turns are not the session's own. A sub-agent's events add only models and times.
 */
export function createThreadFacts({ title, prompt, latest }: FactRules = {}): ThreadFactGatherer {
  const facts: ThreadFacts = { models: [], turns: 0, problems: 0 };
  const turns = new Set<string>();
  let folder: string | undefined;
  let lastTime: string | undefined;
  let lastModel: string | undefined;
  let isAnswered = false;

  function addTime(text: string | undefined): void {
    // All events of one line have the same time.
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

/** The text that a person typed. Context added by the CLI is not a prompt, and neither is a prompt without text. */
function typedText({ text, injected }: UserMessageItem, unwrap?: (text: string) => string): string | undefined {
  return injected || text === '' ? undefined : (unwrap?.(text) ?? text);
}

/** The start of a thread: the time in its header, else the one in its id, else that of the first line that has one. */
export function startTime({ started, firstAt }: Pick<ThreadFacts, 'started' | 'firstAt'>, id?: string) {
  return (
    knownTime(started?.started_at) ??
    knownTime(started?.timestamp) ??
    uuidTime(id ?? started?.thread_id ?? '') ??
    firstAt
  );
}

/** Programs write an unknown time as the year 1, or as 1970. */
function knownTime(text: string | undefined): number | undefined {
  const time = parseTime(text);
  return time !== undefined && time > 0 ? time : undefined;
}

/** The repository branch on which the thread began, if the agent records it. */
export function branchOf(started: ThreadStartedEvent | undefined): string | undefined {
  const branch = started?.git?.branch;
  return typeof branch === 'string' && branch !== '' ? branch : undefined;
}
