import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openArchive } from 'threadline/archive';
import { openLive } from 'threadline/live';
import { handOff, loadSession } from 'threadline/sessions';
import { scanUsage, type UsageRow } from 'threadline/usage';
import { expect, it, onTestFinished } from 'vitest';
import type { ApiHello } from '../../src/doors/server/api-types.ts';
import { startViewer } from '../../src/doors/server/viewer.ts';
import { agentStores } from '../../src/machine/sessions/stores/registry.ts';
import { createHandedHome } from '../hand-over/handed-home.ts';
import { askingClient } from '../mcp/asking-client.ts';
import { parrot } from './parrot.ts';

/** The parts of an agent beside those that the other files of this folder show: each by the agent's own value alone. */
function nests(...ids: string[]): string {
  const home = mkdtempSync(join(tmpdir(), 'threadline-parrot-parts-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  mkdirSync(join(home, 'nests'));
  for (const id of ids) {
    const lines = [
      { parrot: 'hatched', nest: id, cage: '/cage' },
      { parrot: 'heard', words: `who is ${id}?` },
      { parrot: 'said', words: `${id} is` },
      { parrot: 'slept', seeds: 12, eggs: 2 },
    ];
    writeFileSync(join(home, 'nests', `nest-${id}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
  return home;
}

it('takes threads of other agents as session files of its own, and gives them on', async () => {
  const home = createHandedHome();
  mkdirSync(join(home.root, 'parrot', 'nests'), { recursive: true });
  const agents = [...agentStores, parrot];
  const env = { ...home.env, PARROT_HOME: join(home.root, 'parrot') };
  const handed = await handOff({ ...home.options({ to: 'parrot' }), agents, env });
  expect(handed).toMatchObject({ action: 'created', agent: 'parrot' });
  const options = { agents: [parrot], homes: [env.PARROT_HOME] };
  const read = async () => {
    const messages = await loadSession({ path: handed.path }, options);
    return messages.flatMap(({ role, content }) =>
      content.flatMap((part) => (part.type === 'text' ? [`${role}: ${part.text}`] : [])),
    );
  };
  expect((await read()).some((text) => text.startsWith('user: Prompt 1.'))).toBe(true);
  for (const to of ['claude', 'codex', 'gemini']) {
    const back = await handOff({ session: handed.id, to, agents, env });
    expect(back, to).toMatchObject({ action: 'created', agent: to });
  }
});

it('never gets its own session as an answer, by what its calls and its variables tell', async () => {
  const home = nests('one', 'two', 'three');
  const store = await openArchive({ folder: `${home}/index`, agents: [parrot], homes: [home] });
  onTestFinished(() => store.close());
  await store.refresh();
  const { name, asker } = parrot;
  const askers = asker ? [{ ...asker, agent: name }] : [];
  const seen = async (nest: unknown, env = {}) => {
    const client = await askingClient({ store, askers, env }, 'parrot-mcp');
    const { data } = await client.ask('list_sessions', {}, nest === undefined ? undefined : { 'parrot/nest': nest });
    return JSON.stringify(data);
  };
  expect(await seen('one')).not.toContain('who is one?');
  expect(await seen('one')).toContain('who is two?');
  expect(await seen(undefined, { PARROT_NEST: 'two' })).not.toContain('who is two?');
  // What a call names counts before what the server was started with. Odd values name nothing.
  expect(await seen('three', { PARROT_NEST: 'two' })).toContain('who is two?');
  for (const odd of [7, null, '', [], { nest: 'one' }, 'x'.repeat(1000)]) expect(await seen(odd)).toContain('three');
});

it('is controlled by the command that speaks the Agent Client Protocol', async () => {
  const folder = nests();
  const program = fileURLToPath(new URL('./parrot-acp.mjs', import.meta.url));
  for (const [answer, output] of [
    ['once', 'sweet'],
    [undefined, 'not pecked'],
  ] as const) {
    const session = await openLive(
      { acp: [process.execPath, program], name: 'parrot' },
      { cwd: folder, dataFolder: join(folder, 'data') },
    );
    const told: unknown[] = [];
    const reading = (async () => {
      for await (const event of session) {
        told.push(event);
        if (event.type === 'approval.requested')
          await event.approval.answer(answer ? { allow: answer } : { deny: true });
      }
    })();
    expect(await session.send('peck').done).toMatchObject({ status: 'completed' });
    await session.close({ graceMs: 50 });
    await reading;
    expect(JSON.stringify(told)).toContain(output);
  }
});

it('has its name and its mark on the page', async () => {
  const home = nests('one');
  const web = join(home, 'web');
  mkdirSync(web);
  writeFileSync(join(web, 'index.html'), '<!doctype html><title>page</title>');
  const viewer = await startViewer({
    agents: [parrot],
    homes: [home],
    webFolder: web,
    port: 0,
    version: '0',
    userHome: '/home/you',
    onFault: () => {},
  });
  onTestFinished(() => viewer.close());
  const token = new URL(viewer.addressWithToken).searchParams.get('token');
  const response = await fetch(new URL('/api/hello', viewer.address), {
    headers: { authorization: `Bearer ${token}` },
  });
  const { agents } = (await response.json()) as ApiHello;
  expect(agents).toEqual([
    expect.objectContaining({ name: 'parrot', title: 'Parrot', letters: 'pa', homeVariable: 'PARROT_HOME' }),
  ]);
});

it('has what it used counted from its events: no scan of bytes knows its lines', async () => {
  const home = nests('one', 'two');
  const rows: UsageRow[] = [];
  const files = ['one', 'two'].map((id) => ({ path: join(home, 'nests', `nest-${id}.jsonl`) }));
  for await (const row of scanUsage(files, { agents: [parrot] })) rows.push(row);
  expect(rows.map(({ threadId, input, output }) => [threadId, input, output])).toEqual([
    ['one', 12, 2],
    ['two', 12, 2],
  ]);
});
