import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ThreadlineError } from '../../src/errors.ts';
import { type FollowFiles, systemFiles } from '../../src/machine/sessions/following/followed-file.ts';
import { type FollowChange, type FollowOptions, followSession } from '../../src/machine/sessions/index.ts';
import { createTestClock } from './tail-model.ts';
import { tempHome } from './temp-home.ts';

const line = (n: number) => `{"type":"note","n":${n}}\n`;

/** Follows a file until the test is done; each look gives what it saw, in short. */
function followed(path: string, options: FollowOptions = {}) {
  const clock = createTestClock();
  const stop = new AbortController();
  let changes: FollowChange[] = [];
  const ended = (async () => {
    const following = followSession({ path }, { clock, signal: stop.signal, reader: { raw: true }, ...options });
    for await (const change of following) changes.push(change);
  })();
  ended.catch(() => {});
  return {
    async look(): Promise<string[]> {
      await Promise.race([clock.settle(), ended]);
      const seen = changes;
      changes = [];
      return seen.flatMap(short);
    },
    async end(): Promise<void> {
      stop.abort();
      await ended;
    },
    ended,
  };
}

function short(change: FollowChange): string[] {
  const outcomes = 'outcomes' in change ? change.outcomes : [];
  const texts = outcomes.map((outcome) =>
    outcome.ok ? (/"n":(\d+)/.exec(outcome.raw ?? '')?.[1] ?? 'read') : outcome.error.code,
  );
  return change.kind === 'outcomes' ? texts : [...texts, change.problem.code];
}

function session(content = line(1)): string {
  return tempHome().write('sessions/rollout-2026-11-15T07-00-00-01a1de06-ab42-79f0-9c2d-b8851174e06f.jsonl', content);
}

describe('a session that is followed', () => {
  it('gives what is there, then what is written, and nothing of half a line until it is finished', async () => {
    const path = session(line(1) + line(2));
    const { look, end } = followed(path);
    expect(await look()).toEqual(['1', '2']);
    appendFileSync(path, line(3) + line(4).slice(0, 9));
    expect(await look()).toEqual(['3']);
    appendFileSync(path, line(4).slice(9));
    expect(await look()).toEqual(['4']);
    expect(await look()).toEqual([]);
    await end();
  });

  it('reads on in a file that was cut within half a line of megabytes and went on', async () => {
    const path = session();
    const { look, end } = followed(path);
    expect(await look()).toEqual(['1']);
    appendFileSync(path, `{"n":${'7'.repeat(2 * 1024 * 1024)}`);
    expect(await look()).toEqual([]);
    // What was read stays, and the next line ends before the place up to which half a line was looked through.
    truncateSync(path, line(1).length);
    appendFileSync(path, line(2));
    expect(await look()).toEqual(['2']);
    appendFileSync(path, line(3));
    expect(await look()).toEqual(['3']);
    await end();
  });

  it('is told once that all of it was read, even where nothing is in it', async () => {
    const clock = createTestClock();
    for await (const change of followSession({ path: session('') }, { clock })) {
      expect(change).toMatchObject({ kind: 'outcomes', outcomes: [], isCurrent: true });
      break;
    }
  });

  it('goes on from a checkpoint after a restart, with the turns and ids of the lines before it', async () => {
    const home = tempHome();
    const [path = ''] = home.record('0.166.0/s2-shell');
    const whole: unknown[] = [];
    for await (const change of followSession({ path })) {
      if (change.kind !== 'outcomes') continue;
      whole.push(...change.outcomes);
      if (change.isCurrent) break;
    }
    const half = home.write('sessions/half.jsonl', '');
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
    writeFileSync(
      half,
      lines
        .slice(0, 9)
        .map((text) => `${text}\n`)
        .join(''),
    );
    const parts: unknown[] = [];
    let from: FollowOptions['from'];
    for (const rest of [lines.slice(9), []]) {
      for await (const change of followSession({ path: half }, { from })) {
        if (change.kind !== 'outcomes') continue;
        parts.push(...change.outcomes);
        from = JSON.parse(JSON.stringify(change.checkpoint));
        if (change.isCurrent) break;
      }
      appendFileSync(half, rest.map((text) => `${text}\n`).join(''));
    }
    expect(parts).toEqual(whole);
  });

  it.each<[string, (path: string) => void]>([
    ['cut to nothing', (path) => writeFileSync(path, line(7))],
    [
      'cut to its half',
      (path) => {
        truncateSync(path, line(1).length);
        appendFileSync(path, line(7).repeat(9));
      },
    ],
    ['overwritten by as many bytes', (path) => writeFileSync(path, line(8) + line(7))],
    [
      'replaced by another file',
      (path) => {
        writeFileSync(`${path}.new`, line(7));
        renameSync(`${path}.new`, path);
      },
    ],
    [
      'deleted and made anew',
      (path) => {
        unlinkSync(path);
        writeFileSync(path, line(8) + line(7) + line(6));
      },
    ],
  ])('is reset when it is %s', async (_, change) => {
    const path = session(line(1) + line(2));
    const { look, end } = followed(path);
    expect(await look()).toEqual(['1', '2']);
    change(path);
    const seen = await look();
    expect(seen[0]).toBe('file-reset');
    expect(seen).toContain('7');
    expect(seen).not.toContain('2');
    await end();
  });

  it('is read on behind the zero bytes that a writer leaves that does not know that its file was cut', async () => {
    const path = session();
    const writer = openSync(path, 'r+');
    const { look, end } = followed(path);
    await look();
    writeSync(writer, line(2), line(1).length);
    expect(await look()).toEqual(['2']);
    truncateSync(path, 0);
    writeSync(writer, line(3), line(1).length * 2);
    const seen = await look();
    expect(seen).toEqual(['file-reset', '3']);
    await end();
  });

  it('is read to its end when it is renamed or deleted, and its torn last line is told then', async () => {
    const path = session();
    const { look, end } = followed(path);
    await look();
    appendFileSync(path, line(2));
    renameSync(path, `${path}.1`);
    writeFileSync(path, line(3));
    expect(await look()).toEqual(['2', 'file-reset', '3']);
    appendFileSync(path, line(4) + line(5).slice(0, 9));
    unlinkSync(path);
    expect(await look()).toEqual(['4', 'truncated-tail', 'file-gone']);
    expect(await look()).toEqual([]);
    writeFileSync(path, line(6));
    expect(await look()).toEqual(['file-reset', '6']);
    await end();
  });

  it('goes on when it is compressed and unpacked, also while both are there', async () => {
    const path = session(line(1));
    const { look, end } = followed(path);
    await look();
    writeFileSync(`${path}.zst`, zstdCompressSync(line(1)));
    appendFileSync(path, line(2));
    expect(await look()).toEqual(['2']);
    writeFileSync(`${path}.zst`, zstdCompressSync(line(1) + line(2) + line(3)));
    unlinkSync(path);
    expect(await look()).toEqual(['3']);
    writeFileSync(path, line(1) + line(2) + line(3) + line(4));
    unlinkSync(`${path}.zst`);
    expect(await look()).toEqual(['4']);
    await end();
  });

  it('tells once of a compressed file that is cut off, and gives what can be had of it', async () => {
    const path = session(line(1));
    const { look, end } = followed(path);
    await look();
    const packed = zstdCompressSync(line(1) + line(2));
    writeFileSync(`${path}.zst`, packed.subarray(0, -3));
    unlinkSync(path);
    expect(await look()).toEqual(['truncated-tail']);
    expect(await look()).toEqual([]);
    writeFileSync(`${path}.zst`, packed);
    expect(await look()).toEqual(['2']);
    await end();
  });

  it('gives no line of the old file again where a new one has its inode', async () => {
    const path = session(line(1) + line(2));
    // Some file systems give the number of a deleted file to the next one.
    const files: FollowFiles = {
      look: (at) => withInode(systemFiles.look(at)),
      open(at) {
        const file = systemFiles.open(at);
        return file && { ...file, look: () => ({ ...file.look(), inode: 7, born: 1 }) };
      },
    };
    const withInode = <T>(look: T) => look && { ...look, inode: 7, born: 1 };
    const { look, end } = followed(path, { files });
    await look();
    unlinkSync(path);
    writeFileSync(path, line(3) + line(4) + line(5));
    // It holds the old file still, which is as it was; only a look at the new one tells.
    const seen = [...(await look()), ...(await look())];
    expect(seen.filter((text) => text === '1' || text === '2')).toEqual([]);
    await end();
  });

  it('is read as a whole when it is a document, once nothing was written between two looks', async () => {
    const document = (n: number) =>
      JSON.stringify(
        { sessionId: 'a', projectHash: 'b', messages: [{ id: '1', type: 'user', content: `prompt ${n}` }] },
        null,
        2,
      );
    const path = tempHome().write('tmp/abc/chats/session-2026-11-15T07-00-abcdef12.json', document(1));
    const { look, end } = followed(path, { reader: {} });
    expect(await look()).toEqual(['read', 'read']);
    writeFileSync(path, document(2).slice(0, 20));
    expect(await look()).toEqual([]);
    writeFileSync(path, document(2));
    expect(await look()).toEqual([]);
    expect(await look()).toEqual(['file-reset', 'read', 'read']);
    expect(await look()).toEqual([]);
    await end();
  });
});

describe('odd files in place of a session that is followed', () => {
  it('does not wait at a pipe, nor follow links, and goes on when the file is back', async () => {
    const path = session();
    const { look, end } = followed(path);
    await look();
    rmSync(path);
    execFileSync('mkfifo', [path]);
    expect(await look()).toEqual(['file-unreadable']);
    rmSync(path);
    symlinkSync(path, path);
    expect(await look()).toEqual([]);
    rmSync(path);
    mkdirSync(path);
    expect(await look()).toEqual([]);
    rmSync(path, { recursive: true });
    writeFileSync(path, line(1) + line(2));
    expect(await look()).toEqual(['2']);
    await end();
  });

  it.skipIf(process.getuid?.() === 0)('tells once that it may not be read', async () => {
    const path = session();
    chmodSync(dirname(path), 0o000);
    const { ended } = followed(path);
    await expect(ended).rejects.toThrow();
    chmodSync(dirname(path), 0o700);
  });

  it('tells once of a fault of the disk and goes on after it', async () => {
    const path = session();
    let isBroken = false;
    const files: FollowFiles = {
      ...systemFiles,
      look(at) {
        if (isBroken) throw new ThreadlineError('unreadable', 'cannot read it: i/o error');
        return systemFiles.look(at);
      },
    };
    const { look, end } = followed(path, { files });
    await look();
    isBroken = true;
    appendFileSync(path, line(2));
    expect(await look()).toEqual(['file-unreadable']);
    expect(await look()).toEqual([]);
    isBroken = false;
    expect(await look()).toEqual(['2']);
    await end();
  });

  it('does not read ten gigabytes that are not there', async () => {
    const path = session();
    truncateSync(path, 10 * 1024 ** 3);
    const { look, end } = followed(path);
    expect(await look()).toEqual(['too-large']);
    expect(await look()).toEqual([]);
    await end();
  });

  it('does not ask the time of a file what is new in it', async () => {
    const path = session();
    const { look, end } = followed(path);
    await look();
    let n = 2;
    for (const time of [new Date(0), new Date(Date.UTC(2100, 1)), new Date(Date.UTC(1999, 1))]) {
      appendFileSync(path, line(n));
      utimesSync(path, time, time);
      expect(await look()).toEqual([String(n)]);
      n += 1;
    }
    await end();
  });

  it('ends at once by its signal, and throws for a session that is not there', async () => {
    const { ended } = followed('/nowhere/rollout-x.jsonl');
    await expect(ended).rejects.toThrow('does not exist');
    const { look, end } = followed(session());
    await look();
    await end();
  });
});
