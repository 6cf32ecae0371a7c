import { cpSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parseLines, runCli } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const fixtures = fileURLToPath(new URL('../fixtures', import.meta.url));
const folder = temporaryFolder();

it.each(['opencode', 'goose'])(
  'a session in the database of %s is exported as lines that say the same',
  async (agent) => {
    const [database = ''] = globSync(`${agent}/*/*/session/**/*.db`, { cwd: fixtures }).concat(
      globSync(`${agent}/*/*/session/.local/share/*/**/*.db`, { cwd: fixtures }),
    );
    const home = join(folder.path, agent);
    cpSync(join(fixtures, database.replace(/\/(?:sessions\/)?[^/]*\.db$/, '')), home, { recursive: true });
    const { stdout } = await runCli(['sessions', '--json', '--home', home]);
    const [{ id }] = JSON.parse(stdout).sessions;
    const native = await runCli(['export', String(id), '--home', home, '--to', 'hf', '-o', '-']);
    expect(native).toMatchObject({ exitCode: 0 });
    expect(parseLines(native.stdout).length).toBeGreaterThan(1);
    const said = ['--to', 'messages', '--no-original'];
    const kept = await runCli(['convert', String(id), '--home', home, ...said]);
    const again = await runCli(['convert', '-', ...said], { input: native.stdout });
    expect(kept.stdout.length).toBeGreaterThan(100);
    expect(again.stdout).toBe(kept.stdout);
  },
);
