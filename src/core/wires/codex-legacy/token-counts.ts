import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { TokenCountEvent } from '../../thread/event.ts';
import { addUsage, createRunningUsage } from '../../thread/running-usage.ts';
import type { Usage } from '../../thread/usage.ts';
import { usageTable, withTotal } from '../codex/usage-fields.ts';
import { anything, count, optionalCount, optionalCountOrNull, optionalNested, otherwise } from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

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

/** Up to 0.30: the counts of one request are beside the type. Two of them could be null. */
const flatTable = fieldTable<Usage>((wire) => ({
  input_tokens: count(wire.input_tokens),
  cached_input_tokens: otherwise(optionalCount(wire.cached_input_tokens), 0),
  cache_write_input_tokens: otherwise(optionalCount(wire.cache_write_input_tokens), 0),
  output_tokens: count(wire.output_tokens),
  reasoning_output_tokens: otherwise(optionalCount(wire.reasoning_output_tokens), 0),
  total_tokens: optionalCount(wire.total_tokens),
}));

/**
 * Reads `token_count` and keeps the total. Codex of these versions counts from the start of the process, even if it
 * continues an older thread, so the total before is always zero.
 */
export function createTokenCounter() {
  let total: Usage | undefined;
  let turns = createRunningUsage(addUsage());

  function read(msg: JsonObject, problems: Problem[]): TokenCountEvent {
    return 'info' in msg ? readInfo(msg, problems) : readFlat(msg, problems);
  }

  /** The reader adds up the requests. */
  function readFlat(msg: JsonObject, problems: Problem[]): TokenCountEvent {
    const { extra, ...last } = withTotal(flatTable.take(msg, problems));
    total = total ? addUsage(total, last) : addUsage(last);
    return event(total, { last, ...(extra && { extra }) });
  }

  function readInfo(msg: JsonObject, problems: Problem[]): TokenCountEvent {
    const { info, rate_limits, extra } = countTable.read(msg, problems);
    const more: Partial<TokenCountEvent> = {};
    if (info?.last_token_usage) more.last = withTotal(info.last_token_usage);
    if (info?.model_context_window !== undefined) more.model_context_window = info.model_context_window;
    if (rate_limits !== undefined) more.rate_limits = rate_limits;
    if (extra) more.extra = extra;
    if (info?.extra) more.extra = { ...more.extra, info: info.extra };
    if (!info?.total_token_usage) {
      // Codex loses a total only by starting anew. A damaged one says nothing.
      if (msg.info === null) reset();
      return event(addUsage(), { ...more, no_total: true });
    }
    const { extra: left, ...counts } = withTotal(info.total_token_usage);
    if (left) more.extra = { ...more.extra, info: { ...info.extra, total_token_usage: left } };
    total = counts;
    return event(counts, more);
  }

  function event(counts: Usage, more: Partial<TokenCountEvent>): TokenCountEvent {
    return { ...counts, ...more, type: 'token_count', total_tokens: counts.total_tokens ?? 0 };
  }

  /** Usage so far belongs to earlier turns, even to one that had no end. */
  function turnStart(): void {
    if (total) turns.next(total);
  }

  /** The total so far and the turn's usage, for the end of a turn. Empty if nothing was counted. */
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
