import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countTurns, listSessions } from 'threadline/sessions';
import { derivedId, type SessionOptions, type WriterOptions, writers } from 'threadline/writers';
import { afterAll, describe, expect, it } from 'vitest';
import { FORMATS, messagesOf, partsOf, readOutcomes, written } from './round-trip.ts';
import { variedThread } from './varied-thread.ts';

const ID = derivedId('session options');
const SESSION: SessionOptions = {
  id: ID,
  cwd: '/q',
  origin: { agent: 'claude', thread_id: 'x y' },
  title: 'A title',
  note: 'Mind the marks.',
};

function sessionText(to: string, options: WriterOptions): string {
  const writer = writers.get(to)?.(options);
  return [...variedThread().flatMap((outcome) => writer?.push(outcome) ?? []), ...(writer?.end() ?? [])].join('');
}

const root = mkdtempSync(join(tmpdir(), 'threadline-hand-over-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const PLACES = {
  claude: `projects/-q/${ID}.jsonl`,
  codex: `sessions/2026/11/01/rollout-2026-11-01T10-00-00-${ID}.jsonl`,
  gemini: `tmp/q/chats/session-2026-11-01T10-00-${ID.slice(0, 8)}.jsonl`,
  qwen: `projects/-q/chats/${ID}.jsonl`,
  pi: `sessions/--q--/2026-11-01T10-00-00-000Z_${ID}.jsonl`,
};

describe.each(FORMATS)('a session file of $to $style', ({ to, style }) => {
  const text = sessionText(to, { session: SESSION, style });

  it('says what it was told of itself, and keeps the note out of the conversation', () => {
    const outcomes = readOutcomes(text);
    const [started] = outcomes.flatMap((outcome) => (outcome.ok ? outcome.events : []));
    expect(started).toMatchObject({ type: 'thread.started', thread_id: ID, origin: { agent: 'claude' } });
    if (to !== 'gemini') expect(started).toMatchObject({ cwd: '/q' });
    expect(text).toContain('Mind the marks.');
    const plain = messagesOf(readOutcomes(written(variedThread(), style === undefined ? { to } : { to, style }).text));
    expect(partsOf(messagesOf(outcomes))).toEqual(partsOf(plain));
  });

  it('is the same whenever it is written, and never holds a line that another program would cut', () => {
    expect(sessionText(to, { session: SESSION, style })).toBe(text);
    expect(text).not.toMatch(/[\u2028\u2029]/);
    for (const line of text.trimEnd().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
  });

  it('has an id for each call that is unique, plain and no copy of another', () => {
    const ids = [...text.matchAll(/"(?:id|call_id)":"(tl-[1-9][^"]*)"/g)].map(([, id]) => id ?? '');
    const calls = new Set(ids);
    expect(calls.size).toBe(9);
    for (const id of calls) {
      expect(id).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      expect(calls.has(id.replace(/_\d+$/, '')) && /_\d+$/.test(id)).toBe(false);
    }
  });

  it('holds only the turns that were asked for', () => {
    const parts = partsOf(messagesOf(readOutcomes(sessionText(to, { style, turns: { from: 2 } }))));
    expect(parts).toEqual([
      { role: 'user', text: '/help is a question?' },
      { role: 'assistant', text: 'One test still fails.' },
    ]);
  });

  it('is listed with the first prompt of its thread and its turns', async () => {
    const home = join(root, `${to}-${style}`);
    const path = join(home, PLACES[to as keyof typeof PLACES]);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
    expect(await listSessions({ homes: [home], agent: to })).toMatchObject([
      { id: ID, firstPrompt: 'Fix add(), please.' },
    ]);
    expect(await countTurns(`${to}:${ID}`, { homes: [home] })).toBe(2);
  });
});

it('a style that there is none of is a bad call, at once', () => {
  expect(() => writers.get('codex')?.({ style: 'modern' })).toThrow(TypeError);
});
