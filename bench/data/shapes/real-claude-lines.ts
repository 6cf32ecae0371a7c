import { uuid } from '../exec-lines.ts';
import type { Random } from '../random.ts';
import { claudeLengths as lengths, claudeShares as shares } from './figures.ts';
import { createRealTexts, type RealTexts } from './real-texts.ts';

type Fields = { [key: string]: unknown };

/** Where a session stands: what its next line needs. */
interface Session {
  random: Random;
  texts: RealTexts;
  common: Fields;
  /** The line before. */
  parent: string | null;
  lines: number;
}

/** A call of a tool and what the CLI keeps of its answer. */
interface Call {
  name: string;
  input: Fields;
  /** What the model is told. */
  content: string;
  result: Fields;
}

/** A session of Claude Code with the shape of real ones: what stands in it, how often, how long. */
export function* realClaudeLines(random: Random): Generator<string> {
  const texts = createRealTexts(random, shares.wide);
  const common = {
    isSidechain: false,
    userType: 'external',
    cwd: '/home/user/project',
    sessionId: uuid(random),
    version: '2.1.34',
    gitBranch: 'main',
    slug: 'quiet-round-river',
  };
  const session: Session = { random, texts, common, parent: null, lines: 0 };
  for (let turn = random.times(shares.turnsInFile); turn > 0; turn -= 1) yield* turnLines(session);
}

function* turnLines(session: Session): Generator<string> {
  const { random, texts } = session;
  for (let left = random.times(shares.snapshotsInTurn); left > 0; left -= 1) yield snapshot(session);
  const content = texts.prose(lengths.prompt);
  const thinkingMetadata = { maxThinkingTokens: 31_999 };
  const beside = { thinkingMetadata, todos: [], permissionMode: 'default' };
  yield record(session, { type: 'user', message: { role: 'user', content } }, beside);
  for (let left = random.times(shares.callsInTurn); left > 0; left -= 1) yield* callLines(session);
  yield said(session, `msg_01${random.hex(22)}`, { type: 'text', text: texts.prose(lengths.said) });
  yield record(session, { type: 'system', subtype: 'turn_duration', durationMs: 90_210 }, { isMeta: false });
}

function* callLines(session: Session): Generator<string> {
  const { random, texts } = session;
  const message = `msg_01${random.hex(22)}`;
  if (random.chance(shares.thinkingInCall)) {
    const [thinking, signature] = [texts.prose(lengths.thinking), texts.base64(lengths.signature)];
    yield said(session, message, { type: 'thinking', thinking, signature });
  }
  if (random.chance(shares.saidInCall)) yield said(session, message, { type: 'text', text: texts.prose(lengths.said) });
  const { name, input, content, result } = call(session);
  const id = `toolu_01${random.hex(22)}`;
  yield said(session, message, { type: 'tool_use', id, name, input });
  const asking = session.parent;
  for (let left = random.times(shares.hooksInCall); left > 0; left -= 1) yield hook(session, id);
  if (name === 'Bash') {
    for (let left = random.times(shares.bashProgressInCommand); left > 0; left -= 1) yield bashProgress(session, id);
  }
  for (let left = random.times(shares.agentStepsInCall); left > 0; left -= 1) yield agentProgress(session, id);
  const answered = { role: 'user', content: [{ tool_use_id: id, type: 'tool_result', content, is_error: false }] };
  yield record(
    session,
    { type: 'user', message: answered },
    { toolUseResult: result, sourceToolAssistantUUID: asking },
  );
}

function call(session: Session): Call {
  const { random, texts } = session;
  const file_path = `/home/user/project/src/${random.hex(4)}.ts`;
  let kind = random.next();
  kind -= shares.edits;
  if (kind < 0) return edit(session, file_path);
  kind -= shares.writes;
  if (kind < 0) {
    const written = texts.code(lengths.written);
    const result = { type: 'create', filePath: file_path, content: written, structuredPatch: [], originalFile: null };
    const content = `File created successfully at: ${file_path}`;
    return { name: 'Write', input: { file_path, content: written }, content, result };
  }
  kind -= shares.reads;
  if (kind < 0) {
    const text = texts.code(lengths.file);
    const numLines = text.split('\n').length;
    const file = { filePath: file_path, content: text, numLines, startLine: 1, totalLines: numLines };
    const content = text.replace(/^/gm, '    12→');
    return { name: 'Read', input: { file_path }, content, result: { type: 'text', file } };
  }
  kind -= shares.commands;
  if (kind < 0) {
    const stdout = texts.code(lengths.output);
    const input = { command: texts.code(lengths.command), description: texts.prose(lengths.command) };
    return { name: 'Bash', input, content: stdout, result: { stdout, stderr: '', interrupted: false, isImage: false } };
  }
  const content = texts.code(lengths.matches);
  const result = { mode: 'content', numFiles: 0, filenames: [], content, numLines: 9 };
  return { name: 'Grep', input: { pattern: 'reader', path: '/home/user/project', '-n': true }, content, result };
}

function edit({ random, texts }: Session, file_path: string): Call {
  const [oldString, newString] = [texts.code(lengths.edited), texts.code(lengths.edited)];
  const input = { replace_all: false, file_path, old_string: oldString, new_string: newString };
  const lines = Array.from({ length: texts.length(lengths.patchedLines) }, (_, index) => {
    return `${' +-'.charAt(index % 3)}${oldString.slice(index, index + 40).replaceAll('\n', ' ')}`;
  });
  const start = random.between(1, 900);
  const result = {
    filePath: file_path,
    oldString,
    newString,
    originalFile: texts.code(lengths.fileBeforeEdit),
    structuredPatch: [{ oldStart: start, oldLines: 7, newStart: start, newLines: 9, lines }],
    userModified: false,
    replaceAll: false,
  };
  return { name: 'Edit', input, content: `The file ${file_path} has been updated successfully.`, result };
}

function said(session: Session, id: string, content: Fields): string {
  const usage = {
    input_tokens: 10,
    cache_creation_input_tokens: 83,
    cache_read_input_tokens: 35_676,
    cache_creation: { ephemeral_5m_input_tokens: 83, ephemeral_1h_input_tokens: 0 },
    output_tokens: session.random.between(1, 900),
    service_tier: 'standard',
  };
  const message = {
    model: 'claude-opus-4-5-20251101',
    id,
    type: 'message',
    role: 'assistant',
    content: [content],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
  return record(session, { message, requestId: `req_011${id.slice(6)}`, type: 'assistant' });
}

function hook(session: Session, id: string): string {
  const command = 'node .claude/hooks/check.mjs';
  const data = { type: 'hook_progress', hookEvent: 'PostToolUse', hookName: 'PostToolUse:Bash', command };
  return record(session, { type: 'progress', data, toolUseID: id, parentToolUseID: id });
}

function bashProgress(session: Session, id: string): string {
  const output = session.texts.code(lengths.progress);
  const data = { type: 'bash_progress', output, fullOutput: output, elapsedTimeSeconds: 7, totalLines: 3 };
  return record(session, { type: 'progress', data, toolUseID: 'bash-progress-5', parentToolUseID: id });
}

/** A step of a sub-agent that the file of its parent repeats. */
function agentProgress(session: Session, id: string): string {
  const content = [
    {
      tool_use_id: `toolu_01${session.random.hex(22)}`,
      type: 'tool_result',
      content: session.texts.code(lengths.agentStep),
    },
  ];
  const message = {
    type: 'user',
    message: { role: 'user', content },
    uuid: uuid(session.random),
    timestamp: timeOf(session.lines),
  };
  const data = { message, normalizedMessages: [], type: 'agent_progress', prompt: '', agentId: 'a1b2c3d' };
  return record(session, { type: 'progress', data, toolUseID: 'agent_msg_01', parentToolUseID: id });
}

function snapshot({ random, lines }: Session): string {
  const backup = { backupFileName: `${random.hex(16)}@v1`, version: 1, backupTime: timeOf(lines) };
  const messageId = uuid(random);
  const trackedFileBackups = { 'src/index.ts': backup, 'src/reader.ts': backup };
  return JSON.stringify({
    type: 'file-history-snapshot',
    messageId,
    snapshot: { messageId, trackedFileBackups, timestamp: timeOf(lines) },
    isSnapshotUpdate: true,
  });
}

function record(session: Session, fields: Fields, beside: Fields = {}): string {
  const id = uuid(session.random);
  const place = { parentUuid: session.parent, ...session.common };
  session.parent = id;
  session.lines += 1;
  return JSON.stringify({ ...place, ...fields, uuid: id, timestamp: timeOf(session.lines), ...beside });
}

function timeOf(lines: number): string {
  return new Date(1_770_000_000_000 + lines * 1370).toISOString();
}
