import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listSessions, type SessionInfo } from '../../src/machine/sessions/index.ts';
import { runCli } from '../cli/run-cli.ts';
import { startArchive, type TestArchive } from '../postgres/archive.ts';
import { fixtureHomes } from '../worker/fixture-homes.ts';
import { foldAll, sendHome, sendingMachine } from '../worker/sent-files.ts';

// Two processes a session: too long for every run of the tests.
const started = process.env.THREADLINE_POSTGRES ? await startArchive() : { skip: 'npm run fleet does it' };
const skip = 'skip' in started ? started.skip : false;
// Where there is no server nothing below runs.
const archive = started as TestArchive;
const folder = mkdtempSync(join(tmpdir(), 'threadline-show-'));
const homes = fixtureHomes(join(folder, 'codex'));
afterAll(async () => {
  if (!skip) await archive.close();
  rmSync(folder, { recursive: true, force: true });
});

async function show(info: SessionInfo, where: string[], tenant = '') {
  const args = ['show', `${info.agent}:${info.id}`, '--json', '--all', ...where];
  const { stdout, stderr, exitCode } = await runCli(args, { env: { THREADLINE_TENANT: tenant } });
  expect([exitCode, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

describe.skipIf(skip)('a session on a server', () => {
  /** Homes are machines of their own: some hold threads of the same id. */
  const sessions: { home: string; info: SessionInfo; tenant: string }[] = [];
  beforeAll(async () => {
    for (const home of homes) {
      const { id, name } = await archive.createTenant();
      await sendHome(await sendingMachine(archive, id, 'laptop'), home);
      for (const info of await listSessions({ homes: [home] })) sessions.push({ home, info, tenant: name });
    }
    expect(await foldAll(archive)).toEqual([]);
  }, 120_000);

  it('is shown as on its machine: messages, agents, what a fork was given, usage of each turn, times', async () => {
    const parents = new Set(sessions.map(({ info }) => info.parentId));
    const isRich = ({ info }: { info: SessionInfo }) => parents.has(info.id) || info.forkedFromId !== undefined;
    const rich = sessions.filter(isRich);
    expect(rich.length).toBeGreaterThan(2);
    const others = sessions.filter((one) => !isRich(one) && one.info.id !== '').filter((_, index) => index % 8 === 0);
    for (const { home, info, tenant } of [...rich, ...others]) {
      const local = await show(info, ['--home', home]);
      // A packed file is sent plain, and nobody is offered to resume the session of another machine. A server keeps redacted
      // bytes, by which no change of a file can be replayed.
      const { session } = local;
      Object.assign(session, { path: session.path.replace(/\.zst$/, ''), resume_command: null, changes: null });
      expect(await show(info, ['--archive', archive.url], tenant)).toEqual(local);
    }
  }, 600_000);
});
