import * as coreLimits from '../../limits/core.ts';
import { firstWords } from '../facts/first-words.ts';
import { createThreadFacts, startTime, versionOf } from '../facts/thread-facts.ts';
import type { UnifiedMessage } from '../messages/message.ts';
import { isPrompt, typedMessage } from '../messages/typed-message.ts';
import type { Outcome } from '../thread/outcome.ts';
import type { Usage } from '../thread/usage.ts';
import { createUsageSum } from '../thread/usage-sum.ts';
import { agentNames } from '../wires/agent-names.ts';
import type { AgentWires } from '../wires/registry.ts';
import { anchorOf } from './anchor.ts';
import { createCodeNames } from './code-names.ts';
import { createPageMessages } from './page-messages.ts';
import type { WriterOptions } from './writer.ts';

/** A prompt in the contents of a page. */
export interface HeadPrompt {
  /** The prompt's anchor in the page. */
  anchor: string;
  turn: number;
  /** Its first words. */
  text: string;
}

/** The facts of a whole thread. Unknown ones are absent. */
export interface ThreadHead {
  id?: string | undefined;
  title?: string | undefined;
  /** The beginning of the first text that a person typed. */
  task?: string | undefined;
  /** The agent's name for people. */
  agent?: string | undefined;
  version?: string | undefined;
  /** Every model that answered, in order. */
  models: string[];
  cwd?: string | undefined;
  /** The start of the thread and the time of its last line, in milliseconds since 1970. */
  startedAt?: number | undefined;
  endedAt?: number | undefined;
  turns: number;
  messages: number;
  usage?: Usage | undefined;
  /** The cost in words, from a caller who knows prices. */
  cost?: string | undefined;
  /** The number of agents that the agent started, as far as the thread has their work. */
  subAgents: number;
  /** The number of unreadable lines, and of fields with a value of the wrong type. */
  problems: number;
  prompts: HeadPrompt[];
  /** The number of prompts beyond the list's limit. */
  morePrompts: number;
  /** The languages of its code, under the names of fences and files. */
  languages: string[];
}

/** Options of `createHeadGatherer`. */
export interface HeadOptions extends WriterOptions {
  /** Facts from the list of sessions. They take precedence. */
  known?: Partial<Pick<ThreadHead, 'id' | 'title' | 'cwd' | 'version' | 'turns'>> | undefined;
  /** The name of each agent for people. */
  wires?: readonly Pick<AgentWires, 'name' | 'title'>[] | undefined;
  /** The agent of a thread whose events do not name it, known by its wire. */
  writer?: (() => string | undefined) | undefined;
}

/** Gathers the head of a page in a separate reading. The memory it uses is limited. */
export interface HeadGatherer {
  /** Takes the next outcome. */
  push(outcome: Outcome): void;
  /** The facts so far; at the end, all of them. */
  head(): ThreadHead;
}

/** Makes a gatherer of what stands at the top of a page: push every outcome, then ask. */
export function createHeadGatherer(options: HeadOptions = {}): HeadGatherer {
  const { known = {}, wires = agentNames } = options;
  const page = createPageMessages(options);
  const contents = createContents();
  const gatherer = createThreadFacts();
  const used = createUsageSum();
  let isOver = false;

  return {
    push(outcome) {
      gatherer.addOutcome(outcome);
      // Another thread used the tokens of the history given to a fork.
      for (const event of outcome.ok ? outcome.events : []) if (!event.inherited) used.push(event);
      for (const { message, turn } of page.push(outcome)) contents.add(message, turn);
    },
    head() {
      if (!isOver) for (const { message, turn } of page.end()) contents.add(message, turn);
      isOver = true;
      const { started, cwd, models, firstPrompt, lastAt, turns, problems } = gatherer.facts;
      const { agent, ...list } = contents.found();
      const name = started?.agent ?? agent ?? options.writer?.();
      const startedAt = startTime(gatherer.facts);
      return {
        ...list,
        id: known.id || started?.thread_id || undefined,
        title: known.title || firstWords(firstPrompt ?? '', coreLimits.maxHeadPromptLength) || list.prompts[0]?.text,
        task: firstPrompt?.slice(0, coreLimits.maxHeadTaskLength),
        cwd: known.cwd || cwd,
        version: known.version || versionOf(started),
        agent: wires.find((entry) => entry.name === name)?.title ?? name,
        models: [...models],
        startedAt,
        endedAt: lastAt ?? startedAt,
        turns: known.turns ?? turns,
        usage: used.usage,
        cost: options.cost,
        problems,
      };
    },
  };
}

/** Totals of the messages: prompts and their anchors, counts, languages of code. */
function createContents() {
  const prompts: HeadPrompt[] = [];
  const parents = new Set<string>();
  const names = createCodeNames();
  let agent: string | undefined;
  let morePrompts = 0;
  let messages = 0;

  return {
    add(message: UnifiedMessage, turn: number): void {
      messages += 1;
      agent ??= message.tool;
      if (message.parent !== undefined && parents.size < coreLimits.maxAgents) parents.add(message.parent);
      names.add(message);
      const typed = typedMessage(message);
      if (!typed || !isPrompt(message, typed)) return;
      if (prompts.length >= coreLimits.maxHeadPrompts) morePrompts += 1;
      else
        prompts.push({
          anchor: anchorOf(message.id),
          turn,
          text: firstWords(typed.text, coreLimits.maxHeadPromptLength) || '(no text)',
        });
    },
    found: () => ({ prompts, morePrompts, messages, agent, subAgents: parents.size, languages: names.found() }),
  };
}
