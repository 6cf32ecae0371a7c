import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

/** A session of Claude Code as it is made here. */
export interface MadeSession {
  id: string;
  cwd: string;
  model: string;
  /** How many days ago. */
  days: number;
  prompt?: string;
  /** The input of each request. */
  input?: number;
  /** Calls of commands, one a request; those that begin with `!` fail. */
  commands?: readonly string[];
  /** The name of the tool, if it is not a command. */
  tool?: string;
  /** False leaves the last call without an answer. */
  isDone?: boolean;
}

const DAY_MS = 86_400_000;
export const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Noon of a day, so that no test runs past midnight within it. */
export const daysAgo = (days: number, minutes = 0) =>
  new Date(
    Date.parse(`${new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)}T12:00:00Z`) + minutes * 60_000,
  ).toISOString();

/** The lines of a session. A million input tokens of claude-opus-4-8 cost five dollars. */
function linesOf(made: MadeSession): string {
  const { id, cwd, model, days, input = 1_000_000, commands = [], tool = 'Bash', prompt = 'go', isDone = true } = made;
  const lines: object[] = [];
  const add = (type: string, message: object, more: object = {}) => {
    const [number, base] = [lines.length, { sessionId: id, cwd, version: '2.1.0', isSidechain: false }];
    const parentUuid = number === 0 ? null : `${id}-${number - 1}`;
    lines.push({
      ...base,
      type,
      uuid: `${id}-${number}`,
      parentUuid,
      timestamp: daysAgo(days, number),
      message,
      ...more,
    });
  };
  const answer = (content: object[], number: number) =>
    add(
      'assistant',
      {
        ...{ id: `msg_${id}_${number}`, type: 'message', role: 'assistant', model, content },
        usage: { input_tokens: input, output_tokens: 0, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
      },
      { requestId: `req_${id}_${number}` },
    );
  add('user', { role: 'user', content: prompt });
  for (const [number, command] of commands.entries()) {
    const use = `toolu_${id}_${number}`;
    const asked = command.replace(/^!/, '');
    const given = tool === 'Bash' ? { command: asked } : { file_path: asked };
    answer([{ type: 'tool_use', id: use, name: tool, input: given }], number);
    if (number === commands.length - 1 && !isDone) break;
    const content = `result of ${command}`;
    const isError = command.startsWith('!');
    add('user', { role: 'user', content: [{ type: 'tool_result', tool_use_id: use, content, is_error: isError }] });
  }
  if (isDone) answer([{ type: 'text', text: 'done' }], commands.length);
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** The environment of a person with these sessions. */
export function claudeHome(sessions: readonly MadeSession[]): Record<string, string> {
  const { path } = temporaryFolder();
  const folder = join(path, '.claude', 'projects', '-p');
  mkdirSync(folder, { recursive: true });
  for (const made of sessions) {
    const file = join(folder, `${made.id}.jsonl`);
    writeFileSync(file, linesOf(made));
    utimesSync(file, new Date(), new Date(daysAgo(made.days, 60)));
  }
  return { HOME: path, TZ: 'UTC', COLUMNS: '80' };
}
