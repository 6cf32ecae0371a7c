import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadItem } from '../../thread/item.ts';
import { IN_ITEM } from './kept.ts';
import { createQueues } from './queues.ts';

/** The items of a step, and what is left of it: everything but the texts and arguments that the items hold. */
export interface StepItems {
  items: { item: ThreadItem; isDone: boolean }[];
  kept: JsonObject;
}

/** Tools that run a command line, by the names that agents give them. */
const SHELLS: ReadonlySet<unknown> = new Set([
  'Bash',
  'bash',
  'shell',
  'exec_command',
  'run_shell_command',
  'execute_bash',
]);

export function stepItems(step: JsonObject, id: string): StepItems {
  if (step.source === 'agent') return agentItems(step, id);
  const { message, ...kept } = step;
  if (isCompaction(step)) return compactionItems(step, id);
  const item: ThreadItem = { id, type: 'user_message', text: textOf(message) };
  const images = imagesOf(message);
  if (images.length > 0) item.images = images;
  if (step.source !== 'user') {
    item.injected = true;
    item.role = 'system';
  }
  return { items: [{ item, isDone: true }], kept: typeof message === 'string' ? kept : { ...kept, message } };
}

function isCompaction({ extra }: JsonObject): boolean {
  const managed = isObject(extra) ? extra.context_management : undefined;
  return isObject(managed) && managed.type === 'compaction';
}

function compactionItems(step: JsonObject, id: string): StepItems {
  const { observation } = step;
  const results: unknown[] = isObject(observation) && Array.isArray(observation.results) ? observation.results : [];
  const [first, ...others] = results;
  const item: ThreadItem = { id, type: 'compaction' };
  if (!isObject(first) || typeof first.content !== 'string' || first.content === '')
    return { items: [{ item, isDone: true }], kept: step };
  item.summary = first.content;
  const kept = {
    ...step,
    observation: { ...Object(observation), results: [{ ...first, content: IN_ITEM }, ...others] },
  };
  return { items: [{ item, isDone: true }], kept };
}

function agentItems(step: JsonObject, id: string): StepItems {
  const { message, reasoning_content: reasoning, ...kept } = step;
  const items: StepItems['items'] = [];
  if (typeof reasoning === 'string' && reasoning !== '')
    items.push({ item: { id, type: 'reasoning', text: reasoning, raw: true }, isDone: true });
  else if (reasoning !== undefined) kept.reasoning_content = reasoning;
  const text = textOf(message);
  if (text !== '') items.push({ item: { id, type: 'agent_message', text }, isDone: true });
  if (typeof message !== 'string') kept.message = message;
  for (const call of callItems(kept, id)) items.push(call);
  // A step without words is a step all the same.
  if (items.length === 0) items.push({ item: { id, type: 'agent_message', text: '' }, isDone: true });
  return { items, kept };
}

/** The calls of a step with their results. Their arguments and texts leave what is kept. */
function callItems(kept: JsonObject, id: string): StepItems['items'] {
  const { tool_calls: calls, observation } = kept;
  if (!Array.isArray(calls)) return [];
  const results: unknown[] =
    isObject(observation) && Array.isArray(observation.results) ? [...observation.results] : [];
  const places = createQueues(
    results.flatMap((result, place) => (isObject(result) && result.content !== IN_ITEM ? { result, place } : [])),
    ({ result }) => result.source_call_id,
  );
  const left = [...calls];
  const items = calls.flatMap((call: unknown, index) => {
    if (!isObject(call)) return [];
    const { result, place = -1 } = places.first(call.tool_call_id) ?? {};
    const item = callItem(call, result, `${id}.${index + 1}`);
    if (result && typeof result.content === 'string') {
      results[place] = { ...result, content: IN_ITEM };
      places.take(call.tool_call_id);
    }
    left[index] = { ...call, arguments: isObject(call.arguments) ? IN_ITEM : call.arguments };
    return [{ item, isDone: result !== undefined }];
  });
  kept.tool_calls = left;
  if (isObject(observation) && Array.isArray(observation.results)) kept.observation = { ...observation, results };
  return items;
}

function callItem(call: JsonObject, result: JsonObject | undefined, madeId: string): ThreadItem {
  const id = typeof call.tool_call_id === 'string' && call.tool_call_id !== '' ? call.tool_call_id : madeId;
  const name = typeof call.function_name === 'string' ? call.function_name : '';
  const { arguments: input } = call;
  const extra = result && isObject(result.extra) ? result.extra : {};
  const isError = extra.is_error === true || extra.tool_result_is_error === true;
  const status = result ? (isError ? 'failed' : 'completed') : 'in_progress';
  const output = result && textOf(result.content);
  const images = result ? imagesOf(result.content) : [];
  const asked = { name, ...(input !== undefined && { input }), ...(images.length > 0 && { images }) };
  const command = SHELLS.has(name) && isObject(input) ? (input.command ?? input.cmd) : undefined;
  if (typeof command === 'string') {
    const item: ThreadItem = {
      id,
      type: 'command_execution',
      command,
      aggregated_output: output ?? '',
      status,
      call: asked,
    };
    if (typeof extra.exit_code === 'number') item.exit_code = extra.exit_code;
    return item;
  }
  const item: ThreadItem = { id, type: 'tool_call', name, status, call: asked };
  if (input !== undefined) item.input = input;
  if (output !== undefined) item.output = output;
  return item;
}

/** The text of a message or a result. Parts are joined as paragraphs. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts: unknown[] = Array.isArray(content) ? content : [];
  return parts
    .map((part) => (isObject(part) && part.type === 'text' ? part.text : undefined))
    .filter((text) => typeof text === 'string')
    .join('\n\n');
}

function imagesOf(content: unknown): string[] {
  const parts: unknown[] = Array.isArray(content) ? content : [];
  return parts
    .map((part) => (isObject(part) && part.type === 'image' && isObject(part.source) ? part.source.path : undefined))
    .filter((path) => typeof path === 'string');
}
