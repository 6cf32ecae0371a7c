import { zstdDecompressSync } from 'node:zlib';
import { isObject } from '../../core/lines/json.ts';
import { archiveLimits } from '../../limits/archive.ts';
import { pack } from '../../machine/sessions/pack.ts';
import type { KeptOp } from './told-before.ts';

/** Operations by the path of the file. Those of no file in particular have an empty path. */
export type OpsByPath = ReadonlyMap<string, readonly KeptOp[]>;

/** A line with the paths and the bytes of each, then the bytes. */
type Contents = [path: string, bytes: number][];

/**
 * The operations of a session as bytes. Texts before and after changes are mostly the same: packed together they take
 * little. Those of one file can be read without the others.
 */
export function packOps(ops: OpsByPath): Uint8Array {
  const parts = [...ops.values()].map((each) => Buffer.from(JSON.stringify(each)));
  const contents: Contents = [...ops.keys()].map((path, index) => [path, parts[index]?.length ?? 0]);
  return pack(Buffer.concat([Buffer.from(`${JSON.stringify(contents)}\n`), ...parts]));
}

/** Some of the operations, or all. Undefined for bytes that are no such list: the archive is damaged. */
export function unpackOps(body: unknown, isWanted: (path: string) => boolean = () => true): OpsByPath | undefined {
  if (!(body instanceof Uint8Array)) return undefined;
  try {
    const plain = zstdDecompressSync(body, { maxOutputLength: archiveLimits.maxEditTextBytes * 16 });
    const end = plain.indexOf('\n');
    const found = new Map<string, readonly KeptOp[]>();
    let from = end + 1;
    // Written by `packOps`.
    for (const [path, bytes] of JSON.parse(plain.toString('utf8', 0, end)) as Contents) {
      if (isWanted(path)) {
        const ops: unknown = JSON.parse(plain.toString('utf8', from, from + bytes));
        if (!Array.isArray(ops) || !ops.every(isObject)) return undefined;
        found.set(path, ops as unknown as KeptOp[]);
      }
      from += bytes;
    }
    return found;
  } catch {
    return undefined;
  }
}
