import { isObject, type JsonObject } from '../../lines/json.ts';
import { checkDocument } from '../../wires/atif/check-document.ts';
import { ATIF_KEPT, IN_ITEM } from '../../wires/atif/kept.ts';
import { createQueues, type Queues } from '../../wires/atif/queues.ts';
import type { CallPart, Step } from '../steps/step.ts';
import type { WriterOptions } from '../writer.ts';
import { ATIF_VERSION } from './atif-version.ts';

/** The order of a step's fields, which is that of those we write ourselves. */
const FIELDS = [
  'timestamp',
  'source',
  'model_name',
  'reasoning_effort',
  'message',
  'reasoning_content',
  'tool_calls',
  'observation',
  'metrics',
  'is_copied_context',
  'llm_call_count',
  'extra',
];

/** What the reader of the format kept of a step: all of it but the texts and the calls, which items hold. */
export function keptStep(step: Step): JsonObject | undefined {
  const kept = step.extra?.[ATIF_KEPT];
  return isObject(kept) ? kept : undefined;
}

/** The fields of a step that hold what options may leave out. */
const OF_TOOLS = ['tool_calls', 'observation'];

/** A step that was one of the format before, as it was. Undefined if it breaks the rules of the format. */
export function restoredStep(step: Step, given: JsonObject, options: WriterOptions): JsonObject | undefined {
  const kept = { ...given };
  if (options.reasoning === false) delete kept.reasoning_content;
  if (options.tools === false && step.source === 'agent') for (const name of OF_TOOLS) delete kept[name];
  const whole: JsonObject = { ...textsOf(step), ...kept };
  const calls = step.source === 'agent' ? step.parts.filter((part) => part.type === 'call') : [];
  if (Array.isArray(kept.tool_calls))
    whole.tool_calls = kept.tool_calls.map((call, index) => withCall(call, calls[index]));
  if (isObject(kept.observation)) whole.observation = withResults(kept.observation, calls, step);
  whole.message = withoutSounds(whole.message);
  const written: JsonObject = {};
  for (const name of FIELDS) if (whole[name] !== undefined && whole[name] !== null) written[name] = whole[name];
  return isSound({ steps: [{ step_id: 1, ...written }] }) ? written : undefined;
}

/** The root of a trajectory that was one before. Undefined if it breaks the rules of the format. */
export function restoredRoot(kept: JsonObject): JsonObject | undefined {
  const { steps: _steps, subagent_trajectories: _agents, ...root } = kept;
  return isSound({ ...root, steps: [{ step_id: 1, source: 'system', message: '' }] }) ? root : undefined;
}

/** Other agents' files may hold anything under the name that our reader keeps things by. */
function isSound(fields: JsonObject): boolean {
  const document = { agent: { name: '', version: '' }, ...fields, schema_version: ATIF_VERSION };
  return checkDocument(document).errors.length === 0;
}

function textsOf(step: Step): JsonObject {
  if (step.source !== 'agent') return { message: step.text };
  const said: JsonObject = { message: '' };
  for (const part of step.parts) {
    if (part.type === 'text') said.message = part.text;
    if (part.type === 'reasoning') said.reasoning_content = part.text;
  }
  return said;
}

function withCall(kept: unknown, call: CallPart | undefined): unknown {
  if (!isObject(kept)) return kept;
  const { tool_call_id, function_name, arguments: given, ...rest } = kept;
  return { tool_call_id, function_name, arguments: given === IN_ITEM ? (call?.input ?? {}) : given, ...rest };
}

function withResults(observation: JsonObject, calls: readonly CallPart[], step: Step): JsonObject {
  const { results } = observation;
  if (!Array.isArray(results)) return observation;
  const unused = createQueues(calls, ({ itemId }) => itemId);
  return {
    ...observation,
    results: results.map((result) => (isObject(result) ? withText(result, unused, step) : result)),
  };
}

/** The text of a result is that of the first call of its id that has no other result yet. */
function withText(result: JsonObject, unused: Queues<CallPart>, step: Step): JsonObject {
  if (Array.isArray(result.content))
    return { ...result, content: withoutSounds(result.content), ...readableRefs(result) };
  if (result.content !== IN_ITEM) return { ...result, ...readableRefs(result) };
  if (step.source !== 'agent') return { ...result, content: step.text };
  const call = unused.take(result.source_call_id);
  return { ...result, content: call?.result?.text ?? '', ...readableRefs(result) };
}

/** Up to 1.6 a sub-agent was referred to by its session alone, which later readers refuse. */
function readableRefs({ subagent_trajectory_ref: refs }: JsonObject): JsonObject {
  if (!Array.isArray(refs)) return {};
  const readable = refs.map((ref: unknown) => {
    if (!isObject(ref) || typeof ref.session_id !== 'string') return ref;
    const isNamed = typeof ref.trajectory_id === 'string' || typeof ref.trajectory_path === 'string';
    return isNamed ? ref : { trajectory_id: ref.session_id, ...ref };
  });
  return { subagent_trajectory_ref: readable };
}

/** The version that we write has no sounds. A text says that there was one. */
function withoutSounds(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  return content.map((part: unknown) => {
    if (!isObject(part) || part.type !== 'audio' || !isObject(part.source)) return part;
    const { media_type, path } = part.source;
    return { type: 'text', text: `[audio: ${String(media_type)}, ${String(path)}]` };
  });
}
