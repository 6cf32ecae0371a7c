import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findPeer, PEER_REPORT, type Peer, peerTotals } from '../test/usage/peers.ts';
import { makeUsageHome, type UsageTruth } from './data/usage-home.ts';
import type { Figures } from './figures.ts';
import { print, printJudged } from './print.ts';
import { rounds } from './rounds.ts';
import { root } from './subject.ts';
import { childrenCpuMs } from './took.ts';
import { ratios } from './verdict.ts';

const ROUNDS = rounds(5);

interface Home {
  folder: string;
  truth: UsageTruth;
}

/** A bound, what was found, and what helps to understand it. */
interface Finding {
  name: string;
  value: number;
  /** The figure of each run. */
  runs: readonly number[];
  unit: string;
  atMost?: number;
  atLeast?: number;
  /** At less data it says nothing: what a start costs weighs more than what is read. */
  isRatio?: boolean;
}

/** `threadline usage` beside the tools that count the same files. Tells whether all targets were met. */
export function compareUsage(folder: string, scale: number): boolean {
  if (!existsSync('/proc/self/stat') || !existsSync(join(root, 'dist/doors/cli/main.js'))) {
    print('target usage: skipped (it needs Linux and a build)');
    return true;
  }
  const report = join(folder, 'report-at-exit.cjs');
  const bare = ownFigures([join(folder, 'empty.cjs')], report, folder);
  const small = makeHome(join(folder, 'usage-small'), Math.ceil(1000 * scale), false);
  const native = findPeer('native');
  const typescript = findPeer('typescript');
  const findings = [
    ...compareNative(small, native, report, bare, 1.3),
    ...compareTypescript(small, typescript, report),
    ...statusline(small, report, bare),
  ];
  rmSync(small.folder, { recursive: true, force: true });
  const large = makeHome(join(folder, 'usage-large'), Math.ceil(10_000 * scale), true);
  // Two threads read it where a core is free.
  findings.push(...compareNative(large, native, report, bare, 0.8, 60));
  rmSync(large.folder, { recursive: true, force: true });
  return findings
    .map(({ isRatio = false, ...finding }) =>
      printJudged({ target: 'usage', ...finding, isTooSmall: isRatio && scale < 1 }),
    )
    .every(Boolean);
}

function makeHome(folder: string, sessions: number, repeats: boolean): Home {
  const truth = makeUsageHome(folder, sessions, { repeats });
  print(`data usage: ${sessions} sessions, ${(truth.bytes / 1e6).toFixed(0)} MB, ${truth.requests} requests`);
  return { folder, truth };
}

function compareNative(home: Home, peer: Peer, report: string, bare: Figures, atMost: number, mostMb = 30): Finding[] {
  const ours: Figures[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(ourFigures(home, report));
    if (!('skip' in peer)) theirs.push(peerCpuMs(peer, home));
  }
  const best = Math.min(...ours.map(({ cpuMs }) => cpuMs));
  const peak = Math.min(...ours.map(({ peakMb }) => peakMb));
  const size = `${(home.truth.bytes / 1e6).toFixed(0)} MB`;
  const memory = {
    name: `peak memory on ${size}, over bare node`,
    value: peak - bare.peakMb,
    runs: ours.map(({ peakMb }) => peakMb - bare.peakMb),
    unit: ' MB',
    atMost: mostMb,
  };
  if ('skip' in peer) {
    print(`target usage CPU time on ${size} against ccusage: skipped (${peer.skip})`);
    return [memory];
  }
  print(
    `usage of ${size}: threadline ${best.toFixed(0)} ms CPU, ${peak.toFixed(0)} MB; ccusage ${Math.min(...theirs)} ms`,
  );
  const value = best / Math.min(...theirs);
  const runs = ratios(
    ours.map(({ cpuMs }) => cpuMs),
    theirs,
  );
  return [
    { name: `CPU time on ${size} against ccusage 20.0.24`, value, runs, unit: 'x', atMost, isRatio: true },
    memory,
  ];
}

function compareTypescript(home: Home, peer: Peer, report: string): Finding[] {
  if ('skip' in peer) {
    print(`target usage against @ccusage/codex: skipped (${peer.skip})`);
    return [];
  }
  const value = peerCpuMs(peer, home) / ourFigures(home, report).cpuMs;
  return [
    { name: 'times as fast as @ccusage/codex 18.0.11', value, runs: [value], unit: 'x', atLeast: 15, isRatio: true },
  ];
}

function statusline(home: Home, report: string, bare: Figures): Finding[] {
  const args = [join(root, 'bin/threadline.js'), 'usage', '--statusline'];
  const figures = Array.from({ length: ROUNDS }, () => ownFigures(args, report, home.folder));
  const runs = figures.map(({ cpuMs }) => cpuMs - bare.cpuMs);
  return [
    { name: 'CPU time of --statusline, over bare node', value: Math.min(...runs), runs, unit: ' ms', atMost: 50 },
  ];
}

function ourFigures({ folder, truth }: Home, report: string): Figures {
  const args = [join(root, 'bin/threadline.js'), 'usage', '--by', 'month', '--json'];
  return ownFigures(args, report, folder, (stdout) => {
    const { input, cached, output, reasoning } = JSON.parse(stdout).total;
    check('threadline', { input, cached, output, reasoning }, truth);
  });
}

/** Runs a program of Node and gives what it reports of itself. */
function ownFigures(args: string[], report: string, home: string, onOutput?: (stdout: string) => void): Figures {
  const ended = spawnSync(process.execPath, ['--require', report, ...args], {
    env: { PATH: process.env.PATH, HOME: home, CODEX_HOME: home, TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  mustSucceed(ended);
  onOutput?.(ended.stdout);
  return JSON.parse(ended.output[3] ?? '');
}

/** User and system time of a program that knows nothing of us: what the system counts for our children. */
function peerCpuMs(peer: Exclude<Peer, { skip: string }>, { folder, truth }: Home): number {
  const before = childrenCpuMs();
  const ended = spawnSync(peer.command, [...peer.args, ...PEER_REPORT], {
    env: { ...process.env, CODEX_HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const cpuMs = childrenCpuMs() - before;
  mustSucceed(ended);
  check(peer.command, peerTotals(ended.stdout), truth);
  return cpuMs;
}

function mustSucceed({ status, stderr }: SpawnSyncReturns<string>): void {
  if (status !== 0) throw new Error(`a contestant failed: ${stderr}`);
}

/** Fast and wrong is no contestant. */
function check(name: string, totals: Pick<UsageTruth, 'input' | 'cached' | 'output' | 'reasoning'>, truth: UsageTruth) {
  for (const key of ['input', 'cached', 'output', 'reasoning'] as const) {
    if (totals[key] !== truth[key]) throw new Error(`${name}: ${key} is ${totals[key]}, not ${truth[key]}`);
  }
}
