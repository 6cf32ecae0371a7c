import type { Problem } from '../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { addUsage, createRunningUsage } from '../../thread/running-usage.ts';
import type { Usage } from '../../thread/usage.ts';
import { anything, count, fieldTable, orNull, readFields } from '../fields.ts';
import { readUsage, usageField, usageFields } from '../usage-fields.ts';
import { keepExtra, liftFields, takeNulls } from './nested-fields.ts';

/** From 0.31: `{info: {total_token_usage, last_token_usage, model_context_window} | null, rate_limits}`. */
const countTable = fieldTable({
  /** An object is taken apart and a null taken out beforehand. */
  info: { read: () => undefined },
  total_token_usage: { read: usageField },
  last: { read: usageField },
  model_context_window: { read: orNull(count) },
  /** From 0.40; null where the provider tells none. */
  rate_limits: { read: anything },
});

const INFO = new Map([
  ['total_token_usage', 'total_token_usage'],
  ['last_token_usage', 'last'],
  ['model_context_window', 'model_context_window'],
]);

/** Up to 0.30 these two could be null. */
const NULLABLE = ['cached_input_tokens', 'reasoning_output_tokens'];

/**
 * Reads `token_count` and keeps the total. Codex of these versions counts from the start of the process, also when it
 * goes on with an older thread, so the total before is always nothing.
 */
export function createTokenCounter() {
  let total: Usage | undefined;
  let turns = createRunningUsage(addUsage());

  function read(msg: JsonObject, problems: Problem[]): ThreadEvent {
    const event = 'info' in msg ? readInfo(msg, problems) : readFlat(msg, problems);
    return { type: 'token_count', ...event } as JsonObject & ThreadEvent;
  }

  /** The counts of one request. Here the reader adds them up. */
  function readFlat(msg: JsonObject, problems: Problem[]): JsonObject {
    const fields = { ...msg };
    const nulls = takeNulls(fields, NULLABLE);
    const counts: JsonObject = {};
    for (const name of Object.keys(usageFields)) {
      if (!Object.hasOwn(fields, name)) continue;
      counts[name] = fields[name];
      delete fields[name];
    }
    const last: JsonObject & Usage = { ...readUsage(counts, problems) };
    keepExtra(last, nulls);
    total = total ? addUsage(total, last) : addUsage(last);
    return readFields(countTable, fields, problems, { ...total, last });
  }

  function readInfo(msg: JsonObject, problems: Problem[]): JsonObject {
    const fields = { ...msg };
    const info = liftFields(fields, 'info', INFO);
    if (fields.info === null) delete fields.info;
    const { total_token_usage, ...event } = readFields(countTable, fields, problems);
    if (!isObject(total_token_usage)) {
      // Null says that nothing was counted yet: Codex forgets a total only by starting anew. A damaged one says nothing.
      if (msg.info === null) reset();
      keepExtra(event, { info });
      return { ...addUsage(), ...event, no_total: true };
    }
    const { extra, ...counts } = total_token_usage;
    total = counts as JsonObject & Usage;
    keepExtra(event, { info: extra === undefined ? info : { ...info, total_token_usage: extra } });
    return { ...counts, ...event };
  }

  /** What was used up to now belongs to turns before, also to one that had no end. */
  function turnStart(): void {
    if (total) turns.next(total);
  }

  /** The total so far and what the turn used, for the end of a turn; nothing where nothing was counted. */
  function turnEnd(): { usage?: Usage; turn_usage?: Usage } {
    if (!total) return {};
    const turnUsage = turns.next(total);
    return turnUsage ? { usage: addUsage(total), turn_usage: turnUsage } : { usage: addUsage(total) };
  }

  function reset(): void {
    total = undefined;
    turns = createRunningUsage(addUsage());
  }

  return { read, turnStart, turnEnd, reset };
}
