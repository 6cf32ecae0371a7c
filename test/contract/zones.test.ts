import { execFile } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../cli/run-cli.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const fixtures = here('../fixtures');
const RECORDINGS = [
  [
    'codex/0.166.0/s2-shell/rollout.jsonl',
    `sessions/2026/11/15/rollout-2026-11-15T07-05-41-01a1de06-ab42-79f0-9c2d-b8851174e06f.jsonl`,
  ],
  ...globSync(['claude/2.1.325/s2/session/projects/**/*.jsonl', 'gemini/0.61.0/s3/session/tmp/**/*.jsonl'], {
    cwd: fixtures,
  }).map((path) => [path, relative(path.split('/').slice(0, 4).join('/'), path)]),
] as const;
const ZONES = ['UTC', 'America/New_York', 'Asia/Tokyo'];

const folder = mkdtempSync(join(tmpdir(), 'threadline-zones-'));
const home = join(folder, 'home');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Real sessions, as an agent would keep them that writes times without a zone; each was last written to long ago. */
beforeAll(() => {
  for (const [from = '', to = ''] of RECORDINGS) {
    const path = join(home, to);
    mkdirSync(dirname(path), { recursive: true });
    const text = readFileSync(join(fixtures, from), 'utf8');
    writeFileSync(path, text.replaceAll(/(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)Z/g, '$1'));
    utimesSync(path, new Date('2026-01-01'), new Date('2026-01-01'));
  }
});

const run = promisify(execFile);

async function toldIn(zone: string): Promise<Record<string, unknown>> {
  const data = mkdtempSync(join(folder, 'data-'));
  const { stdout } = await run(process.execPath, [here('tell-all.ts'), home, data], {
    env: { PATH: process.env.PATH, NODE_NO_WARNINGS: '1', TZ: zone },
    maxBuffer: 64 * 2 ** 20,
  });
  return JSON.parse(stdout);
}

describe('times without a zone', () => {
  it('are of UTC wherever the machine stands: sessions, events, rows, spans, usage, the archive', async () => {
    const [utc = {}, ...others] = await Promise.all(ZONES.map(toldIn));
    expect(utc.sessions).toHaveLength(3);
    expect(Object.keys(utc)).toHaveLength(8);
    for (const other of others)
      for (const [what, told] of Object.entries(utc)) expect([what, other[what]]).toEqual([what, told]);
  });

  it('are of UTC in what the commands print', async () => {
    const commands = [
      ['usage', '--json', '--zone', 'UTC', '--home', home],
      ['sessions', '--json', '--usage', '--home', home],
      ['convert', join(home, RECORDINGS[1]?.[1] ?? ''), '--to', 'otlp'],
    ];
    for (const args of commands) {
      const printed = await Promise.all(ZONES.map((zone) => runCli(args, { env: { TZ: zone } })));
      expect(printed[0]?.stdout).not.toBe('');
      expect(new Set(printed.map(({ stdout }) => stdout))).toEqual(new Set([printed[0]?.stdout]));
    }
  });
});
