import { appendFileSync, renameSync, unlinkSync, utimesSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ThreadlineError } from '../../src/errors.ts';
import { limits } from '../../src/limits/index.ts';
import { type FollowFiles, systemFiles } from '../../src/machine/sessions/following/followed-file.ts';
import { type FollowedChange, type FollowSessionsOptions, followSessions } from '../../src/machine/sessions/index.ts';
import { createTestClock } from './tail-model.ts';
import { tempHome } from './temp-home.ts';

const line = (n: number) => `{"type":"note","n":${n}}\n`;
const id = (n: number) => `01a1de06-ab42-79f0-9c2d-${String(n).padStart(12, '0')}`;
const place = (n: number, day = '15') => `sessions/2026/11/${day}/rollout-2026-11-${day}T07-00-00-${id(n)}.jsonl`;

/** Follows a home until the test is done. */
function followedHome(home: string, options: FollowSessionsOptions = {}) {
  const clock = createTestClock();
  const stop = new AbortController();
  let changes: FollowedChange[] = [];
  const ended = (async () => {
    const following = followSessions({
      homes: [home],
      clock,
      signal: stop.signal,
      reader: { raw: true },
      ...options,
    });
    for await (const change of following) changes.push(change);
  })();
  return {
    /** What was seen within so many milliseconds: `SESSION:LINE` or `SESSION:KIND`. */
    async within(milliseconds: number): Promise<string[]> {
      const end = clock.now() + milliseconds;
      while (clock.now() < end) await Promise.race([clock.settle(), ended]);
      const seen = changes;
      changes = [];
      return seen.flatMap(short).sort();
    },
    async end(): Promise<void> {
      stop.abort();
      await ended;
    },
  };
}

function short({ file, change }: FollowedChange): string[] {
  const session = Number(file.threadId?.slice(-12));
  const outcomes = 'outcomes' in change ? change.outcomes : [];
  const lines = outcomes.map((outcome) => `${session}:${outcome.ok && /"n":(\d+)/.exec(outcome.raw ?? '')?.[1]}`);
  return change.kind === 'outcomes' ? lines : [...lines, `${session}:${change.kind}`];
}

describe('all sessions that are followed', () => {
  it('tell what is written from now on, and all of those that begin', async () => {
    const home = tempHome();
    const old = home.write(place(1), line(1));
    const { within, end } = followedHome(home.path);
    expect(await within(1000)).toEqual([]);
    appendFileSync(old, line(2));
    home.write(place(2), line(1));
    home.write(place(3, '16'), line(1));
    expect(await within(limits.followIdleMs + 1000)).toEqual(['1:2', '2:1', '3:1']);
    appendFileSync(old, line(3));
    appendFileSync(`${home.path}/${place(3, '16')}`, line(2));
    expect(await within(1000)).toEqual(['1:3', '3:2']);
    await end();
  });

  it('leave no file open that cannot be read when it is taken up', async () => {
    const home = tempHome();
    const paths = Array.from({ length: 5 }, (_, n) => home.write(place(n), line(1)));
    let [open, opened] = [0, 0];
    const files: FollowFiles = {
      look: systemFiles.look,
      open(path) {
        const file = systemFiles.open(path);
        open += 1;
        opened += 1;
        return (
          file && {
            ...file,
            read() {
              throw new ThreadlineError('unreadable', 'the disk is broken');
            },
            close() {
              open -= 1;
              file.close();
            },
          }
        );
      },
    };
    const { within, end } = followedHome(home.path, { files });
    await within(1000);
    for (const path of paths) appendFileSync(path, line(2));
    await within(limits.followIdleMs + 1000);
    await end();
    expect(opened).toBeGreaterThanOrEqual(5);
    expect(open).toBe(0);
  });

  it('are found within a minute where an old one goes on, and within seconds in a folder that is in use', async () => {
    const home = tempHome();
    const paths = Array.from({ length: 40 }, (_, n) => home.write(place(n, String(n + 10)), line(1)));
    for (const [index, path] of paths.entries()) utimesSync(path, index + 1, index + 1);
    const { within, end } = followedHome(home.path);
    await within(1000);
    appendFileSync(paths[39] ?? '', line(2));
    expect(await within(limits.followIdleMs + 1000)).toEqual(['39:2']);
    appendFileSync(paths[0] ?? '', line(2));
    expect(await within(limits.followWalkMs)).toEqual(['0:2']);
    await end();
  });

  it('begin where the caller says, and go on there after a rest of hours', async () => {
    const home = tempHome();
    const path = home.write(place(1), line(1) + line(2));
    const { within, end } = followedHome(home.path, { from: () => 'start' });
    expect(await within(1000)).toEqual(['1:1', '1:2']);
    expect(await within(2 * limits.followCloseAfterMs)).toEqual([]);
    appendFileSync(path, line(3));
    expect(await within(limits.followWalkMs)).toEqual(['1:3']);
    await end();
  });

  it('tell of one that is deleted, awake or at rest, and take what comes back for a new one', async () => {
    const home = tempHome();
    const [awake, resting] = [home.write(place(1), line(1)), home.write(place(2), line(1))];
    utimesSync(resting, 1, 1);
    const { within, end } = followedHome(home.path);
    await within(1000);
    unlinkSync(awake);
    unlinkSync(resting);
    expect(await within(limits.followWalkMs)).toEqual(['1:gone', '2:gone']);
    home.write(place(1), line(5));
    expect(await within(limits.followIdleMs)).toEqual(['1:5']);
    await end();
  });

  it('are told anew where they come to lie elsewhere', async () => {
    const home = tempHome();
    const path = home.write(place(1), line(1));
    const { within, end } = followedHome(home.path);
    await within(1000);
    home.write('archived_sessions/keep.txt', '');
    renameSync(path, `${home.path}/archived_sessions/${path.split('/').at(-1)}`);
    expect(await within(limits.followWalkMs + 1000)).toEqual(['1:1', '1:gone']);
    await end();
  });

  it('are never open all at once', async () => {
    const home = tempHome();
    const count = limits.maxFollowedFiles + 50;
    for (let n = 0; n < count; n += 1) home.write(place(n), line(1));
    let open = 0;
    let most = 0;
    const files: FollowFiles = {
      look: systemFiles.look,
      open(path) {
        const file = systemFiles.open(path);
        if (!file) return undefined;
        open += 1;
        most = Math.max(most, open);
        return {
          ...file,
          close() {
            open -= 1;
            file.close();
          },
        };
      },
    };
    const { within, end } = followedHome(home.path, { files, from: () => 'start' });
    expect(await within(1000)).toHaveLength(count);
    await end();
    expect(most).toBeLessThanOrEqual(limits.maxFollowedFiles + 1);
    expect(open).toBe(0);
  });

  it('wait for a reader that is slow', async () => {
    const home = tempHome();
    const lines = Array.from({ length: 20_000 }, (_, n) => line(n)).join('');
    for (let n = 0; n < 3; n += 1) home.write(place(n), lines);
    let reads = 0;
    const files: FollowFiles = {
      look: systemFiles.look,
      open(path) {
        const file = systemFiles.open(path);
        if (!file) return undefined;
        return {
          ...file,
          read(buffer, position) {
            reads += 1;
            return file.read(buffer, position);
          },
        };
      },
    };
    const following = followSessions({ homes: [home.path], files, from: () => 'start' });
    await following.next();
    const before = reads;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(reads).toBe(before);
    expect(reads).toBeLessThan(10);
    await following.return(undefined);
  });
});
