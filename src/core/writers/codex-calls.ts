import { isObject, type JsonObject, parseObject } from '../lines/json.ts';
import { toolUses } from '../messages/vocabularies/codex-tools.ts';
import { unwrapShell } from '../tools/shell-words.ts';
import { type CodexPatch, patchOf } from './codex-patch.ts';
import { wellFormedJson } from './json-line.ts';
import { plainName, type SessionCall } from './session-format.ts';

/** A call as the model sees it in a Codex session. */
export interface CodexCall {
  call: JsonObject;
  output: JsonObject;
  /** The original name and input, if Codex's form says less. For readers, not for the model. */
  note: { name: string; input: JsonObject } | undefined;
  /** The kind for display. */
  kind: 'command' | 'patch' | 'mcp' | 'other';
  patch?: CodexPatch;
}

/** Uses Codex's name for a tool that Codex has, and the tool's own name for all others. */
export function codexCall(call: SessionCall): CodexCall {
  return command(call) ?? patch(call) ?? plan(call) ?? freeText(call) ?? anyTool(call);
}

function command({ id, name, input, output, isError }: SessionCall): CodexCall | undefined {
  if (name !== 'Bash' || typeof input.command !== 'string') return undefined;
  const { command: line, ...rest } = input;
  const isWhole = Object.keys(rest).length === 0 && line === unwrapShell(line) && line !== '';
  const code = isError ? exitCode(output) : 0;
  // Without these lines a reader of the file would not see the failure.
  const text = `Wall time: 0.0000 seconds\nProcess exited with code ${code}\nOutput:\n${output}`;
  return {
    kind: 'command',
    call: { type: 'function_call', name: 'exec_command', arguments: wellFormedJson({ cmd: line }), call_id: id },
    output: { type: 'function_call_output', call_id: id, output: text },
    note: isWhole ? undefined : { name, input },
  };
}

/** `Exit code 3`, in Claude Code's words, or `exit code 3`. */
export function exitCode(output: string): number {
  const [, code] = /^Exit code (\d{1,3})(?:\n|$)/i.exec(output) ?? [];
  return Number(code ?? 1) || 1;
}

function patch({ id, name, input, output }: SessionCall): CodexCall | undefined {
  const made = patchOf(name, input);
  if (!made) return undefined;
  return {
    kind: 'patch',
    call: { type: 'custom_tool_call', status: 'completed', call_id: id, name: 'apply_patch', input: made.text },
    output: { type: 'custom_tool_call_output', call_id: id, output },
    note: { name, input },
    patch: made,
  };
}

function plan({ id, name, input, output }: SessionCall): CodexCall | undefined {
  if (name !== 'TodoWrite' || !Array.isArray(input.todos)) return undefined;
  const steps: JsonObject[] = [];
  for (const todo of input.todos) {
    if (!isObject(todo) || typeof todo.content !== 'string' || typeof todo.status !== 'string') return undefined;
    steps.push({ step: todo.content, status: todo.status });
  }
  const text = wellFormedJson({ plan: steps });
  return {
    kind: 'other',
    call: { type: 'function_call', name: 'update_plan', arguments: text, call_id: id },
    output: { type: 'function_call_output', call_id: id, output },
    note: { name, input },
  };
}

/** A text that is the whole input. Messages have it as `{raw}`. */
function freeText({ id, name, input, output }: SessionCall): CodexCall | undefined {
  const text = name === 'apply_patch' ? input.input : input.raw;
  if (typeof text !== 'string' || Object.keys(input).length !== 1) return undefined;
  const isPlain = name !== 'apply_patch' && text !== '' && parseObject(text) === undefined && isUnchanged(name, input);
  return {
    kind: 'other',
    call: { type: 'custom_tool_call', status: 'completed', call_id: id, name: plainName(name), input: text },
    output: { type: 'custom_tool_call_output', call_id: id, output },
    note: isPlain ? undefined : { name, input },
  };
}

function anyTool({ id, name, input, output }: SessionCall): CodexCall {
  const kind = name.startsWith('mcp__') ? 'mcp' : 'other';
  return {
    kind,
    call: { type: 'function_call', name: plainName(name), arguments: wellFormedJson(input), call_id: id },
    output: { type: 'function_call_output', call_id: id, output },
    note: kind === 'other' && isUnchanged(name, input) ? undefined : { name, input },
  };
}

/** True if Codex does not have the tool, so that it reads back unchanged. */
function isUnchanged(name: string, input: JsonObject): boolean {
  const [use, another] = toolUses(name, input);
  return !another && use?.name === name && use.input === input && name === plainName(name);
}
