import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { isObject } from '../../core/lines/json.ts';
import type { FileOp } from '../../core/replay/file-op.ts';
import { archiveLimits } from '../../limits/archive.ts';

/** Operations on one file as bytes. Texts before and after changes are mostly the same: packed together they take little. */
export function packOps(ops: readonly FileOp[]): Uint8Array {
  const plain = Buffer.from(JSON.stringify(ops));
  return zstdCompressSync(plain, { pledgedSrcSize: plain.length });
}

/** Undefined for bytes that are no such list: the archive is damaged. */
export function unpackOps(body: unknown): FileOp[] | undefined {
  if (!(body instanceof Uint8Array)) return undefined;
  try {
    const plain = zstdDecompressSync(body, { maxOutputLength: archiveLimits.maxEditTextBytes * 8 });
    const ops: unknown = JSON.parse(plain.toString());
    return Array.isArray(ops) && ops.every(isObject) ? (ops as unknown as FileOp[]) : undefined;
  } catch {
    return undefined;
  }
}
