import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { codexHead, codexId, codexTurn, madeHome } from '../archive/made-home.ts';
import { exitCodeOf, runCli, startCli } from '../cli/run-cli.ts';
import { freePort, type PostgresServer, startPostgres } from '../postgres/server.ts';

const run = promisify(execFile);
const started = process.env.THREADLINE_POSTGRES ? await startPostgres() : { skip: 'npm run fleet does it' };
const skip = 'skip' in started ? started.skip : started.programs ? false : 'there is no pg_dump of this version';
const server = started as PostgresServer; // Where there is none nothing below runs.
const folder = mkdtempSync(join(tmpdir(), 'threadline-restore-'));
const page = readFileSync(new URL('../../docs/fleet.md', import.meta.url), 'utf8');

/** The commands of a block of docs/fleet.md, run as they stand there, in a folder with `threadline` on the path. */
async function runBlock(name: string, url: string): Promise<void> {
  const [, commands = ''] = new RegExp(`\`\`\`sh ${name}\n(.*?)\`\`\``, 's').exec(page) ?? [];
  expect(commands.trim()).not.toBe('');
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const program = fileURLToPath(new URL('../../bin/threadline.js', import.meta.url));
  writeFileSync(join(bin, 'threadline'), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`, { mode: 0o755 });
  const path = [bin, server.programs, process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH: path, THREADLINE_ARCHIVE: url, NODE_NO_WARNINGS: '1' };
  await run('sh', ['-eu', '-c', commands], { cwd: folder, env });
}

describe.skipIf(skip)('an archive that was dumped and restored into a fresh cluster, as docs/fleet.md says', () => {
  afterAll(async () => {
    if (!('skip' in started)) await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('gets from a collector that runs on all that was sent since, and answers readers', async () => {
    const other = await startPostgres();
    if ('skip' in other) throw new Error(other.skip);
    const [old, fresh] = [await server.createDatabase(), await other.createDatabase()];
    const port = await freePort();
    const startGateway = async (url: string) => {
      const env = { THREADLINE_ARCHIVE: url };
      const child = startCli(['gateway', '--port', String(port), '--with-worker'], { env });
      await once(createInterface({ input: child.stdout }), 'line');
      return child;
    };
    const sessions = async (url: string) => {
      const { stdout } = await runCli(['sessions', '--json', '--no-usage'], { env: { THREADLINE_ARCHIVE: url } });
      return JSON.parse(stdout)
        .sessions.map(({ id }: { id: string }) => id)
        .sort();
    };

    await runCli(['archive', 'migrate'], { env: { THREADLINE_ARCHIVE: old } });
    const { stdout: token } = await runCli(['archive', 'tokens', 'add', 'anna'], { env: { THREADLINE_ARCHIVE: old } });
    const home = madeHome(join(folder, 'anna'));
    const session = (number: number) =>
      codexHead(codexId(number)) + codexTurn(1, { ask: `ask ${number}`, result: 'r', answer: 'a' });
    home.write(1, session(1));
    let gateway = await startGateway(old);
    const program = fileURLToPath(new URL('../../bin/threadline.js', import.meta.url));
    const collector = spawn(
      process.execPath,
      [program, 'collect', '--to', `http://127.0.0.1:${port}`, '--home', join(folder, 'anna')],
      {
        env: {
          PATH: process.env.PATH,
          THREADLINE_TOKEN: token.trim(),
          THREADLINE_HOME: join(folder, 'own'),
          NODE_NO_WARNINGS: '1',
        },
        stdio: 'ignore',
      },
    );
    const patience = { timeout: 120_000, interval: 500 };
    try {
      await vi.waitFor(async () => expect(await sessions(old)).toEqual([codexId(1)]), patience);
      await runBlock('backup', old);
      home.write(2, session(2));
      appendFileSync(home.file(1), codexTurn(2, { ask: 'later', result: 'r', answer: 'since the dump' }));
      await vi.waitFor(async () => expect(await sessions(old)).toEqual([codexId(1), codexId(2)]), patience);

      gateway.kill('SIGTERM');
      await exitCodeOf(gateway);
      await runBlock('restore', fresh);
      expect(await sessions(fresh)).toEqual([codexId(1)]);
      gateway = await startGateway(fresh);
      // Nothing changes on the machine, and the collector runs on.
      await vi.waitFor(async () => expect(await sessions(fresh)).toEqual([codexId(1), codexId(2)]), patience);
      const find = () => runCli(['search', 'since the dump', '--json'], { env: { THREADLINE_ARCHIVE: fresh } });
      await vi.waitFor(async () => expect((await find()).stdout).toContain(codexId(1)), patience);
      const { stdout } = await runCli(['archive', 'status', '--json'], { env: { THREADLINE_ARCHIVE: fresh } });
      expect(JSON.parse(stdout)).toMatchObject({ sessions: 2, machines: [{ name: 'anna', sources: 2 }] });
    } finally {
      collector.kill('SIGKILL');
      gateway.kill('SIGKILL');
      await other.close();
    }
  }, 400_000);
});
