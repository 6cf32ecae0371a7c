import type { Problem } from '../../../errors.ts';
import * as coreLimits from '../../../limits/core.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadEvent, TokenCountEvent } from '../../thread/event.ts';
import { addUsage } from '../../thread/running-usage.ts';
import type { CountedUsage } from '../../thread/usage.ts';
import { forgetOldest } from '../forget-oldest.ts';
import { inferCounts } from '../inferred.ts';
import { defined } from './places.ts';
import type { Read, Source } from './source.ts';
import type { Turns } from './turns.ts';
import { type Counted, createSessionUsage, readCounts } from './usage.ts';

/** Turns what lines tell of tokens into counts, each with the model that answered. */
export interface Counts {
  /** One request: `session.usage_record`. */
  request(source: Source, usage: JsonObject, problems: Problem[]): Read;
  /** The request of a compaction, which no other line tells. It is named after the line. */
  compacted(usage: JsonObject, id: string, problems: Problem[]): ThreadEvent[];
  /** The totals by model at the end of a process. */
  total(models: unknown, problems: Problem[]): ThreadEvent[];
  answered(outputTokens: number): void;
  resume(): void;
  /** The model from here on. True if it is another one than before. */
  model(name: string | undefined): boolean;
}

export function createCounts(turns: Turns): Counts {
  const session = createSessionUsage();
  /** The totals of sub-agents. */
  const agents = new Map<string, CountedUsage>();
  let model: string | undefined;

  function totalOf(usage: CountedUsage, agent: string | undefined): CountedUsage {
    if (agent === undefined) return turns.count(usage);
    const total = addUsage(agents.get(agent) ?? addUsage(), usage);
    agents.set(agent, total);
    forgetOldest(agents, coreLimits.maxAgents);
    return total;
  }

  /** The count, after the model that it belongs to where that is news. */
  function eventsOf(counted: Counted, agent: string | undefined, source: unknown): ThreadEvent[] {
    const { usage: last, requestId } = counted;
    const { total_tokens = 0, ...total } = totalOf(last, agent);
    const event: TokenCountEvent = { type: 'token_count', ...total, total_tokens, last };
    if (requestId !== undefined) event.request_id = requestId;
    inferCounts(event, '', event, undefined);
    inferCounts(event, 'last', last, source);
    if (counted.model === undefined || counted.model === '' || counted.model === model) return [event];
    model = counted.model;
    return [{ type: 'context', kind: 'model', model, data: { model } }, event];
  }

  return {
    request({ data, agent }, usage, problems) {
      const counted = readCounts(usage, problems);
      session.add(counted);
      const { usage: _usage, ...rest } = data;
      return { events: eventsOf(counted, agent?.parent, usage), rest: defined(rest) };
    },
    compacted(usage, id, problems) {
      const counted = readCounts(usage, problems);
      session.add(counted);
      return eventsOf({ ...counted, requestId: counted.requestId ?? id }, undefined, usage);
    },
    total(models, problems) {
      if (!isObject(models)) return [];
      return session.total(models, problems).flatMap((counted) => eventsOf(counted, undefined, undefined));
    },
    answered: session.answered,
    resume: session.resume,
    model(name) {
      if (name === undefined || name === model) return false;
      model = name;
      return true;
    },
  };
}
