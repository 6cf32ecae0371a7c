import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { type Collector, createCollector } from '../../src/collect/collector.ts';
import { createHttpGateway } from '../../src/collect/http-gateway.ts';
import type { FakeGateway, Mishap } from './fake-gateway.ts';
import { createManualClock, type TemporaryHome } from './temporary-home.ts';

/** Numbers that look like chance and are the same for a seed. */
function createRandom(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761 + 1) | 0;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    const mixed = Math.imul(state ^ (state >>> 13), 0x297a2d39);
    return ((mixed ^ (mixed >>> 16)) >>> 0) % below;
  };
}

/** What a file held at some time, and how much of that must have arrived in the end. */
interface Version {
  content: Buffer;
  owed: number;
}

const FILES = 2;
const OPERATIONS = 24;
const MISHAPS: Mishap[] = ['none', 'none', 'none', 'cut', 'mute', 'late', 'busy', 'slow-down'];

/** A session file, what was done to it, and what must come of it. */
function createFile(path: string, random: (below: number) => number) {
  const packed = `${path}.zst`;
  const versions: Version[] = [];
  let lines = 0;
  let seen = 0;

  const isThere = () => existsSync(path);
  const content = () => (isThere() ? readFileSync(path) : Buffer.alloc(0));
  /** Keeps what there was before it is spoilt. `isHeld`: a second name of the file keeps it, as far as it was seen. */
  function note(isHeld: boolean): void {
    const bytes = content();
    versions.push({ content: bytes, owed: isHeld ? bytes.subarray(0, seen).lastIndexOf(10) + 1 : 0 });
    seen = 0;
  }
  function line(length = random(300)): string {
    lines += 1;
    return `{"timestamp":"${lines}","type":"x","payload":"${'y'.repeat(length)}"}\n`;
  }
  const unpack = () => {
    if (!existsSync(packed) || isThere()) return;
    writeFileSync(path, kept);
    rmSync(packed);
  };
  let kept: Buffer = Buffer.alloc(0);

  const operations: Record<string, () => void> = {
    append() {
      unpack();
      for (let count = 1 + random(4); count > 0; count -= 1) appendFileSync(path, line());
    },
    appendLong() {
      unpack();
      appendFileSync(path, line(300_000 + random(400_000)));
    },
    half() {
      unpack();
      appendFileSync(path, line().slice(0, 20 + random(10)));
    },
    cut() {
      if (!isThere()) return;
      note(false);
      truncateSync(path, random(content().length + 1));
    },
    rewrite() {
      if (!isThere()) return;
      const first = content().subarray(0, content().indexOf(10) + 1);
      note(false);
      writeFileSync(path, Buffer.concat([first, Buffer.from(line(random(2000)) + line())]));
    },
    replace() {
      if (!isThere()) return;
      const first = random(2) === 0 ? content().subarray(0, content().indexOf(10) + 1) : Buffer.alloc(0);
      note(true);
      writeFileSync(`${path}.new`, Buffer.concat([first, Buffer.from(line() + line(random(3000)))]));
      renameSync(`${path}.new`, path);
    },
    remove() {
      if (!isThere()) return;
      note(true);
      rmSync(path);
    },
    compress() {
      if (!isThere() || content().length === 0) return;
      kept = content();
      writeFileSync(packed, zstdCompressSync(kept));
      rmSync(path);
    },
  };
  return {
    operations,
    versions,
    /** A collector was here and had a look at everything. */
    seen() {
      seen = content().length;
    },
    end() {
      unpack();
      versions.push({ content: content(), owed: content().lastIndexOf(10) + 1 });
    },
  };
}

/** Does things at random to files, gateway and collectors; tells the first thing that is wrong, undefined for none. */
export async function runDelivery(
  seed: number,
  gateway: FakeGateway,
  place: TemporaryHome,
): Promise<string | undefined> {
  const random = createRandom(seed);
  const clock = createManualClock();
  const paths = Array.from({ length: FILES }, (_, index) => place.session(seed * 10 + index));
  const files = paths.map((path) => createFile(path, random));
  const done: string[] = [];
  let isHealthy = false;
  let isDown = false;
  gateway.mishap = () => (isHealthy ? 'none' : isDown ? 'cut' : (MISHAPS[random(MISHAPS.length)] ?? 'none'));

  const clients = new Set<{ close(): void }>();
  function start(name: string): Collector {
    const client = createHttpGateway({ url: gateway.url, token: 'tl_test' });
    clients.add(client);
    return createCollector({
      gateway: client,
      folder: `${place.state}/${name}`,
      modes: [{ project: '*', mode: 'full' }],
      homes: [place.home],
      clock,
      random: () => random(1000) / 1000,
    });
  }
  let first = start('first');
  let second = start('second');

  async function collect(collector: Collector): Promise<void> {
    clock.pass(61_000);
    await collector.work();
    for (const file of files) file.seen();
  }

  const others: Record<string, () => Promise<void> | void> = {
    collect: () => collect(first),
    collectToo: () => collect(second),
    both: async () => void (await Promise.all([collect(first), collect(second)])),
    kill() {
      first = start('first');
    },
    killToo() {
      second = start('second');
    },
    jump: () => clock.jump((random(2) === 0 ? -1 : 1) * random(1e9)),
    down() {
      isDown = true;
    },
    up() {
      isDown = false;
    },
    catchUp: () => gateway.catchUp(),
  };
  const otherNames = ['collect', 'collect', 'collect', 'both', ...Object.keys(others)];

  for (let count = 0; count < OPERATIONS; count += 1) {
    const file = files[random(FILES)];
    const names = ['append', 'append', 'append', ...Object.keys(file?.operations ?? {})];
    const isOther = random(2) === 0;
    const name = (isOther ? otherNames[random(otherNames.length)] : names[random(names.length)]) ?? '';
    done.push(name);
    await (isOther ? others[name]?.() : file?.operations[name]?.());
  }
  isHealthy = true;
  gateway.catchUp();
  for (const file of files) file.end();
  for (let count = 0; count < 6; count += 1) await Promise.all([collect(first), collect(second)]);
  for (const client of clients) client.close();
  const wrong = files.map((file, index) =>
    violationOf(file.versions, gateway, relative(place.home, paths[index] ?? ''), done),
  );
  const found = wrong.find((text) => text !== undefined);
  return found === undefined ? undefined : `seed ${seed}: ${found}\nafter ${done.join(', ')}`;
}

/** What arrived is, source by source, the beginning of something that stood in the file; what is owed arrived. */
function violationOf(
  versions: readonly Version[],
  gateway: FakeGateway,
  path: string,
  done: readonly string[],
): string | undefined {
  const sources = [...gateway.sources.values()].filter((source) => source.path === path);
  for (const { bytes, head, generation } of sources) {
    if (bytes.length !== head) return `${generation}: ${bytes.length} bytes up to ${head}`;
    const isTrue = versions.some(({ content }) => content.subarray(0, head).equals(bytes));
    if (!isTrue) return `${generation}: what arrived never stood in the file`;
  }
  for (const [index, { content, owed }] of versions.entries()) {
    const isThere = sources.some(
      ({ bytes }) => bytes.length >= owed && bytes.subarray(0, owed).equals(content.subarray(0, owed)),
    );
    if (owed > 0 && !isThere) return `version ${index} of ${versions.length} is missing: ${owed} bytes`;
  }
  // What a collector holds may be the beginning of what stands there by now: where another has sent more, it cannot tell.
  const doubts = done.filter((name) => name.startsWith('kill') || name === 'compress').length;
  if (sources.length > versions.length + doubts) return `${sources.length} sources of ${versions.length} versions`;
  return undefined;
}
