import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import type { Outcome } from '../../src/core/thread/outcome.ts';
import type { FollowCheckpoint, FollowClock } from '../../src/machine/sessions/index.ts';
import { followSession } from '../../src/machine/sessions/index.ts';

/** Numbers that look like chance and are the same for a seed. */
function createRandom(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    const mixed = Math.imul(state ^ (state >>> 13), 0x297a2d39);
    return ((mixed ^ (mixed >>> 16)) >>> 0) % below;
  };
}

/** A clock that goes on when it is told to. */
export interface TestClock extends FollowClock {
  /** Goes on until the next wait of the ordinary length: all that was to be seen was seen. */
  settle(): Promise<void>;
}

const ORDINARY_WAIT = 250;

export function createTestClock(): TestClock {
  let now = 1_800_000_000_000;
  let waiting: { ms: number; go(): void } | undefined;
  let onWait = () => {};

  async function tick(): Promise<void> {
    if (!waiting) await nextWait();
    const current = waiting;
    waiting = undefined;
    const next = nextWait();
    now += current?.ms ?? 0;
    current?.go();
    await next;
  }

  const nextWait = () =>
    new Promise<void>((resolve) => {
      onWait = resolve;
    });

  return {
    now: () => now,
    wait: (ms, signal) =>
      new Promise((resolve) => {
        waiting = { ms, go: resolve };
        signal?.addEventListener('abort', () => resolve(), { once: true });
        if (signal?.aborted) resolve();
        onWait();
      }),
    async settle() {
      await tick();
      while ((waiting?.ms ?? ORDINARY_WAIT) < ORDINARY_WAIT) await tick();
    },
  };
}

/** The same on the clock on the wall: long enough for each kind of wait. */
export function createRealClock(): TestClock {
  return {
    now: Date.now,
    wait: (ms, signal) =>
      new Promise((resolve) => {
        setTimeout(resolve, ms).unref();
        signal?.addEventListener('abort', () => resolve(), { once: true });
      }),
    settle: () => new Promise((resolve) => setTimeout(resolve, 3 * 250 + 200)),
  };
}

/** What whoever follows keeps: it is on the disk at once or not at all. */
interface Kept {
  lines: string[];
  checkpoint: FollowCheckpoint | undefined;
}

const NAME = 'rollout-2026-11-15T07-00-00-01a1de06-ab42-79f0-9c2d-b8851174e06f.jsonl';

/**
 * Does things to a session file at random while it is followed, and tells the first moment at which what was seen is not
 * what stands in the file; undefined where there was none.
 */
export async function runSequence(seed: number, clock: TestClock = createTestClock()): Promise<string | undefined> {
  const random = createRandom(seed);
  const folder = mkdtempSync(join(tmpdir(), 'threadline-tail-'));
  const path = join(folder, NAME);
  const packed = `${path}.zst`;
  const done: string[] = [];
  let violation: string | undefined;
  let count = 0;
  /** What stands in the compressed file. */
  let plainBytes: Buffer = Buffer.alloc(0);
  let plainLines: string[] = [];
  /** The rest of a line that was written to its half. */
  let rest = '';
  /** What was seen since the last reset, and what of it was kept. */
  let seen: string[] = [];
  let kept: Kept = { lines: [], checkpoint: undefined };
  let latest = kept;
  let mayReset = false;
  /** The file that was looked at last: of one that came and went unseen nothing can be known. */
  let lookedAt: number | undefined;
  /** Lines of a file that is no longer there, which must have been seen before its end. */
  let owed: string[] | undefined;
  let following: { stop: AbortController; ended: Promise<void> } | undefined;

  function fail(text: string): void {
    violation ??= `seed ${seed}: ${text} after ${done.join(', ')}`;
  }

  const isThere = () => existsSync(path) || existsSync(packed);
  const isPlain = () => existsSync(path);
  /** Lines of the file that is there, read in another way. */
  function standing(): string[] {
    if (!isPlain()) return plainLines;
    return linesOf(readFileSync(path, 'utf8'));
  }

  function newLine(): string {
    count += 1;
    const size = random(40) === 0 ? 100_000 + random(100_000) : random(90);
    return JSON.stringify({ type: 'note', n: count, text: 'x'.repeat(size) });
  }

  function settleDebt(): void {
    if (owed && !isPrefix(owed, seen)) fail(`lost ${owed.length - seen.length} lines of a file that went`);
    owed = undefined;
  }

  async function follow(signal: AbortSignal): Promise<void> {
    for await (const change of followSession(
      { path },
      { signal, clock, from: kept.checkpoint, reader: { raw: true } },
    )) {
      if (change.kind === 'problem') fail(`problem ${change.problem.message}`);
      if (change.kind === 'outcomes') seen.push(...change.outcomes.map(textOf));
      if (change.kind === 'reset' || change.kind === 'gone') {
        if (change.kind === 'reset') settleDebt();
        else if (owed) {
          seen.push(...change.outcomes.map(textOf));
          settleDebt();
        }
        if (!mayReset) fail(`${change.kind} without a reason`);
        seen = [];
      }
      const checkpoint = 'checkpoint' in change ? change.checkpoint : undefined;
      latest = { lines: [...seen], checkpoint: checkpoint && JSON.parse(JSON.stringify(checkpoint)) };
      if (random(3) > 0 || change.kind !== 'outcomes') kept = latest;
    }
  }

  function start(): void {
    if (following || !isThere()) return;
    const stop = new AbortController();
    const ended = follow(stop.signal).catch((error) => fail(`threw ${error}`));
    following = { stop, ended };
  }

  async function stop(): Promise<void> {
    following?.stop.abort();
    await following?.ended;
    following = undefined;
    lookedAt = undefined;
    owed = undefined;
  }

  async function settle(): Promise<void> {
    start();
    if (!following) return;
    await clock.settle();
    const expected = isThere() ? standing() : [];
    if (expected.length !== seen.length || !isPrefix(expected, seen)) {
      const place = expected.findIndex((line, index) => line !== seen[index]);
      fail(`saw ${seen.length} of ${expected.length} lines, other at ${place}`);
    }
    owed = undefined;
    mayReset = false;
    lookedAt = isPlain() ? statSync(path).ino : undefined;
  }

  /** A file that goes while it is followed was read to its end before. */
  function leave(): void {
    if (following && isPlain() && lookedAt === statSync(path).ino && !mayReset) owed = standing();
    mayReset = true;
    rest = '';
  }

  const actions: Record<string, () => void | Promise<void>> = {
    append: () => {
      if (!isPlain()) return;
      appendFileSync(path, `${rest}${newLine()}\n${random(2) ? `${newLine()}\n` : ''}${random(4) ? '' : '\n'}`);
      rest = '';
    },
    half: () => {
      if (!isPlain() || rest !== '') return;
      const line = newLine();
      const cut = 1 + random(line.length - 1);
      appendFileSync(path, line.slice(0, cut));
      rest = `${line.slice(cut)}\n`;
    },
    finish: () => {
      if (!isPlain()) return;
      appendFileSync(path, rest);
      rest = '';
    },
    rotate: () => {
      if (!isPlain()) return;
      leave();
      renameSync(path, `${path}.${count}.old`);
      writeFileSync(path, random(2) ? `${newLine()}\n` : '');
    },
    replace: () => {
      if (!isPlain()) return;
      leave();
      writeFileSync(`${path}.new`, `${newLine()}\n${newLine()}\n`);
      renameSync(`${path}.new`, path);
    },
    truncate: () => {
      if (!isPlain()) return;
      mayReset = true;
      owed = undefined;
      rest = '';
      const { length } = readFileSync(path);
      truncateSync(path, random(2) ? 0 : random(length + 1));
      // What is left may end in half a line: the agent that cut it begins a new one. A bracket alone would open a document.
      if (readFileSync(path, 'utf8') === '{') truncateSync(path, 0);
      else if (!readFileSync(path, 'utf8').endsWith('\n') && random(2)) appendFileSync(path, '\n');
    },
    rewrite: () => {
      if (!isPlain()) return;
      mayReset = true;
      owed = undefined;
      rest = '';
      const { length } = readFileSync(path);
      const line = newLine();
      writeFileSync(path, `${line}\n${' '.repeat(Math.max(0, length - line.length - 2))}\n`);
    },
    delete: () => {
      if (!isPlain()) return;
      leave();
      unlinkSync(path);
    },
    recreate: () => {
      if (isThere()) return;
      mayReset = true;
      writeFileSync(path, random(2) ? `${newLine()}\n${newLine()}\n` : '');
    },
    compress: () => {
      if (!isPlain() || rest !== '') return;
      const bytes = readFileSync(path);
      plainLines = linesOf(bytes.toString('utf8'));
      writeFileSync(`${packed}.tmp`, zstdCompressSync(bytes));
      renameSync(`${packed}.tmp`, packed);
      if (random(3) > 0) unlinkSync(path);
      plainBytes = bytes;
    },
    unpack: () => {
      if (isPlain() || !existsSync(packed)) return;
      lookedAt = undefined;
      writeFileSync(`${path}.tmp`, plainBytes);
      renameSync(`${path}.tmp`, path);
      unlinkSync(packed);
    },
    forget: () => {
      if (!isPlain() || !existsSync(packed)) return;
      unlinkSync(packed);
    },
    look: settle,
    restart: async () => {
      await stop();
      kept = latest;
      seen = [...kept.lines];
    },
    // All that was not kept is gone with the process.
    kill: async () => {
      await stop();
      latest = kept;
      seen = [...kept.lines];
    },
  };

  try {
    writeFileSync(path, `${newLine()}\n`);
    start();
    for (let step = 0; step < 40 && violation === undefined; step += 1) {
      const names = Object.keys(actions);
      const weighted = [...names, 'append', 'append', 'append', 'look', 'look', 'look', 'half', 'finish'];
      const name = weighted[random(weighted.length)] ?? 'look';
      // A stale compressed twin stays only as long as the plain file is unchanged.
      if (isPlain() && existsSync(packed) && name !== 'look') unlinkSync(packed);
      done.push(name);
      await actions[name]?.();
    }
    await settle();
  } finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return violation;
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.trim() !== '');
}

function isPrefix(expected: readonly string[], seen: readonly string[]): boolean {
  return expected.every((line, index) => seen[index] === line);
}

function textOf(outcome: Outcome): string {
  return (outcome.ok ? outcome.raw : outcome.error.raw) ?? '';
}
