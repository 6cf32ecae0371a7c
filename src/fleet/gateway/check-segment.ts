import { promisify } from 'node:util';
import { constants, zstdDecompress } from 'node:zlib';
import { fleetLimits } from '../../limits/fleet.ts';
import { createZstdFrames } from '../../machine/sessions/zstd-frames.ts';
import { Refusal } from './refusal.ts';
import { createTurnstile } from './turnstile.ts';

const unpack = promisify(zstdDecompress);
const NEWLINE = 0x0a;
/** The base-2 logarithm of the window. Data that unpacks to no more than a segment needs no larger one. */
const MAX_WINDOW_LOG = 24;

/** Refuses a segment that is not whole lines in one frame. It unpacks up to the limit and discards the result. */
export async function checkSegment(packed: Uint8Array): Promise<void> {
  if (!isOneFrame(packed)) throw unprocessable('bad-zstd');
  const plain = await unpackBounded(packed);
  if (plain.length === 0) throw unprocessable('empty');
  if (plain.at(-1) !== NEWLINE) throw unprocessable('no-newline');
}

export function unprocessable(reason: string, index?: number): Refusal {
  return new Refusal(422, index === undefined ? { reason } : { reason, index });
}

/** True for exactly one frame. Node's decompressor ignores what follows a frame, and unseen data must not be kept. */
function isOneFrame(packed: Uint8Array): boolean {
  const frames = createZstdFrames();
  const parts = frames.push(packed);
  return !frames.isBroken() && frames.isBetween() && parts.length === 1 && parts[0]?.length === packed.length;
}

async function unpackBounded(packed: Uint8Array): Promise<Uint8Array> {
  const release = await unpacking.enter();
  try {
    return await unpack(packed, {
      maxOutputLength: fleetLimits.maxUnpackedSegmentBytes,
      params: { [constants.ZSTD_d_windowLogMax]: MAX_WINDOW_LOG },
    });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    throw unprocessable(code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large-unpacked' : 'bad-zstd');
  } finally {
    release();
  }
}

/** The number of segments unpacked at once: one for each thread, to bound memory. */
const unpacking = createTurnstile(4);
