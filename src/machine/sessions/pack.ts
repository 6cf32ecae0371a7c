import { constants, zstdCompressSync } from 'node:zlib';

/** Level 3 is zstd's default. Higher levels cost much more than they save on lines of JSON. */
const LEVEL = 3;
/** More than zstd ever adds to a little data that cannot be packed. */
const MOST_OVERHEAD = 1024;

export interface PackOptions {
  /** With a checksum, so that damage by the disk is reported and not shown. */
  hasChecksum?: boolean;
}

/**
 * Packs bytes as one zstd frame, in memory of its own. What Node gives is a part of a buffer of 64 kB or more, all of which
 * stays as long as the part, and all of which is copied when the part is handed to another thread.
 */
export function pack(plain: Uint8Array, { hasChecksum = false }: PackOptions = {}): Uint8Array<ArrayBuffer> {
  // Node adds an empty frame to a buffer that is just full, so the buffer has room for all.
  const mostPacked = plain.length + Math.ceil(plain.length / 256) + MOST_OVERHEAD;
  const params = { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_checksumFlag]: hasChecksum ? 1 : 0 };
  // Told its length, zstd makes tables for so much, and no larger ones.
  return new Uint8Array(zstdCompressSync(plain, { chunkSize: mostPacked, params, pledgedSrcSize: plain.length }));
}
