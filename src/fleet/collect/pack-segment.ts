import type { Segment } from '../../archive/model/raw-store.ts';
import { fleetLimits } from '../../limits/fleet.ts';
import { pack } from '../../machine/sessions/pack.ts';
import { leftOutLine } from './left-out-line.ts';

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
  const packed = pack(shaped.bytes);
  if (packed.length > fleetLimits.maxGatewayBodyBytes) return undefined;
  return { start, size, packed, redaction: shaped.redaction, marker };
}

/** The replacement for a line or a document that is too large. */
export function leftOut(size: number): Shaped {
  return { bytes: Buffer.from(`${leftOutLine(size)}\n`), redaction: '' };
}
