import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import { ThreadlineError } from '../../errors.ts';
import { archiveLimits } from '../../limits/archive.ts';
import { writePrivateFile } from '../../machine/sessions/data-folder.ts';
import { pack } from '../../machine/sessions/pack.ts';
import type { BlockCopy, SessionCopy, SourceCopy } from './session-copy.ts';

/**
 * A session in a file of its own: lines of JSON, first its facts, then its blocks. `zstdcat` reads
 * it. Lines are packed in groups, each after a frame with its length, which zstd readers skip.
 */
export interface KeptSession extends SessionCopy {
  source: SourceCopy;
}

const VERSION = 1;
const SKIPPED_FRAME = 0x184d2a50;
const FRAME_HEAD_BYTES = 12;

/** Throws file system errors unchanged. */
export function writeKeptFile(path: string, { source, session, touched, blocks }: KeptSession): void {
  writePrivateFile(path, (file) => {
    const writer = createPackWriter(file);
    writer.add({ version: VERSION, source, session, touched });
    for (const block of blocks) writer.add(block);
    writer.end();
  });
}

/** Reads its blocks on demand. Throws `damaged` for what cannot be read, then or at once. */
export function readKeptFile(path: string): KeptSession {
  const lines = readLines(path);
  const head: unknown = lines.next().value;
  if (!isKeptHead(head)) throw new ThreadlineError('damaged', `${path} is no session that was kept`);
  // Written by `writeKeptFile`, with a checksum.
  const blocks = lines as Iterable<BlockCopy>;
  return { source: head.source, session: head.session, touched: head.touched, blocks };
}

type KeptHead = Omit<KeptSession, 'blocks'>;

function isKeptHead(value: unknown): value is KeptHead {
  return typeof value === 'object' && value !== null && 'version' in value && value.version === VERSION;
}

function createPackWriter(file: number) {
  let lines: string[] = [];
  let size = 0;
  function end(): void {
    if (lines.length === 0) return;
    const packed = pack(Buffer.from(lines.join('')), { hasChecksum: true });
    const head = Buffer.alloc(FRAME_HEAD_BYTES);
    head.writeUInt32LE(SKIPPED_FRAME, 0);
    head.writeUInt32LE(4, 4);
    head.writeUInt32LE(packed.length, 8);
    for (const bytes of [head, packed]) {
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    }
    lines = [];
    size = 0;
  }
  return {
    end,
    add(value: object): void {
      const line = `${JSON.stringify(value, packBytes)}\n`;
      lines.push(line);
      size += line.length;
      if (size >= archiveLimits.indexBatchBytes) end();
    },
  };
}

function* readLines(path: string): Generator<unknown> {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const head = Buffer.alloc(FRAME_HEAD_BYTES);
    const { size } = fstatSync(file);
    for (let at = 0; ; ) {
      const length = readSync(file, head, 0, FRAME_HEAD_BYTES, at);
      if (length === 0) return;
      at += length;
      const packed = Buffer.alloc(Math.min(head.readUInt32LE(8), size));
      if (head.readUInt32LE(0) !== SKIPPED_FRAME || readSync(file, packed, 0, packed.length, at) !== packed.length) {
        throw new ThreadlineError('damaged', `${path} is cut off`);
      }
      at += packed.length;
      for (const line of unpack(packed, path).split('\n')) if (line !== '') yield JSON.parse(line, unpackBytes);
    }
  } finally {
    closeSync(file);
  }
}

function unpack(packed: Buffer, path: string): string {
  try {
    return zstdDecompressSync(packed).toString();
  } catch (cause) {
    throw new ThreadlineError('damaged', `${path} cannot be read any more`, { cause });
  }
}

/** JSON cannot hold bytes. */
function packBytes(this: unknown, key: string, value: unknown): unknown {
  const bytes: unknown = Object.getOwnPropertyDescriptor(this, key)?.value;
  return bytes instanceof Uint8Array ? { base64: Buffer.from(bytes).toString('base64') } : value;
}

function unpackBytes(_key: string, value: unknown): unknown {
  const isBytes = typeof value === 'object' && value !== null && 'base64' in value && typeof value.base64 === 'string';
  return isBytes ? Buffer.from(String(value.base64), 'base64') : value;
}
