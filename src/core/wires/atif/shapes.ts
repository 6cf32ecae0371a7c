import { isObject } from '../../lines/json.ts';

/** What a field holds, whether it must be there, and the minor version that brought it. */
export interface Field {
  takes(value: unknown): boolean;
  isNeeded?: true;
  since?: number;
}

export const VERSION = /^ATIF-v1\.([0-8])$/;

const IMAGES: ReadonlySet<unknown> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);
const SOUNDS: ReadonlySet<string> = new Set(
  'wav mpeg mp4 aac ogg flac webm aiff mp3 mpga x-mpeg x-wav wave vnd.wave x-m4a m4a x-aac x-flac x-aiff'
    .split(' ')
    .map((name) => `audio/${name}`),
);

const isText = (value: unknown) => typeof value === 'string';
const isWhole = (value: unknown) => Number.isInteger(value);
const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const isCount = (value: unknown) => isWhole(value) && Number(value) >= 0;
const isContent = (value: unknown) => isText(value) || isList(value);
const listOf = (test: (value: unknown) => boolean) => (value: unknown) => isList(value) && value.every(test);
const isOneOf = (names: readonly string[]) => (value: unknown) => typeof value === 'string' && names.includes(value);

const may = (takes: Field['takes'], since?: number): Field => (since === undefined ? { takes } : { takes, since });
const must = (takes: Field['takes']): Field => ({ takes, isNeeded: true });

/** Every object of the format. All are closed: other fields are refused. */
export const SHAPES = {
  trajectory: {
    schema_version: must(isText),
    session_id: may(isText),
    trajectory_id: may(isText, 7),
    agent: must(isObject),
    steps: must(isList),
    notes: may(isText),
    final_metrics: may(isObject),
    continued_trajectory_ref: may(isText),
    extra: may(isObject, 1),
    subagent_trajectories: may(isList, 7),
  },
  agent: {
    name: must(isText),
    version: must(isText),
    model_name: may(isText),
    tool_definitions: may(listOf(isObject), 5),
    extra: may(isObject),
  },
  final: {
    total_prompt_tokens: may(isWhole),
    total_completion_tokens: may(isWhole),
    total_cached_tokens: may(isWhole),
    total_cost_usd: may(isNumber),
    total_steps: may(isCount),
    extra: may(isObject),
  },
  step: {
    step_id: must((value) => isWhole(value) && Number(value) >= 1),
    timestamp: may(isText),
    source: must(isOneOf(['system', 'user', 'agent'])),
    model_name: may(isText),
    reasoning_effort: may((value) => isText(value) || isNumber(value)),
    message: must(isContent),
    reasoning_content: may(isText),
    tool_calls: may(isList),
    observation: may(isObject),
    metrics: may(isObject),
    is_copied_context: may((value) => typeof value === 'boolean', 5),
    llm_call_count: may(isCount, 7),
    extra: may(isObject),
  },
  call: { tool_call_id: must(isText), function_name: must(isText), arguments: must(isObject), extra: may(isObject, 7) },
  observation: { results: must(isList) },
  result: {
    source_call_id: may(isText),
    content: may(isContent),
    subagent_trajectory_ref: may(isList),
    extra: may(isObject, 7),
  },
  ref: { trajectory_id: may(isText, 7), session_id: may(isText), trajectory_path: may(isText), extra: may(isObject) },
  metrics: {
    prompt_tokens: may(isWhole),
    completion_tokens: may(isWhole),
    cached_tokens: may(isWhole),
    cost_usd: may(isNumber),
    prompt_token_ids: may(listOf(isWhole), 4),
    completion_token_ids: may(listOf(isWhole), 3),
    logprobs: may(listOf(isNumber)),
    extra: may(isObject),
  },
  part: { type: must(isOneOf(['text', 'image', 'audio'])), text: may(isText), source: may(isObject) },
  image: { media_type: must((value) => IMAGES.has(value)), path: must(isText) },
  audio: {
    media_type: must((value) => typeof value === 'string' && SOUNDS.has(value.trim().toLowerCase())),
    path: must(isText),
    duration_sec: may((value) => isNumber(value) && Number(value) >= 0),
  },
} satisfies Record<string, Record<string, Field>>;

export type ShapeName = keyof typeof SHAPES;
