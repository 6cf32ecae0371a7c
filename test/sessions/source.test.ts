import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { createEventReader, type Outcome } from 'threadline';
import { openSource, resolveSession } from 'threadline/sessions';
import { describe, expect, it } from 'vitest';
import { rolloutPath, smallSession, tempHome, threadId } from './temp-home.ts';

async function read(wanted: string, homes: string[] = []): Promise<Outcome[]> {
  const options = { homes };
  const source = await openSource(await resolveSession(wanted, options), options);
  const all: Outcome[] = [];
  for await (const batch of source.read(createEventReader())) for (const outcome of batch) all.push(outcome);
  return all;
}

const problems = (all: readonly Outcome[]) => all.flatMap((outcome) => (outcome.ok ? [] : [outcome.error.code]));
const onPosix = it.skipIf(process.platform === 'win32');

describe('a source is read in one way, wherever it comes from', () => {
  it('by a path, by an id, packed or plain, whatever it is called', async () => {
    const home = tempHome();
    const plain = home.write(rolloutPath(1), smallSession(1));
    const packed = home.write('packed.jsonl', zstdCompressSync(smallSession(1)));
    const named = home.write('named.jsonl.zst', smallSession(1));
    const expected = await read(plain);
    expect(expected.filter((outcome) => outcome.ok)).toHaveLength(5);
    for (const wanted of [threadId(1), packed, named])
      expect(await read(wanted, [home.path]), wanted).toEqual(expected);
  });

  it('with what a fork goes on from, in pieces', async () => {
    const home = tempHome();
    const paths = home.record('0.166.0/s12-fork-1-fork');
    const fork = paths.find((path) => readFileSync(path, 'utf8').includes('history_base')) ?? '';
    const inherited = (await read(fork)).filter(
      (outcome) => outcome.ok && outcome.events.some((event) => event.inherited),
    );
    expect(inherited.length).toBeGreaterThan(0);
    expect(inherited.some((outcome) => outcome.ok && outcome.flush)).toBe(true);
    expect(problems(inherited)).toEqual([]);
  });

  it('tells how much was read, and shows the first plain bytes', async () => {
    const home = tempHome();
    const bytes = zstdCompressSync(smallSession(1));
    const path = home.write('packed', bytes);
    const source = await openSource({ kind: 'file', path });
    let total = 0;
    let head = '';
    const watcher = {
      onBytes(count: number) {
        total += count;
      },
      onHead(chunk: Uint8Array) {
        head = Buffer.from(chunk).toString();
      },
    };
    for await (const _ of source.read(createEventReader(), watcher));
    expect(total).toBe(bytes.length);
    expect(head.startsWith('{"timestamp"')).toBe(true);
  });

  it('unpacks one layer: what is compressed twice is told, however often', async () => {
    const home = tempHome();
    let bytes: Buffer = Buffer.from(smallSession(1));
    for (let layer = 1; layer <= 500; layer += 1) {
      bytes = zstdCompressSync(bytes);
      if (layer !== 2 && layer !== 500) continue;
      expect(problems(await read(home.write(`layers-${layer}.jsonl`, bytes)))).toEqual(['truncated-tail']);
    }
  });

  it('has one budget: a small file that unpacks to gigabytes is stopped', async () => {
    const home = tempHome();
    const bomb = zstdCompressSync(Buffer.alloc(100_000_000, 97));
    expect(problems(await read(home.write('bomb.jsonl', zstdCompressSync(bomb))))).toEqual(['truncated-tail']);
    expect(problems(await read(home.write('bomb.jsonl', bomb)))).toContain('too-large');
  });
});

describe('a named pipe', () => {
  onPosix('without a writer is told and not waited at for ever', async () => {
    const path = join(tempHome().path, 'pipe');
    execFileSync('mkfifo', [path]);
    await expect(read(`${path}`)).rejects.toMatchObject({
      code: 'unreadable',
      message: `nobody writes to the pipe ${path}`,
    });
  });

  onPosix('is read to its end, also from a writer who comes late and takes its time', async () => {
    const home = tempHome();
    const path = join(home.path, 'pipe');
    const file = home.write('run.jsonl', smallSession(1));
    execFileSync('mkfifo', [path]);
    const reading = read(path);
    const writer = spawn('sh', [
      '-c',
      `sleep 0.2; { head -c 100 '${file}'; sleep 0.2; tail -c +101 '${file}'; } > '${path}'`,
    ]);
    // Listened for at once: it may be over before the reader is.
    const closed = once(writer, 'close');
    expect(await reading).toEqual(await read(file));
    await closed;
  });
});

describe('what is wrong with a file is told in one set of words', () => {
  it.each([
    ['missing.jsonl', 'missing.jsonl does not exist'],
    ['./nowhere/x', './nowhere/x does not exist'],
    ['/', '/ is a directory'],
    [`./${'x'.repeat(300)}`, expect.stringMatching(/^cannot read \.\/x+: name too long$/)],
  ])('%s', async (wanted, message) => {
    await expect(read(wanted)).rejects.toMatchObject({ message });
  });
});
