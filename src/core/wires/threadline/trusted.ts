import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { UnknownEvent } from '../../thread/event.ts';

/**
 * Checks whether an object in the model's form can be trusted. threadline wrote it, but anybody may have changed it, and
 * whoever gets it relies on its types. Names mean the same in events, items and messages, so one list serves all. It is
 * a text for each type, because every page that reads threads carries it. Names that it lacks may have any value.
 */

type Rule = (value: unknown, type: unknown) => boolean;
type Needs = ReadonlyMap<unknown, readonly string[]>;

const isText: Rule = (value) => typeof value === 'string';
const isTexts: Rule = (value) => Array.isArray(value) && value.every(isText);
const isFlag: Rule = (value) => typeof value === 'boolean';
const isCount: Rule = Number.isSafeInteger;
const isNumber: Rule = Number.isFinite;
const orNull =
  (rule: Rule): Rule =>
  (value, type) =>
    value === null || rule(value, type);
const object =
  (needs: Needs = new Map()): Rule =>
  (value) =>
    isObject(value) && faultIn(value, needs) === undefined;
const list =
  (needs?: Needs): Rule =>
  (value) =>
    Array.isArray(value) && value.every(object(needs));

/** What an object of each type must have: `type name name`, one a line. A line without a type is for those of none. */
const needsOf = (text: string): Needs =>
  new Map(text.split('|').map((line) => [line.split(' ')[0] || undefined, line.split(' ').slice(1)]));

export const eventNeeds = needsOf(
  'thread.started thread_id|turn.started|turn.completed|turn.failed error|turn.aborted|turn.withdrawn turn_ids|' +
    'item.started item|item.updated item|item.completed item|item.failed item|item.delta item_id delta|' +
    'token_count input_tokens output_tokens|error message|' +
    'context kind data|unknown wire_type data',
);
export const itemNeeds = needsOf(
  'user_message id text|agent_message id text|reasoning id text|command_execution id command aggregated_output status|' +
    'file_change id changes status|mcp_tool_call id status|' +
    'collab_tool_call id tool receiver_thread_ids agents_states status|web_search id query|todo_list id items|' +
    'tool_call id name status|image id purpose|compaction id|error id message|unknown id wire_type data',
);
export const messageNeeds = needsOf(' id role content timestamp tool');
const blockNeeds = needsOf(
  'text text|thinking thinking|tool_use id name input|tool_result tool_use_id content|image source',
);

const countedNeeds = needsOf(' input_tokens cached_input_tokens output_tokens reasoning_output_tokens');
const usageNeeds = needsOf(' input_tokens output_tokens');
const messageUsageNeeds = needsOf(' inputTokens outputTokens totalTokens');

const rules = new Map<string, Rule>();
for (const [names, rule] of [
  [
    'agent agent_nickname agent_role aggregated_output cli_version code collaboration_mode_kind command cwd diff ' +
      'explanation forked_from_id id input_text item_id item_type justification kind last_item_id message model ' +
      'model_provider name new_agent_nickname new_agent_role new_content old_content originator output parent ' +
      'parent_item_id parent_thread_id path pattern phase purpose query reason request_id role sandbox_permissions ' +
      'sender_thread_id server server_name started_at status stderr stdout stream summary text text_delta thinking thread_id told tool ' +
      'tool_name tool_use_id turn_id type url vocabulary wire_type',
    isText,
  ],
  ['last_agent_message move_path prompt', orNull(isText)],
  ['images queries receiver_thread_ids turn_ids', isTexts],
  [
    'completed handed_over inherited injected is_error no_total raw rejected resumed with_escalated_permissions withdrawn',
    isFlag,
  ],
  ['inferred', (value) => isFlag(value, '') || isTexts(value, '')],
  [
    'cacheCreationTokens cacheReadTokens cache_write_input_tokens cached_input_tokens inputTokens input_tokens ' +
      'ordinal outputTokens output_tokens reasoning_output_tokens totalTokens total_tokens',
    (value) => isCount(value, '') && Number(value) >= 0,
  ],
  ['duration_ms duration_seconds time_to_first_token_ms', isNumber],
  ['exit_code model_context_window', orNull(isCount)],
  // Memories of lines have a place for each.
  ['line', (value) => isCount(value, '') && Number(value) > 0 && Number(value) < 2 ** 31],
  ['_original agents_states extra git history_base', isObject],
  ['action delta origin', object()],
  ['call', object(needsOf(' name'))],
  ['last turn_usage', object(countedNeeds)],
  ['items', list()],
  ['notes', list(needsOf(' kind text'))],
  ['changes', list(needsOf(' path kind'))],
  ['unified', object(needsOf(' id'))],
  ['seen', object(needsOf(' path text'))],
  // The same name has another type here than there.
  ['error', (value, type) => (type === 'mcp_tool_call' && isText(value, '')) || orNull(object())(value, '')],
  ['data', (value, type) => (type === 'context' || type === 'unknown' ? isObject : isText)(value, '')],
  ['input', (value, type) => type !== 'tool_use' || isObject(value)],
  ['source', (value, type) => type !== 'image' || object()(value, '')],
  ['usage', (value, type) => object(type === undefined ? messageUsageNeeds : usageNeeds)(value, '')],
  ['timestamp', (value, type) => (type === undefined ? isNumber : isText)(value, '')],
  ['content', (value, type) => (type === undefined ? list(blockNeeds) : isText)(value, '')],
] satisfies [string, Rule][]) {
  for (const name of names.split(' ')) rules.set(name, rule);
}

/** The name of the first field that is missing or has the wrong type. */
export function faultIn(owner: JsonObject, needs: Needs): string | undefined {
  const { type } = owner;
  for (const name in owner) if (rules.get(name)?.(owner[name], type) === false) return name;
  // An object that has no type needs the same with one.
  return (needs.get(type) ?? needs.get(undefined))?.find((name) => (owner[name] ?? undefined) === undefined);
}

/** Keeps a line that cannot be trusted, or without a fault one of an unknown kind, as it is. */
export function keepWhole(record: JsonObject, line: number, problems: Problem[], fault: string): UnknownEvent[] {
  const { type = 'message', ...data } = record;
  if (fault !== '')
    problems.push({ code: 'bad-field', message: `${fault.slice(0, 80)} is missing or has the wrong type` });
  return [{ type: 'unknown', wire_type: String(type), data, line }];
}
