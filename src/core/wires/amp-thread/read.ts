import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { timeFrom } from '../../thread/time.ts';
import type { CountedUsage } from '../../thread/usage.ts';
import { answerPiece, readBlocks, resultText, toldBlocks } from '../anthropic-blocks.ts';
import { createDescribedThread, type Piece } from '../described-thread.ts';
import type { DescribedTools } from '../described-tools.ts';
import { badField } from '../field-table.ts';
import { mcpNameOf } from '../tool-call-items.ts';
import { usageBesideCache } from '../usage-beside-cache.ts';
import type { WireReader } from '../wire.ts';
import { withoutUndefined } from '../with-defined.ts';
import { messageTable, threadTable, usageTable } from './records.ts';

const TOOLS: DescribedTools = {
  shells: { Bash: 'cmd', shell_command: 'command' },
  writes: { create_file: ['path', 'content'] },
  edits: { edit_file: ['path', 'old_str', 'new_str'] },
  mcp: (name) => (name.startsWith('mcp__') ? mcpNameOf(name.slice('mcp__'.length)) : undefined),
};

export function createAmpReader(): WireReader {
  const thread = createDescribedThread('amp', TOOLS);
  let model: string | undefined;

  function read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    return 'role' in record ? readMessage(record, line, problems) : readThread(record, line, problems);
  }

  function readThread(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const { id, created, title, env, v, extra } = threadTable.read(record, problems);
    const facts = withoutUndefined({
      cwd: folderOf(env),
      started_at: timeFrom(created),
      extra: withoutUndefined({ ...extra, title, env, v }),
    });
    return thread.start({ thread_id: id ?? '', ...facts }, { line, time: timeFrom(created) });
  }

  function readMessage(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const { role, messageId, content, meta, state, usage, extra } = messageTable.read(record, problems);
    const { blocks, isOdd } = readBlocks(content, problems);
    const pieces =
      role === 'assistant' ? blocks.map((block) => answerPiece(block, problems)) : toldPieces(blocks, role, problems);
    const counted = usage && usageTable.read(usage, problems);
    if (usage && counted) pieces.push({ is: 'usage', usage: countsOf(counted), given: usage });
    pieces.push(...endOf(state));
    if (pieces.length === 0) pieces.push({ is: 'context', kind: role, data: record });
    const time = timeFrom(meta?.sentAt) ?? counted?.timestamp;
    const isNamed = typeof messageId === 'string' || typeof messageId === 'number';
    const request = role === 'assistant' && isNamed ? `${messageId}` : undefined;
    const place = {
      line,
      time,
      request,
      extra: restOf({ ...extra, messageId, meta, state, ...(isOdd && { content }) }),
    };
    return [...modelChange(counted?.model, { line, time }), ...thread.take(pieces, place)];
  }

  function modelChange(next: string | undefined, place: { line: number; time: string | undefined }): ThreadEvent[] {
    if (next === undefined || next === model) return [];
    model = next;
    return thread.take([{ is: 'context', kind: 'model', data: {} }], place).map((event) => ({ ...event, model: next }));
  }

  return { read, end: thread.end };
}

function toldPieces(blocks: readonly JsonObject[], role: string, problems: Problem[]): Piece[] {
  const { pieces, texts, images } = toldBlocks(blocks, resultOf, problems);
  // Notices of the program and the thread that this one goes on from have roles of their own.
  const isTyped = texts.length > 0 || images.length > 0;
  if (isTyped) pieces.push({ is: 'prompt', text: texts.join('\n'), images, injected: role !== 'user' });
  return pieces;
}

function resultOf({ toolUseID, run }: JsonObject, problems: Problem[]): Piece {
  const id = typeof toolUseID === 'string' && toolUseID !== '' ? toolUseID : undefined;
  if (!isObject(run)) {
    problems.push(badField('run', run));
    return { is: 'result', id, output: '', isError: true };
  }
  const { status, result, error, reason } = run;
  const shell: JsonObject = isObject(result) ? result : {};
  const exitCode = typeof shell.exitCode === 'number' ? shell.exitCode : undefined;
  const output = typeof shell.output === 'string' ? shell.output : resultText(result ?? error ?? reason);
  const isError = status !== 'done' || (exitCode ?? 0) !== 0;
  const isDeclined = status === 'rejected-by-user';
  return { is: 'result', id, output, isError, isDeclined, ...(exitCode !== undefined && { exitCode }) };
}

function endOf(state: JsonObject | undefined): Piece[] {
  if (state?.type === 'cancelled') return [{ is: 'end', how: 'aborted' }];
  if (state?.type === 'error') return [{ is: 'end', how: 'failed' }];
  return state?.stopReason === 'end_turn' ? [{ is: 'end', how: 'completed' }] : [];
}

type Counts = NonNullable<ReturnType<typeof usageTable.read>>;

function countsOf({
  inputTokens,
  outputTokens,
  cacheCreationInputTokens = 0,
  cacheReadInputTokens = 0,
}: Counts): CountedUsage {
  const cache = { cacheRead: cacheReadInputTokens, cacheWrite: cacheCreationInputTokens };
  return usageBesideCache({ input: inputTokens, output: outputTokens, ...cache }, undefined);
}

function folderOf(env: JsonObject | undefined): string | undefined {
  const initial = isObject(env?.initial) ? env.initial : {};
  if (typeof initial.workingDirectory === 'string') return initial.workingDirectory;
  const [tree] = Array.isArray(initial.trees) ? initial.trees : [];
  const uri = isObject(tree) ? tree.uri : undefined;
  if (typeof uri !== 'string' || !uri.startsWith('file://')) return undefined;
  try {
    return decodeURIComponent(uri.slice('file://'.length)) || undefined;
  } catch {
    return uri.slice('file://'.length);
  }
}

function restOf(fields: JsonObject): JsonObject | undefined {
  const rest = withoutUndefined(fields);
  return Object.keys(rest).length > 0 ? rest : undefined;
}
