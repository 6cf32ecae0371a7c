import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach } from 'vitest';

const fixtures = fileURLToPath(new URL('../fixtures/codex/', import.meta.url));

/** Where the real agent kept a rollout, by the recording's notes. */
export interface RecordedRollout {
  file: string;
  original: string;
}

export interface TempHome {
  path: string;
  /** Writes a file below the home and gives its path. */
  write(path: string, content: string | Uint8Array): string;
  copy(from: string, path: string): string;
  /** Puts a recording's rollouts where the agent kept them, and gives their paths. */
  record(recording: string): string[];
}

const made: string[] = [];
afterEach(() => {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
});

/** A home that is gone after the test. */
export function tempHome(): TempHome {
  const path = mkdtempSync(join(tmpdir(), 'threadline-home-'));
  made.push(path);
  function write(name: string, content: string | Uint8Array): string {
    const target = join(path, name);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
    return target;
  }
  const copy = (from: string, name: string) => write(name, readFileSync(from));
  const record = (recording: string) =>
    rollouts(recording).map(({ file, original }) => copy(join(fixtures, recording, file), original));
  return { path, write, copy, record };
}

export function rollouts(recording: string, folder = fixtures): RecordedRollout[] {
  const meta: { rollouts?: RecordedRollout[] } = JSON.parse(readFileSync(join(folder, recording, 'meta.json'), 'utf8'));
  return meta.rollouts ?? [];
}

/** A thread id and a file name in the form of the agent's. */
export function threadId(n: number): string {
  return `01a1de09-5e47-7183-af03-${String(n).padStart(12, '0')}`;
}

export function rolloutPath(n: number, ending = '.jsonl'): string {
  return `sessions/2026/11/15/rollout-2026-11-15T07-08-38-${threadId(n)}${ending}`;
}

/** A small session: its header, a prompt and an answer. */
export function smallSession(n: number, meta: Record<string, unknown> = {}): string {
  const time = '2026-11-15T07:08:38.369Z';
  const lines = [
    {
      timestamp: time,
      type: 'session_meta',
      payload: { id: threadId(n), timestamp: time, cwd: '/home/user/project', ...meta },
    },
    { timestamp: time, type: 'event_msg', payload: { type: 'user_message', message: `Prompt ${n}` } },
    { timestamp: time, type: 'turn_context', payload: { cwd: '/home/user/project', model: 'gpt-5' } },
    { timestamp: time, type: 'event_msg', payload: { type: 'agent_message', message: `Answer ${n}` } },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
