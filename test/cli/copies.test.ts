import { appendFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSessionIndex } from '../../src/doors/server/session-index.ts';
import { listSessions } from '../../src/machine/sessions/index.ts';
import { createHandedHome, SOURCE_ID } from '../hand-over/handed-home.ts';
import { runCli } from './run-cli.ts';

interface Row {
  agent: string;
  id: string;
  copy_of: string | null;
  turns: number;
  model: string;
  version: string | null;
}

async function createCopied() {
  const home = createHandedHome();
  const env = { ...home.env, THREADLINE_HOME: join(home.root, 'data'), COLUMNS: '120' };
  const cli = (...args: string[]) => runCli(args, { env });
  const copies: Record<string, { id: string; path: string }> = {};
  for (const to of ['codex', 'gemini']) {
    copies[to] = JSON.parse((await cli('handoff', SOURCE_ID, '--to', to, '--json')).stdout);
  }
  const rows = async (): Promise<Row[]> => JSON.parse((await cli('sessions', '--json', '--no-usage')).stdout).sessions;
  return { ...home, env, cli, rows, copies };
}

describe('a copy made by a hand-over', () => {
  it('stands under its origin with the turns and the model of its thread, and no version', async () => {
    const { cli, rows, copies } = await createCopied();
    const listed = await rows();
    expect(listed[0]).toMatchObject({ agent: 'claude', id: SOURCE_ID, copy_of: null, turns: 2, model: 'claude-x' });
    expect(
      listed
        .slice(1)
        .map(({ agent }) => agent)
        .sort(),
    ).toEqual(['codex', 'gemini']);
    for (const row of listed.slice(1)) {
      expect(row).toMatchObject({ copy_of: `claude:${SOURCE_ID}`, turns: 2, model: 'claude-x', version: null });
    }
    const { stdout } = await cli('sessions');
    expect(stdout).toMatch(/^ +1 .*claude .* Prompt 1\./m);
    expect(stdout.match(/^1\.[12] .* └ \(copy\) Prompt 1\./gm)).toHaveLength(2);
    expect(JSON.parse((await cli('show', '1.1', '--json')).stdout).session).toMatchObject({ turns: 2, version: null });
    expect(JSON.parse((await cli('show', '1', '--json')).stdout).session.id).toBe(SOURCE_ID);
    const doctor = await cli('doctor');
    expect(doctor.stdout).not.toContain('0.0.0 threadline');
    expect(copies.codex?.id).not.toBe(SOURCE_ID);
  });

  it('is one hit of a search with its origin, and a hit of its own once that is gone', async () => {
    const { cli, source, copies } = await createCopied();
    const hits = async (): Promise<{ session: string }[]> =>
      JSON.parse((await cli('search', '"Answer 2"', '--json')).stdout).hits;
    expect((await hits()).map(({ session }) => session)).toEqual([SOURCE_ID]);
    // What is said in the copy later is found there.
    appendFileSync(copies.codex?.path ?? '', laterTurn('a walrus'));
    const own = JSON.parse((await cli('search', 'walrus', '--json')).stdout).hits;
    expect(own.map(({ session }: { session: string }) => session)).toEqual([copies.codex?.id]);
    expect(source).toContain(SOURCE_ID);
  });

  it('brings its origin to its own place in the list when somebody goes on with it', async () => {
    const { cli, rows, source, copies } = await createCopied();
    const past = new Date(Date.UTC(2026, 0, 1));
    utimesSync(source, past, past);
    appendFileSync(copies.codex?.path ?? '', laterTurn('go on'));
    const listed = await rows();
    expect(listed.map(({ id }) => id)[0]).toBe(SOURCE_ID);
    expect(listed.find(({ agent }) => agent === 'codex')?.turns).toBe(3);
    expect((await cli('sessions', '-n', '1')).stdout).toContain('claude');
  });

  it('is listed under its origin by the viewer, and by itself without it', async () => {
    const { env } = await createCopied();
    const infos = await listSessions({ env });
    const index = createSessionIndex({ userHome: '/' });
    for (const info of infos) index.addInfo(info);
    expect([...index.top()].map(({ key }) => key)).toEqual([`claude/${SOURCE_ID}`]);
    const [copy] = index.childrenOf(`claude/${SOURCE_ID}`);
    expect(copy && index.listed(copy.key)).toMatchObject({ copyOf: `claude/${SOURCE_ID}`, model: 'claude-x' });
    expect(index.listed(`claude/${SOURCE_ID}`)?.children).toBeUndefined();
    index.setAnnotations(new Map([[`claude:${SOURCE_ID}`, { starred: true, tags: ['a'], title: 'Mine' }]]));
    expect(index.listed(`claude/${SOURCE_ID}`)).toMatchObject({ starred: true, tags: ['a'], title: 'Mine' });
    expect([...index.top()][0]?.head.title).toBe('Mine');
    const alone = createSessionIndex({ userHome: '/' });
    for (const info of infos) if (info.agent === 'codex') alone.addInfo(info);
    expect([...alone.top()]).toHaveLength(1);
  });
});

function laterTurn(text: string): string {
  const timestamp = '2026-11-02T10:00:00.000Z';
  const lines = [
    { type: 'event_msg', payload: { type: 'task_started', turn_id: 'later' } },
    { type: 'event_msg', payload: { type: 'user_message', message: text } },
    { type: 'response_item', payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] } },
    { type: 'event_msg', payload: { type: 'task_complete', turn_id: 'later' } },
  ];
  return lines.map((line) => `${JSON.stringify({ timestamp, ...line })}\n`).join('');
}
