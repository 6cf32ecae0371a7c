import { isObject, type JsonObject } from '../../lines/json.ts';
import { parseTime } from '../../thread/time.ts';
import { type Check, checkContent, checkShape } from './check-shape.ts';

/** What a trajectory knows while its steps are checked. */
export interface CheckedSteps {
  /** The trajectories inside it, by id. */
  embedded: ReadonlySet<unknown>;
  callIds: Set<unknown>;
  lastTime: number;
  sums: Record<(typeof SUMS)[number], number>;
}

export const SUMS = ['prompt_tokens', 'completion_tokens', 'cached_tokens'] as const;
const OF_AGENTS = ['model_name', 'reasoning_effort', 'reasoning_content', 'tool_calls', 'metrics'];
const TIME = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?(Z|[+-]\d{2}:?\d{2}(:\d{2})?)?)?$/;

const isSaid = (value: unknown) => value !== undefined && value !== null;

export function checkStep(check: Check, steps: CheckedSteps, value: unknown, index: number, at: string): void {
  if (!checkShape(check, 'step', value, at)) return;
  const { errors, warnings } = check;
  const { source } = value;
  if (value.step_id !== index + 1) errors.push(`${at}.step_id: expected ${index + 1}`);
  checkTime(check, steps, value.timestamp, at);
  if (source !== 'agent')
    for (const name of OF_AGENTS) if (isSaid(value[name])) errors.push(`${at}.${name}: only for agent steps`);
  if (source === 'user' && isSaid(value.observation))
    warnings.push(`${at}.observation: only agent and system steps have one`);
  if (source === 'agent' && value.llm_call_count === 0)
    for (const name of ['metrics', 'reasoning_content'])
      if (isSaid(value[name])) errors.push(`${at}.${name}: must be absent when llm_call_count is 0`);
  checkContent(check, value.message, `${at}.message`);
  checkMetrics(check, steps, value.metrics, at);
  checkResults(check, steps, value, checkCalls(check, steps, value.tool_calls, at), at);
}

function checkTime({ errors, warnings }: Check, steps: CheckedSteps, value: unknown, at: string): void {
  if (typeof value !== 'string') return;
  const time = parseTime(value) ?? Number.NaN;
  if (!TIME.test(value) || Number.isNaN(time)) errors.push(`${at}.timestamp: not ISO 8601`);
  else if (!/(Z|[+-]\d{2}:?\d{2})$/.test(value)) warnings.push(`${at}.timestamp: no time zone`);
  if (time < steps.lastTime) warnings.push(`${at}.timestamp: before the step before`);
  if (!Number.isNaN(time)) steps.lastTime = time;
}

function checkCalls(check: Check, steps: CheckedSteps, value: unknown, at: string): Set<unknown> {
  const ids = new Set<unknown>();
  if (!Array.isArray(value)) return ids;
  value.forEach((call, index) => {
    const here = `${at}.tool_calls[${index}]`;
    if (!checkShape(check, 'call', call, here)) return;
    const { tool_call_id: id } = call;
    if (steps.callIds.has(id)) check.warnings.push(`${here}.tool_call_id: twice in the document`);
    ids.add(id);
    steps.callIds.add(id);
  });
  return ids;
}

function checkMetrics(check: Check, steps: CheckedSteps, value: unknown, at: string): void {
  if (!isObject(value)) return;
  const { warnings } = check;
  checkShape(check, 'metrics', value, `${at}.metrics`);
  for (const name of SUMS) if (typeof value[name] === 'number') steps.sums[name] += value[name];
  const { prompt_tokens: prompt, cached_tokens: cached } = value;
  if (typeof cached === 'number' && typeof prompt === 'number' && cached > prompt)
    warnings.push(`${at}.metrics.cached_tokens: more than prompt_tokens, of which it is a part`);
  const lists = {
    prompt_token_ids: 'prompt_tokens',
    completion_token_ids: 'completion_tokens',
    logprobs: 'completion_tokens',
  };
  for (const [list, count] of Object.entries(lists)) {
    const ids = value[list];
    if (Array.isArray(ids) && isSaid(value[count]) && ids.length !== value[count])
      warnings.push(`${at}.metrics.${list}: length is not ${count}`);
  }
}

function checkResults(
  check: Check,
  steps: CheckedSteps,
  step: JsonObject,
  calls: ReadonlySet<unknown>,
  at: string,
): void {
  const { observation, extra } = step;
  const results: unknown[] = [];
  if (isObject(observation) && checkShape(check, 'observation', observation, `${at}.observation`))
    if (Array.isArray(observation.results)) results.push(...observation.results);
  results.forEach((result, index) => {
    const here = `${at}.observation.results[${index}]`;
    if (!checkShape(check, 'result', result, here)) return;
    const { source_call_id: id, subagent_trajectory_ref: refs } = result;
    if (isSaid(id) && !calls.has(id)) check.errors.push(`${here}.source_call_id: no tool call of this step`);
    checkContent(check, result.content, `${here}.content`);
    if (Array.isArray(refs))
      for (const [place, ref] of refs.entries())
        checkRef(check, steps, ref, `${here}.subagent_trajectory_ref[${place}]`);
  });
  const boundary =
    isObject(extra) && isObject(extra.context_management) ? extra.context_management.boundary : undefined;
  if (boundary === 'replace' && !results.some((result) => isObject(result) && isSaid(result.content)))
    check.warnings.push(`${at}: context boundary "replace" without observation content`);
}

function checkRef(check: Check, { embedded }: CheckedSteps, ref: unknown, at: string): void {
  if (!checkShape(check, 'ref', ref, at) || isSaid(ref.trajectory_path)) return;
  if (!isSaid(ref.trajectory_id)) check.errors.push(`${at}: neither trajectory_id nor trajectory_path`);
  else if (!embedded.has(ref.trajectory_id)) check.warnings.push(`${at}: not embedded`);
}
