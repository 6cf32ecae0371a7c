import type { ToolResultContent, ToolUseContent } from '../../core/messages/message.ts';
import { visibleLine } from '../../core/text/visible-text.ts';

/** The kinds of calls that editors have signs for, by the names that messages give to tools. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['Bash', 'execute'],
  ['Read', 'read'],
  ['Edit', 'edit'],
  ['Write', 'edit'],
  ['Delete', 'delete'],
  ['Move', 'move'],
  ['Glob', 'search'],
  ['Grep', 'search'],
  ['WebSearch', 'fetch'],
  ['WebFetch', 'fetch'],
]);

/** The first of these that a call has tells what it is about. */
const SUBJECTS = ['command', 'file_path', 'path', 'pattern', 'query', 'url', 'description'];
const LONGEST_TITLE = 200;

/** A call that is over, as an update of the protocol. `NAME` is enough for a tool that editors know nothing of. */
export function toolCall(use: ToolUseContent, result: ToolResultContent | undefined): object {
  const { id, name, input } = use;
  const path = textIn(input, 'file_path') ?? textIn(input, 'path');
  const diff = diffOf(input, path);
  const said = result && result.content !== '' ? [{ type: 'content', content: textBlock(result.content) }] : [];
  return {
    sessionUpdate: 'tool_call',
    toolCallId: id,
    title: titleOf(use),
    kind: KINDS.get(name) ?? 'other',
    status: !result || result.is_error ? 'failed' : 'completed',
    content: [...(diff ? [diff] : []), ...said],
    ...(path !== undefined && { locations: [{ path }] }),
    rawInput: input,
  };
}

export function textBlock(text: string): object {
  return { type: 'text', text };
}

function titleOf({ name, input }: ToolUseContent): string {
  const subject = SUBJECTS.map((field) => textIn(input, field)).find((text) => text !== undefined);
  const line = visibleLine(subject?.split('\n', 1)[0] ?? '').slice(0, LONGEST_TITLE);
  if (name === 'Bash' && line !== '') return line;
  return line === '' ? name : `${name} ${line}`;
}

/** What an edit or a new file says of itself. */
function diffOf(input: Record<string, unknown>, path: string | undefined): object | undefined {
  const newText = textIn(input, 'new_string') ?? textIn(input, 'content');
  if (path === undefined || newText === undefined) return undefined;
  const oldText = textIn(input, 'old_string');
  return { type: 'diff', path, newText, ...(oldText !== undefined && { oldText }) };
}

function textIn(input: Record<string, unknown>, name: string): string | undefined {
  const value = Object.hasOwn(input, name) ? input[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}
