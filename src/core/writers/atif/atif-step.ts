import type { JsonObject } from '../../lines/json.ts';
import { parseTime } from '../../thread/time.ts';
import type { AgentStep, CallPart, Step, SystemStep, TextPart, UserStep } from '../steps/step.ts';
import type { WriterOptions } from '../writer.ts';
import { atifCall, atifResult, withExtra } from './atif-call.ts';
import { contentOf } from './atif-content.ts';
import { metricsOf } from './atif-metrics.ts';

export type StepOptions = Pick<WriterOptions, 'all' | 'saveImage' | 'requestCost'> & {
  /** The sub-agents that a call started. */
  refsOf(call: CallPart): JsonObject[];
};

/** Times that every reader of the format takes. */
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

/** A step without its number. Undefined for one that is left out. */
export function atifStep(step: Step, options: StepOptions): JsonObject | undefined {
  if (step.withdrawn && !options.all) return undefined;
  switch (step.source) {
    case 'user':
      return userStep(step, options);
    case 'system':
      return systemStep(step);
    case 'agent':
      return agentStep(step, options);
  }
}

function userStep(step: UserStep, { all, saveImage }: StepOptions): JsonObject | undefined {
  if (step.injected && !all) return undefined;
  const source = step.injected ? 'system' : 'user';
  const written: JsonObject = { ...timeOf(step), source, message: contentOf(step.text, step.images, saveImage) ?? '' };
  const extra: JsonObject = {};
  if (step.injected) extra.injected = true;
  if (step.role !== undefined) extra.role = step.role;
  return ended(written, step, extra);
}

const TITLES: Record<SystemStep['kind'], string> = {
  compaction: 'Context compaction',
  error: 'Error',
  failed: 'Turn failed',
  aborted: 'Turn aborted',
};

function systemStep(step: SystemStep): JsonObject {
  const { kind, text, code } = step;
  const title = TITLES[kind];
  const written: JsonObject = { ...timeOf(step), source: 'system' };
  if (kind !== 'compaction') {
    written.message = text === '' ? title : `${title}: ${text}`;
    return ended(written, step, { kind, ...(code !== undefined && { error_code: code }) });
  }
  written.message = title;
  // Without its words nobody can tell what replaced the context.
  if (text === '') return ended(written, step, { kind });
  written.observation = { results: [{ content: text }] };
  return ended(written, step, { kind, context_management: { type: 'compaction', boundary: 'replace' } });
}

function agentStep(step: AgentStep, options: StepOptions): JsonObject {
  const { model, parts, usage, requestId } = step;
  const calls = parts.filter((part) => part.type === 'call');
  const reasoning = textsOf(parts, 'reasoning');
  const written: JsonObject = { ...timeOf(step), source: 'agent' };
  if (model !== undefined) written.model_name = model;
  written.message = textsOf(parts, 'text');
  if (reasoning !== '') written.reasoning_content = reasoning;
  if (calls.length > 0) written.tool_calls = calls.map(atifCall);
  const results = calls
    .map((call) => atifResult(call, options.refsOf(call), options.saveImage))
    .filter((result) => result !== undefined);
  if (results.length > 0) written.observation = { results };
  if (usage) written.metrics = metricsOf(usage, options.requestCost?.({ model, usage, timestamp: step.timestamp }));
  const extra: JsonObject = {};
  if (requestId !== undefined) extra.request_id = requestId;
  if (step.stopReason !== undefined) extra.stop_reason = step.stopReason;
  return ended(written, step, extra, requestId === undefined ? undefined : 1);
}

function textsOf(parts: AgentStep['parts'], type: TextPart['type']): string {
  return parts
    .filter((part): part is TextPart => part.type === type && part.text !== '')
    .map(({ text }) => text)
    .join('\n\n');
}

function timeOf({ timestamp }: Step): JsonObject {
  const time = parseTime(timestamp);
  if (timestamp === undefined || time === undefined) return {};
  return { timestamp: ISO.test(timestamp) ? timestamp : new Date(time).toISOString() };
}

/** The fields that every step may have, at its end. */
function ended(written: JsonObject, step: Step, extra: JsonObject, calls?: number): JsonObject {
  if (step.inherited) written.is_copied_context = true;
  if (calls !== undefined) written.llm_call_count = calls;
  if (step.withdrawn) extra.withdrawn = true;
  return withExtra(written, extra);
}
