import { coreLimits } from '../../limits/core.ts';
import { firstWords } from '../facts/first-words.ts';
import { createThreadFacts, startTime } from '../facts/thread-facts.ts';
import { extractText, type UnifiedMessage } from '../messages/message.ts';
import type { Outcome } from '../thread/outcome.ts';
import type { Usage } from '../thread/usage.ts';
import { createUsageSum } from '../thread/usage-sum.ts';
import { agentNames } from '../wires/agent-names.ts';
import type { AgentWires } from '../wires/registry.ts';
import { anchorOf } from './anchor.ts';
import { createCodeNames } from './code-names.ts';
import { isPrompt } from './message-filter.ts';
import { createPageMessages } from './page-messages.ts';
import type { WriterOptions } from './writer.ts';

/** A prompt in the contents of a page. */
export interface HeadPrompt {
  /** The place of the page where it stands. */
  anchor: string;
  turn: number;
  /** Its first words. */
  text: string;
}

/** What is known of a thread as a whole. What is not known is absent. */
export interface ThreadHead {
  id?: string | undefined;
  title?: string | undefined;
  /** What people call the agent. */
  agent?: string | undefined;
  version?: string | undefined;
  /** Every model that answered, in order. */
  models: string[];
  cwd?: string | undefined;
  /** When it began and when its last line was written, in milliseconds since 1970. */
  startedAt?: number | undefined;
  endedAt?: number | undefined;
  turns: number;
  messages: number;
  usage?: Usage | undefined;
  /** In words, from whoever knows prices. */
  cost?: string | undefined;
  /** How many agents the agent started, as far as their work stands in the thread. */
  subAgents: number;
  /** Lines that could not be read, and fields with a value of another type. */
  problems: number;
  prompts: HeadPrompt[];
  /** Prompts that are not in the list, which has a bound. */
  morePrompts: number;
  /** The languages of its code, by the names that fences and files have. */
  languages: string[];
}

export interface HeadOptions extends WriterOptions {
  /** What the list of sessions says about it, which comes first. */
  known?: Partial<Pick<ThreadHead, 'id' | 'title' | 'cwd' | 'version' | 'turns'>> | undefined;
  /** What people call each agent. */
  wires?: readonly Pick<AgentWires, 'name' | 'title'>[] | undefined;
  /** Whose thread it is, where its events do not say so: known by how it is written. */
  writer?: (() => string | undefined) | undefined;
}

/** Gathers what stands at the top of a page, in a reading of its own. What it keeps has a bound. */
export interface HeadGatherer {
  push(outcome: Outcome): void;
  /** What is known by now; at the end, all of it. */
  head(): ThreadHead;
}

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
      // What a fork was given was used by another thread.
      for (const event of outcome.ok ? outcome.events : []) if (!event.inherited) used.push(event);
      for (const { message, turn } of page.push(outcome)) contents.add(message, turn);
    },
    head() {
      if (!isOver) for (const { message, turn } of page.end()) contents.add(message, turn);
      isOver = true;
      const { started, cwd, models, lastAt, turns, problems } = gatherer.facts;
      const { agent, ...list } = contents.found();
      const name = started?.agent ?? agent ?? options.writer?.();
      const startedAt = startTime(gatherer.facts);
      return {
        ...list,
        id: known.id || started?.thread_id || undefined,
        title: known.title || list.prompts[0]?.text,
        cwd: known.cwd || cwd,
        version: known.version || started?.cli_version,
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

/** What the messages add up to: prompts and where they stand, how much there is, what code it holds. */
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
      if (!isPrompt(message)) return;
      if (prompts.length >= coreLimits.maxHeadPrompts) morePrompts += 1;
      else
        prompts.push({
          anchor: anchorOf(message.id),
          turn,
          text: firstWords(extractText(message), coreLimits.maxHeadPromptLength) || '(no text)',
        });
    },
    found: () => ({ prompts, morePrompts, messages, agent, subAgents: parents.size, languages: names.found() }),
  };
}
