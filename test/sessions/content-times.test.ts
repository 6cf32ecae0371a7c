import { appendFileSync, cpSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { listSessions, readStatus, type SessionInfo } from 'threadline/sessions';
import { describe, expect, it } from 'vitest';
import { lastLineTime } from '../../src/machine/sessions/stores/line-time.ts';
import { tempHome } from './temp-home.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 0, 5, 10);
const iso = (time: number) => new Date(time).toISOString();
const idOf = (index: number) => `019b8d3e-0000-7000-8000-${String(index).padStart(12, '0')}`;
const seconds = (time: number) => time / 1000;

function rollout(index: number, from: number, to: number): string {
  const record = (time: number, type: string, payload: object) =>
    `${JSON.stringify({ timestamp: iso(time), type, payload })}\n`;
  return (
    record(from, 'session_meta', { id: idOf(index), timestamp: iso(from), cwd: '/p', cli_version: '0.166.0' }) +
    record(from, 'event_msg', { type: 'task_started', turn_id: 't1' }) +
    record(from, 'event_msg', { type: 'user_message', message: `task ${index}` }) +
    record(to, 'event_msg', { type: 'task_complete', turn_id: 't1' })
  );
}

/** Twelve sessions of twelve hours. The names of files tell nothing of the order. */
function home() {
  const made = tempHome();
  const paths = Array.from({ length: 12 }, (_, index) => {
    const content = rollout(index, START, START + ((index * 5) % 12) * HOUR);
    const path = made.write(`sessions/2026/01/05/rollout-2026-01-05T10-00-00-${idOf(index)}.jsonl`, content);
    const written = seconds(START + ((index * 5) % 12) * HOUR + 20);
    utimesSync(path, written, written);
    return path;
  });
  return { ...made, paths };
}

const told = (sessions: readonly SessionInfo[]) => sessions.map(({ id, updatedAt }) => [id, updatedAt]);
const opened = async (limit: number, path: string) => {
  // A file that is read tells its problems: none has its first record.
  const seen = new Set<string>();
  await listSessions({ homes: [path], limit, onProblem: (problem) => seen.add(problem.path) });
  return seen.size;
};

describe('times from the content', () => {
  it('list a home that was copied without its times as the original, whatever the limit', async () => {
    const { path } = home();
    const copied = tempHome();
    cpSync(path, copied.path, { recursive: true });
    const [original, copy] = [await listSessions({ homes: [path] }), await listSessions({ homes: [copied.path] })];
    expect(told(copy)).toEqual(told(original));
    expect(original.map(({ updatedAt }) => updatedAt)).toEqual(
      Array.from({ length: 12 }, (_, index) => iso(START + (11 - index) * HOUR)),
    );
    for (const limit of [1, 3, 11, 12, 40])
      expect(told(await listSessions({ homes: [copied.path], limit }))).toEqual(told(original).slice(0, limit));
  });

  it('read no more files than the order needs', async () => {
    const { path, paths } = home();
    for (const [index, file] of paths.entries()) {
      const written = seconds(START + ((index * 5) % 12) * HOUR + 20);
      writeFileSync(file, readFileSync(file, 'utf8').split('\n').slice(1).join('\n'));
      utimesSync(file, written, written);
    }
    expect(await opened(1, path)).toBe(1);
    expect(await opened(3, path)).toBe(3);
    for (const file of paths) utimesSync(file, seconds(START + 100 * HOUR), seconds(START + 100 * HOUR));
    expect(await opened(1, path)).toBe(12);
  });

  it('are the file’s where no record has one, or only one after the last write', async () => {
    const { path, paths } = home();
    const [first = '', second = '', third = ''] = paths;
    const written = seconds(START + 50 * HOUR);
    writeFileSync(first, readFileSync(first, 'utf8').replaceAll(/"timestamp":"[^"]+"/g, '"timestamp":"soon"'));
    appendFileSync(second, '{"timestamp":"2031-01-01T00:00:00.000Z","type":"event_msg","payload":{}}\n');
    // Cut off while it was written.
    appendFileSync(third, '{"timestamp":"2026-01-0');
    for (const file of [first, second, third]) utimesSync(file, written, written);
    const times = new Map((await listSessions({ homes: [path] })).map((info) => [info.path, info.updatedAt]));
    expect([first, second, third].map((file) => times.get(file))).toEqual([
      iso(START + 50 * HOUR),
      iso(START + 50 * HOUR),
      iso(START + 10 * HOUR),
    ]);
  });

  it('are found behind a long last line, and in a packed file', async () => {
    const made = tempHome();
    const name = (index: number) => `sessions/rollout-2026-01-05T10-00-00-${idOf(index)}.jsonl`;
    const long = `{"type":"event_msg","timestamp":"${iso(START + 2 * HOUR)}","payload":{"message":"${'x'.repeat(600_000)}"}}\n`;
    made.write(name(1), rollout(1, START, START + HOUR) + long);
    made.write(`${name(2)}.zst`, zstdCompressSync(rollout(2, START, START + 3 * HOUR)));
    const sessions = await listSessions({ homes: [made.path] });
    expect(told(sessions)).toEqual([
      [idOf(2), iso(START + 3 * HOUR)],
      [idOf(1), iso(START + 2 * HOUR)],
    ]);
  });

  it('make no session of a copied home look at work', async () => {
    const made = tempHome();
    const name = (index: number) => `sessions/rollout-2026-01-05T10-00-00-${idOf(index)}.jsonl`;
    const open = rollout(1, START, START).split('\n').slice(0, 3).join('\n');
    expect(await readStatus({ path: made.write(name(1), `${open}\n`) })).toBe('failed');
    const ahead = `${open}\n{"timestamp":"2031-01-01T00:00:00.000Z","type":"event_msg","payload":{"type":"agent_message","message":"x"}}\n`;
    const path = made.write(name(2), ahead);
    const old = seconds(Date.now() - 24 * HOUR);
    utimesSync(path, old, old);
    expect(await readStatus({ path })).toBe('failed');
  });

  it('of a line are those of its own field, not of what it holds', () => {
    const time = (text: string) => lastLineTime(Buffer.from(text));
    expect(time('{"a":1,"timestamp":"2026-01-01T00:00:00Z"}\n{"b":{"timestamp":"2027-01-01T00:00:00Z"}}\n')).toBe(
      Date.UTC(2026, 0, 1),
    );
    for (const text of ['', '\n\n', '{', '[1]', '{"timestamp":{"toString":0}}', '{"timestamp":"0001-01-01T00:00:00Z"}'])
      expect(time(text)).toBeUndefined();
    expect(time(`{"timestamp":"2026-01-01T00:00:00Z"}\n${'{'.repeat(100_000)}`)).toBe(Date.UTC(2026, 0, 1));
    expect(time(`{"timestamp":"2026-01-01T00:00:00Z"}\n${'\n{}'.repeat(100_000)}`)).toBe(Date.UTC(2026, 0, 1));
  });
});

describe('a chat that ended in an error', () => {
  const header = { sessionId: '5b0f7c11-9a2e-4c38-8f10-6d3e2a9b0301', projectHash: 'a', kind: 'main' };
  const chat = (...types: string[]) => {
    const lines = types.map((type, index) =>
      JSON.stringify({ id: `m${index}`, timestamp: iso(Date.now()), type, content: `said ${index}` }),
    );
    const start = JSON.stringify({ ...header, startTime: iso(Date.now()), lastUpdated: iso(Date.now()) });
    return tempHome().write(
      join('tmp', 'p', 'chats', 'session-2026-01-05T10-00-5b0f7c11.jsonl'),
      [start, ...lines, ''].join('\n'),
    );
  };

  it('is failed at once, unless something came after it', async () => {
    expect(await readStatus({ path: chat('user', 'error') })).toBe('failed');
    expect(await readStatus({ path: chat('user', 'error', 'gemini') })).toBe('working');
    expect(await readStatus({ path: chat('user', 'error', 'user') })).toBe('working');
    expect(await readStatus({ path: chat('user', 'info') })).toBe('working');
  });
});
