import { type JsonObject, jsonText } from '../../lines/json.ts';
import type { AgentCall } from '../../thread/item.ts';
import { itemCall, oneCall, renamer, toObject } from './item-calls.ts';
import { itemResult } from './item-results.ts';
import type { ToolCall, ToolVocabulary } from './vocabulary.ts';

interface ClaudeTwin {
  name: string;
  input?: (input: JsonObject) => JsonObject;
}

const grep: ClaudeTwin = { name: 'Grep', input: renamer({ paths: 'path' }) };

/** Copilot's tools that Claude has too. All others keep their own name, such as `sql`, which holds its plan. */
const CLAUDE_TWINS = new Map<string, ClaudeTwin>([
  ['bash', { name: 'Bash' }],
  ['powershell', { name: 'Bash' }],
  ['read_bash', { name: 'BashOutput', input: renamer({ shellId: 'bash_id' }) }],
  ['read_powershell', { name: 'BashOutput', input: renamer({ shellId: 'bash_id' }) }],
  ['stop_bash', { name: 'KillShell', input: renamer({ shellId: 'shell_id' }) }],
  ['stop_powershell', { name: 'KillShell', input: renamer({ shellId: 'shell_id' }) }],
  ['view', { name: 'Read', input: viewInput }],
  ['create', { name: 'Write', input: renamer({ path: 'file_path', file_text: 'content' }) }],
  ['edit', { name: 'Edit', input: renamer({ path: 'file_path', old_str: 'old_string', new_str: 'new_string' }) }],
  ['grep', grep],
  ['rg', grep],
  ['glob', { name: 'Glob', input: renamer({ paths: 'path' }) }],
  ['task', { name: 'Task', input: renamer({ agent_type: 'subagent_type' }) }],
  ['read_agent', { name: 'TaskOutput', input: renamer({ agent_id: 'task_id' }) }],
  ['skill', { name: 'Skill' }],
  ['web_fetch', { name: 'WebFetch' }],
  ['web_search', { name: 'WebSearch' }],
]);

export const copilotVocabulary: ToolVocabulary = {
  call(item, cwd) {
    // The folder is not printed, so the files of a patch keep the paths of the patch.
    if (item.type === 'mcp_tool_call' || item.call?.name === 'apply_patch') return itemCall(item, undefined);
    return item.call ? twinOf(item.call) : itemCall(item, cwd);
  },
  result: (item) => itemResult(item, undefined),
};

function twinOf({ name, input }: AgentCall): ToolCall {
  const twin = CLAUDE_TWINS.get(name);
  const own = toObject(input);
  return oneCall(twin?.name ?? name, twin?.input?.(own) ?? own, `${name}\n${jsonText(input)}`);
}

/** Copilot takes the first and the last line, Claude the first and how many. The last may be -1: to the end. */
function viewInput(input: JsonObject): JsonObject {
  const { path, view_range, ...rest } = input;
  if (typeof path !== 'string' || 'file_path' in input) return input;
  const named = { file_path: path, ...rest };
  const [first, last] = Array.isArray(view_range) ? (view_range as unknown[]) : [];
  if (typeof first !== 'number') return view_range === undefined ? named : { ...named, view_range };
  const limit = typeof last === 'number' && last >= first ? { limit: last - first + 1 } : {};
  return { ...named, offset: first, ...limit };
}
