import { constants, zstdCompressSync } from 'node:zlib';
import type { Segment } from '../archive/raw-store.ts';
import { limits } from '../limits.ts';
import { leftOutLine } from './left-out-line.ts';

/** Level 3 is zstd's own default: higher ones cost much more than they save on lines of JSON. */
const LEVEL = 3;

/** What is sent, before it is packed. */
export interface Shaped {
  bytes: Uint8Array;
  redaction: string;
}

/** Packs what stands for some lines; undefined where a gateway would not take it. */
export function packSegment(
  shaped: Shaped,
  { start, size, marker }: Pick<Segment, 'start' | 'size' | 'marker'>,
): Segment | undefined {
  if (shaped.bytes.length > limits.maxUnpackedSegmentBytes) return undefined;
  const packed = zstdCompressSync(shaped.bytes, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
  if (packed.length > limits.maxGatewayBodyBytes) return undefined;
  return { start, size, packed, redaction: shaped.redaction, marker };
}

/** What is sent for a line, or a document, that is too large. */
export function leftOut(size: number): Shaped {
  return { bytes: Buffer.from(`${leftOutLine(size)}\n`), redaction: '' };
}
