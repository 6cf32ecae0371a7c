import * as coreLimits from '../../limits/core.ts';
import type { ThreadEvent, ThreadStartedEvent } from '../thread/event.ts';
import type { ThreadItem, UserMessageItem } from '../thread/item.ts';
import type { Outcome } from '../thread/outcome.ts';
import { knownTime, uuidTime } from '../thread/time.ts';
import { type TypedPrompt, typedPrompt } from '../tools/typed-prompt.ts';
import { createErrorReports } from './error-reports.ts';

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
  /** The first text that a person typed. A command such as `/model` only if the model answered it, or if nothing follows. */
  firstPrompt?: string | undefined;
  /** The assistant's last text. */
  lastText?: string | undefined;
  /** The first and the latest time of a line, in milliseconds since 1970. */
  firstAt?: number | undefined;
  lastAt?: number | undefined;
  /** The number of turns: its own, and those of a thread that was handed over to it. A fork's copied history has none. */
  turns: number;
  /** The number of turns that are the thread's own. */
  ownTurns: number;
  /** The number of errors that the thread reports: of the agent, and turns that failed. Calls are not among them. */
  reports: number;
  /** The number of unreadable lines, and of fields with a value of the wrong type. */
  problems: number;
}

/** Rules for reading one agent's own events. */
export interface FactRules {
  /** The title that an event gives the thread. */
  title?: ((event: ThreadEvent) => string | undefined) | undefined;
  /** Takes off what this agent's programs put around a prompt, if `typedPrompt` does not know it. */
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
  /** No later event changes the first prompt. */
  readonly isPromptKnown: boolean;
  add(event: ThreadEvent, line: number): void;
  addOutcome(outcome: Outcome): void;
}

/**
 * A fork's copied history says nothing about the fork. A thread handed over from another agent is all that its session
 * is about, and its turns count as the session's, but not as its own. A sub-agent's events add only models and times.
 */
export function createThreadFacts({ title, prompt, latest }: FactRules = {}): ThreadFactGatherer {
  const facts: ThreadFacts = { models: [], turns: 0, ownTurns: 0, reports: 0, problems: 0 };
  const turns = new Set<string>();
  const reports = createErrorReports();
  let folder: string | undefined;
  let lastTime: string | undefined;
  let lastModel: string | undefined;
  let isAnswered = false;
  let isGivenTurnOpen = false;
  let isPromptKnown = false;

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

  /** A note to the model stands in a turn of its own, in which nobody says anything. */
  function addGivenTurn(item: ThreadItem): void {
    if (!isGivenTurnOpen || (item.type === 'user_message' && item.injected)) return;
    isGivenTurnOpen = false;
    facts.turns += 1;
  }

  function addTurn(id: string | undefined): void {
    if (id !== undefined && turns.has(id)) return;
    if (id !== undefined) turns.add(id);
    facts.turns += 1;
    facts.ownTurns += 1;
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

  /** Context added by the CLI is not a prompt, and neither is the output of a command. */
  function addPrompt({ text, injected }: UserMessageItem): void {
    if (isPromptKnown || injected || text === '') return;
    const typed = typedPrompt(prompt?.(text) ?? text);
    if (typed.text === '') return;
    isPromptKnown = !isBareCommand(typed);
    if (isPromptKnown || facts.firstPrompt === undefined) facts.firstPrompt = typed.text;
  }

  /** An answer from no model is the output of a command. */
  function addAnswer(): void {
    isAnswered = true;
    if (facts.firstPrompt !== undefined && facts.models.length > 0) isPromptKnown = true;
  }

  function addItem(item: ThreadItem): void {
    if (item.type === 'user_message') addPrompt(item);
    else addAnswer();
    if (item.type === 'agent_message') facts.lastText = item.text;
  }

  function add(event: ThreadEvent, line: number): void {
    const isGiven = event.inherited === true;
    if (isGiven && !facts.started?.origin) return;
    if (reports.isReport(event) && !isGiven) facts.reports += 1;
    if (!isGiven) addTime(event.timestamp);
    const { type } = event;
    const hasPlace = type === 'thread.started' || type === 'turn.started' || type === 'context';
    if (hasPlace) addModel(event.model);
    if (event.parent_item_id !== undefined) return;
    if (type === 'thread.started') addHeader(event, line);
    else if (type === 'turn.started' && !isGiven) addTurn(event.turn_id);
    else if (type === 'turn.started') isGivenTurnOpen = true;
    else if (type === 'item.started' || type === 'item.completed') {
      if (isGiven) addGivenTurn(event.item);
      addItem(event.item);
    }
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
    get isPromptKnown() {
      return isPromptKnown;
    },
    add,
    addOutcome(outcome) {
      facts.problems += outcome.ok ? outcome.problems.length : 1;
      if (outcome.ok) for (const event of outcome.events) add(event, outcome.line);
    },
  };
}

/** True for a command that says nothing of the task: `/model`, `! ls`. */
function isBareCommand({ command }: TypedPrompt): boolean {
  return command !== undefined && (command.arguments === '' || !command.name.startsWith('/'));
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

/** The version of the agent that began the thread. One that was handed over was begun by no version of it. */
export function versionOf(started: ThreadStartedEvent | undefined): string | undefined {
  return started?.origin ? undefined : started?.cli_version;
}

/** The repository branch on which the thread began, if the agent records it. */
export function branchOf(started: ThreadStartedEvent | undefined): string | undefined {
  const branch = started?.git?.branch;
  return typeof branch === 'string' && branch !== '' ? branch : undefined;
}
