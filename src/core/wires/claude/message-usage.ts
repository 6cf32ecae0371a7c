import type { Problem } from '../../../errors.ts';
import { addUsage, usageBetween } from '../../thread/running-usage.ts';
import type { CountedUsage } from '../../thread/usage.ts';
import type { ClaudeMessage } from './message.ts';
import { SYNTHETIC_MODEL } from './synthetic-model.ts';
import { readClaudeUsage } from './usage.ts';

/** Usage reported by messages. */
export interface ToldUsage {
  usage: CountedUsage;
  messages: number;
  /** The least output that a line reported. If any message was unfinished, this is its placeholder. */
  leastOutput: number;
}

/**
 * Adds up the usage of messages. Every line of a message repeats its usage, the first ones with a placeholder for the
 * output. Each message therefore counts once, with the most output reported.
 */
export interface MessageUsage {
  add(message: ClaudeMessage, problems: Problem[]): void;
  /** Usage since the last call. Undefined if no message reported any. */
  take(): ToldUsage | undefined;
  total(): CountedUsage;
}

export function createMessageUsage(): MessageUsage {
  const messages = new Map<string, CountedUsage>();
  let total = addUsage();
  let taken = total;
  let unnamed = 0;
  let news = new Set<string>();
  let leastOutput = Number.POSITIVE_INFINITY;

  return {
    add(message, problems) {
      if (!message.usage || message.model === SYNTHETIC_MODEL) return;
      unnamed += message.id === undefined ? 1 : 0;
      const id = message.id ?? `unnamed ${unnamed}`;
      const known = messages.get(id);
      // Most lines only repeat the usage of the first line of their message.
      if (known && message.usage.output_tokens === known.output_tokens) return;
      const usage = readClaudeUsage(message.usage, problems);
      if (!known) news.add(id);
      leastOutput = Math.min(leastOutput, usage.output_tokens);
      if (known && usage.output_tokens <= known.output_tokens) return;
      messages.set(id, usage);
      total = addUsage(total, known ? usageBetween(known, usage) : usage);
    },
    take() {
      if (total === taken) return undefined;
      const told = { usage: usageBetween(taken, total), messages: news.size, leastOutput };
      taken = total;
      news = new Set();
      leastOutput = Number.POSITIVE_INFINITY;
      return told;
    },
    total: () => total,
  };
}
