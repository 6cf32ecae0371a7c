import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { TokenCountEvent } from '../../thread/event.ts';
import { addUsage, createRunningUsage } from '../../thread/running-usage.ts';
import type { CountedUsage } from '../../thread/usage.ts';
import { readUsage, usageTable, withTotal } from '../codex/token-usage.ts';
import { anything, optionalCountOrNull, optionalNested } from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';
import { inferCounts } from '../inferred.ts';

const infoTable = fieldTable((wire) => ({
  total_token_usage: optionalNested(wire.total_token_usage, usageTable),
  last_token_usage: optionalNested(wire.last_token_usage, usageTable),
  model_context_window: optionalCountOrNull(wire.model_context_window),
}));

/** From 0.31. Null means that nothing was counted yet. */
const countTable = fieldTable((wire) => ({
  info: optionalNested(wire.info, infoTable),
  /** From 0.40. Null if the provider reports none. */
  rate_limits: anything(wire.rate_limits),
}));

/**
 * Reads `token_count` and keeps the total. Codex of these versions counts from the start of the process, even if it
 * continues an older thread, so the total before is always zero.
 */
export function createTokenCounter() {
  let total: CountedUsage | undefined;
  let turns = createRunningUsage(addUsage());

  function read(msg: JsonObject, problems: Problem[]): TokenCountEvent {
    return 'info' in msg ? readInfo(msg, problems) : readFlat(msg, problems);
  }

  /** Up to 0.30 the counts of one request are beside the type. The reader adds them up. */
  function readFlat(msg: JsonObject, problems: Problem[]): TokenCountEvent {
    const { extra, ...last } = readUsage(msg, problems);
    total = total ? addUsage(total, last) : addUsage(last);
    return event(total, { last, ...(extra && { extra }) }, undefined, msg);
  }

  function readInfo(msg: JsonObject, problems: Problem[]): TokenCountEvent {
    const { info, rate_limits, extra } = countTable.read(msg, problems);
    const more: Partial<TokenCountEvent> = {};
    const source: JsonObject = isObject(msg.info) ? msg.info : {};
    if (info?.last_token_usage) more.last = withTotal(info.last_token_usage);
    if (info?.model_context_window !== undefined) more.model_context_window = info.model_context_window;
    if (rate_limits !== undefined) more.rate_limits = rate_limits;
    if (extra) more.extra = extra;
    if (info?.extra) more.extra = { ...more.extra, info: info.extra };
    if (!info?.total_token_usage) {
      // Codex loses a total only by starting anew. A damaged one says nothing.
      if (msg.info === null) reset();
      return event(addUsage(), { ...more, no_total: true }, undefined, source.last_token_usage);
    }
    const { extra: left, ...counts } = withTotal(info.total_token_usage);
    if (left) more.extra = { ...more.extra, info: { ...info.extra, total_token_usage: left } };
    total = counts;
    return event(counts, more, source.total_token_usage, source.last_token_usage);
  }

  /** `total` and `last` are the wire's own counts. */
  function event(counts: CountedUsage, more: Partial<TokenCountEvent>, total: unknown, last: unknown): TokenCountEvent {
    const { total_tokens = 0 } = counts;
    const made: TokenCountEvent = { ...counts, ...more, type: 'token_count', total_tokens };
    inferCounts(made, '', made, total);
    if (made.last) inferCounts(made, 'last', made.last, last);
    return made;
  }

  /** Usage so far belongs to earlier turns, even to one that had no end. */
  function turnStart(): void {
    if (total) turns.next(total);
  }

  /** The total so far and the turn's usage, for the end of a turn. Empty if nothing was counted. */
  function turnEnd(): { usage?: CountedUsage; turn_usage?: CountedUsage } {
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
