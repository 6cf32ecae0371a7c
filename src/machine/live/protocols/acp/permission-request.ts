import type { FileChange } from '../../../../core/thread/item.ts';
import { joinWords } from '../../../../core/tools/shell-words.ts';
import type { Answer, AnsweredBy, AnswerKind, ApprovalKind } from '../../ask.ts';
import type { ApprovalRequest } from '../../live-protocol.ts';
import { type Fields, fieldsOf, listOf, textOf, wordOf } from '../fields.ts';
import type { AcpAgent } from './acp-agent.ts';

const KINDS: Readonly<Record<string, ApprovalKind>> = {
  execute: 'command',
  edit: 'edit',
  delete: 'edit',
  move: 'edit',
  fetch: 'fetch',
  read: 'path',
  search: 'path',
  switch_mode: 'plan',
};

/** What an approval says, without its answer. */
export type Told = Omit<ApprovalRequest, 'reply'>;

/** Reads `session/request_permission`. `call` is what earlier updates told of the same tool call. */
export function readPermission(
  key: string,
  params: Fields,
  call: Fields,
  { grantWidth, titleIsCommand }: Pick<AcpAgent, 'grantWidth' | 'titleIsCommand'>,
): Told {
  const toolCall = fieldsOf(params.toolCall);
  const told: Fields = { ...call, ...withoutUndefined(toolCall) };
  const input = toolCall.rawInput ?? call.rawInput;
  const command = commandOf(fieldsOf(input).command);
  const kind = KINDS[textOf(told.kind) ?? ''] ?? (command === undefined ? 'tool' : 'command');
  const title = wordOf(told.title) ?? 'A tool that the request does not name';
  const options = listOf(params.options).map(fieldsOf);
  const allows: AnswerKind[] = ['deny', 'deny-stop'];
  // A call whose arguments are nowhere cannot be judged, but for its title.
  if (optionOf(options, 'allow_once') !== undefined) allows.unshift('allow');
  const always = options.filter((option) => option.kind === 'allow_always');
  if (always.length > 0) allows.push('allow-always');
  const width = [...always.map(({ name }) => textOf(name) ?? ''), grantWidth].filter(Boolean).join(' / ');
  const content = listOf(told.content).map(fieldsOf);
  return {
    key,
    kind,
    title,
    thread_id: wordOf(params.sessionId),
    item_id: wordOf(toolCall.toolCallId),
    tool: wordOf(fieldsOf(told._meta).toolName),
    command: kind === 'command' ? (command ?? (titleIsCommand ? title : undefined)) : undefined,
    input: input ?? (content.length > 0 ? { title, content } : undefined),
    changes: kind === 'edit' ? changesOf(content, fieldsOf(input), listOf(told.locations)) : undefined,
    url: wordOf(fieldsOf(input).url),
    // The model wrote it: it says where a command runs, and nothing of where files are.
    cwd: kind === 'command' ? (wordOf(fieldsOf(input).cwd) ?? wordOf(fieldsOf(call.rawInput).cwd)) : undefined,
    allows,
    words: always.length > 0 ? { 'allow-always': width } : {},
  };
}

function commandOf(command: unknown): string | undefined {
  if (!Array.isArray(command)) return textOf(command);
  return command.length > 0 && command.every((word) => typeof word === 'string') ? joinWords(command) : undefined;
}

/** The outcome for an answer. What is over is cancelled; what has no option of refusal too. */
export function outcomeOf(answer: Answer, by: AnsweredBy, params: Fields): Fields {
  const options = listOf(params.options).map(fieldsOf);
  if ('allow' in answer) {
    const optionId = optionOf(options, answer.allow === 'always' ? 'allow_always' : 'allow_once');
    if (optionId !== undefined) return { outcome: { outcome: 'selected', optionId } };
  }
  const isOver = by === 'cancel' || by === 'close' || by === 'abort' || ('deny' in answer && answer.stop === true);
  const reject = isOver ? undefined : optionOf(options, 'reject_once');
  return { outcome: reject === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: reject } };
}

/** The first of its kind. Some agents offer two, and the second changes the mode as well. */
function optionOf(options: readonly Fields[], kind: string): string | undefined {
  return textOf(options.find((option) => option.kind === kind)?.optionId);
}

function changesOf(content: readonly Fields[], input: Fields, locations: readonly unknown[]): FileChange[] {
  const diffs = content.flatMap(({ type, path, oldText, newText }): FileChange[] => {
    if (type !== 'diff' || typeof path !== 'string') return [];
    const isNew = oldText === null || oldText === undefined || oldText === '';
    const change: FileChange = { path, kind: isNew ? 'add' : 'update' };
    if (typeof oldText === 'string') change.old_content = oldText;
    if (typeof newText === 'string') change.new_content = newText;
    return [change];
  });
  if (diffs.length > 0) return diffs;
  const diff = textOf(input.diff);
  // Which of the names the tool reads is not told, and the model may have written several.
  const paths = new Set(
    [input.fileName, input.file_path, input.filePath, input.path].flatMap((name) => wordOf(name) ?? []),
  );
  if (paths.size > 0)
    return Array.from(paths, (path) => ({ path, kind: 'update', ...(diff !== undefined && { diff }) }));
  return locations.flatMap((location) => {
    const at = wordOf(fieldsOf(location).path);
    return at === undefined ? [] : [{ path: at, kind: 'update' }];
  });
}

function withoutUndefined(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}
