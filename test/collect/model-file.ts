import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { zstdCompressSync } from 'node:zlib';

/** Numbers that look like chance and are the same for a seed. */
export function createRandom(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761 + 1) | 0;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    const mixed = Math.imul(state ^ (state >>> 13), 0x297a2d39);
    return ((mixed ^ (mixed >>> 16)) >>> 0) % below;
  };
}

/** What a file held at some time, and how much of that must have arrived in the end. */
export interface Version {
  content: Buffer;
  owed: number;
}

/** A session file, what was done to it, and what must come of it. */
export function createModelFile(path: string, random: (below: number) => number, isHeld = () => true) {
  const packed = `${path}.zst`;
  const versions: Version[] = [];
  let lines = 0;
  let seen = 0;
  let isRestored = false;

  const isThere = () => existsSync(path);
  const content = () => (isThere() ? readFileSync(path) : Buffer.alloc(0));
  /** Keeps what there was before it is spoilt. `mayBeHeld`: a second name of the file keeps it, as far as it was seen. */
  function note(mayBeHeld: boolean): void {
    const bytes = content();
    versions.push({
      content: bytes,
      owed: mayBeHeld && isHeld() && !isRestored ? bytes.subarray(0, seen).lastIndexOf(10) + 1 : 0,
    });
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
    /** The server went back. Until a collector hears of that, what leaves this machine is held by nobody: only the end is owed. */
    restored() {
      isRestored = true;
      for (const version of versions) version.owed = 0;
    },
    end() {
      unpack();
      versions.push({ content: content(), owed: content().lastIndexOf(10) + 1 });
    },
  };
}

/** What a server has of one life of a file. */
export interface Arrived {
  generation: string;
  head: number;
  bytes: Buffer;
}

/** What arrived is, source by source, the beginning of something that stood in the file; what is owed arrived. */
export function violationOf(
  versions: readonly Version[],
  sources: readonly Arrived[],
  done: readonly string[],
): string | undefined {
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
  const doubts = done.filter((name) => /^(?:kill|compress|restore)/.test(name)).length;
  if (sources.length > versions.length + doubts) return `${sources.length} sources of ${versions.length} versions`;
  return undefined;
}
