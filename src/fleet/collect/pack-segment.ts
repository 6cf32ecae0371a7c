import { constants, zstdCompressSync } from 'node:zlib';
import type { Segment } from '../../archive/model/raw-store.ts';
import { fleetLimits } from '../../limits/fleet.ts';
import { leftOutLine } from './left-out-line.ts';

/** Level 3 is zstd's default. Higher levels cost much more than they save on lines of JSON. */
const LEVEL = 3;
/** More than zstd ever adds to a little data that cannot be packed. */
const MOST_OVERHEAD = 1024;

/** A segment before it is packed. */
export interface Shaped {
  bytes: Uint8Array;
  redaction: string;
}

/** Packs the bytes that stand for some lines; undefined if a gateway would not take them. */
export function packSegment(
  shaped: Shaped,
  { start, size, marker }: Pick<Segment, 'start' | 'size' | 'marker'>,
): Segment | undefined {
  if (shaped.bytes.length > fleetLimits.maxUnpackedSegmentBytes) return undefined;
  const packed = packFrame(shaped.bytes);
  if (packed.length > fleetLimits.maxGatewayBodyBytes) return undefined;
  return { start, size, packed, redaction: shaped.redaction, marker };
}

/** Packs bytes as one frame. Node adds an empty frame to a buffer that is just full, so the buffer has room for all. */
export function packFrame(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const mostPacked = bytes.length + Math.ceil(bytes.length / 256) + MOST_OVERHEAD;
  return zstdCompressSync(bytes, { chunkSize: mostPacked, params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
}

/** The replacement for a line or a document that is too large. */
export function leftOut(size: number): Shaped {
  return { bytes: Buffer.from(`${leftOutLine(size)}\n`), redaction: '' };
}
