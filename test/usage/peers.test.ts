import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeUsageHome } from '../../bench/data/usage-home.ts';
import { findPeer, PEER_REPORT, peerTotals } from './peers.ts';
import { scanPaths, sums, temporaryFolder } from './scan-files.ts';

it('counts a generated home as its maker knows it', async () => {
  const home = temporaryFolder();
  const { input, cached, output, reasoning, requests } = makeUsageHome(home, 50);
  const { rows, problems } = await scanHome(home);
  expect(problems).toEqual([]);
  expect(sums(rows)).toEqual({ requests, input, cached, cacheWrite: 0, output, reasoning });
});

it('counts a generated home of 1 000 sessions as other tools do', { timeout: 300_000 }, async (context) => {
  // They are fetched on first use, and one of them takes long: only where everything is tried.
  if (!process.env.CI) return context.skip('other tools are asked in CI alone');
  const home = temporaryFolder();
  const { input, cached, output, reasoning, requests } = makeUsageHome(home, 1000, { repeats: false });
  const { rows } = await scanHome(home);
  expect(sums(rows)).toEqual({ requests, input, cached, cacheWrite: 0, output, reasoning });
  for (const name of ['native', 'typescript'] as const) {
    const peer = findPeer(name);
    if ('skip' in peer) return context.skip(peer.skip);
    const env = { ...process.env, CODEX_HOME: home };
    const options = { env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
    const { stdout, status } = spawnSync(peer.command, [...peer.args, ...PEER_REPORT], options);
    expect(status, name).toBe(0);
    expect(peerTotals(stdout), name).toEqual({ input, cached, output, reasoning });
  }
});

function scanHome(home: string) {
  const paths = globSync('sessions/**/*.jsonl', { cwd: home }).map((path) => join(home, path));
  return scanPaths(paths.sort());
}
