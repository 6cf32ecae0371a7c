import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import { addUsage, usageBetween } from '../../thread/running-usage.ts';
import type { CountedUsage } from '../../thread/usage.ts';
import { countsTable } from './records.ts';

/** Tokens that a line tells of. */
export interface Counted {
  usage: CountedUsage;
  model?: string | undefined;
  requestId?: string | undefined;
}

export function readCounts(source: JsonObject, problems: Problem[]): Counted {
  const { model, apiCallId, extra, ...wire } = countsTable.read(source, problems);
  const usage: CountedUsage = {
    input_tokens: wire.inputTokens,
    cached_input_tokens: wire.cacheReadTokens ?? 0,
    cache_write_input_tokens: wire.cacheWriteTokens ?? 0,
    output_tokens: wire.outputTokens,
    reasoning_output_tokens: wire.reasoningTokens ?? 0,
    total_tokens: wire.inputTokens + wire.outputTokens,
  };
  if (extra) usage.extra = extra;
  return { usage, model, requestId: apiCallId };
}

/**
 * What a session used, by model. Newer versions tell each request, and all tell a total when the process ends. The total
 * is that of the session, or, up to 1.0.20, of the process. So only what was not counted before is added.
 */
export interface SessionUsage {
  add(counted: Counted): void;
  /** An answer told its own output. Versions that do so do not tell requests. */
  answered(outputTokens: number): void;
  /** A new process continues the session. */
  resume(): void;
  /** What the totals at the end of a process add to what was counted. */
  total(models: JsonObject, problems: Problem[]): Counted[];
}

export function createSessionUsage(): SessionUsage {
  /** Counted of the session and of the process, by model. */
  const session = new Map<string, CountedUsage>();
  let ofProcess = new Map<string, CountedUsage>();
  /** Output of the answers since the process began, as they told it. */
  let answered = 0;

  function add({ usage, model = '' }: Counted): void {
    for (const known of [session, ofProcess]) known.set(model, addUsage(known.get(model) ?? addUsage(), usage));
  }

  return {
    add,
    answered(outputTokens) {
      answered += outputTokens;
    },
    resume() {
      ofProcess = new Map();
      answered = 0;
    },
    total(models, problems) {
      const totals: Counted[] = [];
      for (const [model, metrics] of Object.entries(models)) {
        const usage = isObject(metrics) ? metrics.usage : undefined;
        if (isObject(usage)) totals.push({ ...readCounts(usage, problems), model });
      }
      const earlier = addUsage(...session.values()).output_tokens - addUsage(...ofProcess.values()).output_tokens;
      const output = addUsage(...totals.map(({ usage }) => usage)).output_tokens;
      // A total of the session holds what earlier processes used and what this one was told.
      const counted = answered > 0 && output < earlier + answered ? ofProcess : session;
      const left: Counted[] = [];
      for (const { usage, model = '' } of totals) {
        const rest = { usage: usageBetween(counted.get(model) ?? addUsage(), usage), model };
        if (rest.usage.total_tokens === 0) continue;
        add(rest);
        left.push(rest);
      }
      return left;
    },
  };
}
