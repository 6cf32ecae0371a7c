import { isObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import type { CountedUsage } from '../../thread/usage.ts';
import { SYNTHETIC_MODEL } from './message.ts';
import { readClaudeUsage } from './usage.ts';

/** The usage of the request behind an event. Every line of a message repeats it, so no event of its own tells it. */
export function claudeRequestUsage({ extra }: ThreadEvent): CountedUsage | undefined {
  const message = extra?.message;
  if (!isObject(message) || !isObject(message.usage) || message.model === SYNTHETIC_MODEL) return undefined;
  // Problems of the counts were told when the line was read.
  return readClaudeUsage(message.usage, []);
}
