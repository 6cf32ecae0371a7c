import { zstdDecompressSync } from 'node:zlib';
import { ThreadlineError } from '../../errors.ts';
import { archiveLimits } from '../../limits/archive.ts';
import { pack } from '../../machine/sessions/pack.ts';
import type { SqliteRow, Statements } from './statements.ts';

/** The place of a block's bytes. */
export interface ChunkPlace {
  chunk: number;
  start: number;
}

/** Packs texts of one session together, as they are added. */
export interface ChunkPacker {
  /** Calls `onPlace` when the chunk is written, because the place is known only then. */
  add(bytes: Uint8Array, onPlace: (place: ChunkPlace) => void): void;
  /** Writes the rest. */
  end(): void;
}

/** `isSecret`: for texts that hold secrets. What else is packed, and where, never depends on them. */
export function createChunkPacker(statements: Statements, session: number, isSecret: boolean): ChunkPacker {
  let parts: { bytes: Uint8Array; onPlace: (place: ChunkPlace) => void }[] = [];
  let size = 0;

  function write(): void {
    if (parts.length === 0) return;
    const plain = Buffer.concat(parts.map(({ bytes }) => bytes));
    const chunk = statements.run(
      'insert into chunk(session_id, bytes, body, secret) values (?, ?, ?, ?)',
      session,
      plain.length,
      pack(plain, { hasChecksum: true }),
      isSecret,
    );
    let start = 0;
    for (const { bytes, onPlace } of parts) {
      onPlace({ chunk, start });
      start += bytes.length;
    }
    parts = [];
    size = 0;
  }

  return {
    add(bytes, onPlace) {
      if (size > 0 && size + bytes.length > archiveLimits.maxChunkBytes) write();
      parts.push({ bytes, onPlace });
      size += bytes.length;
    },
    end: write,
  };
}

/** The plain bytes of a chunk. Throws `damaged` if they cannot be read. */
export function readChunk(statements: Statements, chunk: number, table = 'chunk'): Buffer {
  return unpackBytes(statements.get(`select bytes, body from ${table} where id = ?`, chunk));
}

/** Unpacks the `body` of a row, of which `bytes` is the plain length. */
export function unpackBytes(row: SqliteRow | undefined): Buffer {
  try {
    if (row?.body instanceof Uint8Array) {
      return zstdDecompressSync(row.body, { maxOutputLength: Math.max(1, Number(row.bytes)) });
    }
  } catch (cause) {
    throw new ThreadlineError('damaged', 'a text of the archive cannot be read any more', { cause });
  }
  throw new ThreadlineError('damaged', 'a text of the archive is missing');
}

/** Reads chunks repeatedly, and keeps the last few. */
export function createChunkReader(statements: Statements, most = 32, table = 'chunk'): (chunk: number) => Buffer {
  const recent = new Map<number, Buffer>();
  return (chunk) => {
    const known = recent.get(chunk);
    if (known) return known;
    const bytes = readChunk(statements, chunk, table);
    recent.set(chunk, bytes);
    for (const oldest of recent.keys()) {
      if (recent.size <= most) break;
      recent.delete(oldest);
    }
    return bytes;
  };
}
