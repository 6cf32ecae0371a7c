import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openArchive } from '../../src/archive/index.ts';
import type { RowsSink } from '../../src/doors/server/transcript/follow-rows.ts';
import { createRowThread, NoThread } from '../../src/doors/server/transcript/row-thread.ts';
import { createTranscripts, type Transcript } from '../../src/doors/server/transcript/transcripts.ts';
import { createFileSource } from '../../src/doors/server/transcript/viewed-source.ts';
import { startViewer } from '../../src/doors/server/viewer.ts';
import { agentStores } from '../../src/machine/sessions/stores/registry.ts';

const folder = mkdtempSync(join(tmpdir(), 'threadline-cold-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ID = '01a1d8ee-7b3c-7e21-8a44-000000000001';
const ROWS = 30_000;

function answerLine(id: string, text: string): string {
  const item = { type: 'AgentMessage', id, content: [{ type: 'Text', text }] };
  const payload = { type: 'item_completed', thread_id: ID, turn_id: 'y', item };
  return JSON.stringify({ timestamp: '2026-11-14T09:30:00.000Z', ordinal: 1, type: 'event_msg', payload });
}

function longSession(): { home: string; path: string } {
  const home = join(folder, 'codex');
  const day = join(home, 'sessions/2026/11/14');
  mkdirSync(day, { recursive: true });
  const path = join(day, `rollout-2026-11-14T09-00-00-${ID}.jsonl`);
  const payload = { id: ID, timestamp: '2026-11-14T09:00:00.000Z', cwd: '/p', cli_version: '0.166.0' };
  const lines = [JSON.stringify({ timestamp: payload.timestamp, ordinal: 0, type: 'session_meta', payload })];
  for (let row = 0; row < ROWS; row += 1) lines.push(answerLine(`m${row}`, `answer ${row} ${'word '.repeat(30)}`));
  writeFileSync(path, `${lines.join('\n')}\n`);
  return { home, path };
}
const { home, path } = longSession();

async function rowsOf(threadBytes: number, agents = agentStores): Promise<Transcript['rows']> {
  const transcripts = createTranscripts({ agents, threadBytes });
  const transcript = transcripts.open(createFileSource(path, agents), 'codex');
  await transcript.ready;
  transcripts.close();
  return transcript.rows;
}

describe('a long session', () => {
  it('has the same rows in a thread of its own, and where there is none', async () => {
    const here = await rowsOf(Number.POSITIVE_INFINITY);
    expect(here).toHaveLength(ROWS);
    expect(await rowsOf(0)).toEqual(here);
    // Agents that the thread does not know are folded here.
    expect(await rowsOf(0, [...agentStores])).toEqual(here);
  });

  it('is not followed by a thread that cannot be started or that ends', async () => {
    const sink: RowsSink = { rows: () => {}, held: () => {}, reset: () => {} };
    const session = { path, agent: 'codex', maxTextBytes: 100 };
    const ended = join(folder, 'ends.mjs');
    writeFileSync(ended, 'process.exit(1)');
    for (const file of [undefined, ended]) {
      // Without a file there is no thread: the default would find one.
      const thread = file === undefined ? createRowThread('') : createRowThread(file);
      const followed = thread.follow(session, sink, new AbortController().signal);
      await expect(followed).rejects.toThrow(file === undefined ? Error : NoThread);
      thread.close();
    }
  });

  it('shows its first rows, and its last ones from the archive, before it is read; all of it then', async () => {
    const archive = await openArchive({ folder: join(folder, 'data'), homes: [home], sameThread: true });
    await archive.refresh();
    const viewer = await startViewer({
      homes: [home],
      webFolder: folder,
      port: 0,
      version: '0',
      userHome: '/home/you',
      store: archive,
      onFault: () => {},
    });
    const token = new URL(viewer.addressWithToken).searchParams.get('token');
    const get = async (place: string) => {
      const answer = await fetch(`${viewer.address}api/sessions${place}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(answer.status).toBe(200);
      return answer.json();
    };
    const session = `/codex/${ID}`;
    while ((await get('')).total === 0);
    const [head, outline, rows] = await Promise.all(
      ['?early=1', '/outline?early=1', '/rows?from=0&limit=200&early=1'].map((place) => get(`${session}${place}`)),
    );
    expect([head.early, outline.early, rows.early]).toEqual([true, true, true]);
    expect(outline.kinds).toHaveLength(outline.rows);
    expect(outline.lines).toHaveLength(outline.rows);
    const end = await get(`${session}/rows?from=${outline.rows - 20}&limit=200&early=1`);
    expect(end.rows.at(-1).blocks).toMatchObject([{ text: { text: expect.stringContaining(`answer ${ROWS - 1} `) } }]);
    const whole = await get(`${session}/rows?from=0&limit=200`);
    expect(whole).toMatchObject({ total: ROWS });
    expect(whole.early).toBeUndefined();
    expect(rows.rows).toEqual(whole.rows);
    // Once it is read, an early answer is a whole one.
    expect(await get(`${session}/rows?from=0&limit=200&early=1`)).toEqual(whole);
    const { early: _, ...later } = await get(`${session}/outline?early=1`);
    expect(later).toEqual(await get(`${session}/outline`));
    await viewer.close();
    await archive.close();
  });
});
