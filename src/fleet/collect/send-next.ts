import type { Segment } from '../../archive/model/raw-store.ts';
import { parseJson } from '../../core/lines/json.ts';
import { fleetLimits } from '../../limits/fleet.ts';
import { type FollowedFile, systemFiles } from '../../machine/sessions/following/followed-file.ts';
import { beginAnew, type CollectedFile, isReplaced, noteLook } from './collected-file.ts';
import { bytesBetween, changeSince, markerAt, markerOf } from './file-life.ts';
import type { Gateway, PutAnswer } from './gateway.ts';
import type { LineShaper } from './line-shaper.ts';
import { nextLines } from './next-lines.ts';
import { nextLife } from './open-files.ts';
import { leftOut, packSegment, type Shaped } from './pack-segment.ts';

/**
 * What came of a try. `more`: there may be more to send; `sent`: all of it is there; `again`: the server is to be asked
 * where it stands; `other`: another file is in its place; `gone`: none is.
 */
export interface Sent {
  kind: 'more' | 'sent' | 'again' | 'other' | 'gone' | 'forgotten' | 'refused';
  /** Why it is refused. */
  reason?: string;
}

export interface SendOptions {
  gateway: Gateway;
  shaper: LineShaper;
  /** Told of lines that the server took, as they left. */
  onLines?: ((file: CollectedFile, bytes: Uint8Array) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Sends what comes next in a file: some lines, one long one, or a document. Throws ThreadlineErrors and GatewayFaults. */
export async function sendNext(file: CollectedFile, options: SendOptions): Promise<Sent> {
  const open = systemFiles.open(file.at);
  if (!open) return { kind: 'gone' };
  try {
    const look = open.look();
    if (isReplaced(file, look)) return { kind: 'other' };
    noteLook(file, look);
    return await (file.form === 'document' ? sendDocument(file, open, options) : sendLines(file, open, options));
  } finally {
    open.close();
  }
}

async function sendLines(file: CollectedFile, open: FollowedFile, options: SendOptions): Promise<Sent> {
  const change = changeSince(open, file);
  if (change !== undefined) {
    nextLife(file, change);
    return { kind: 'again' };
  }
  const { size } = open.look();
  const { head: start, wanted, scanned } = file;
  const next = nextLines(open, { from: start, to: size, wanted, scanned });
  if (next.kind === 'none') {
    file.scanned = next.scanned;
    return { kind: 'sent' };
  }
  const place = { start, size: next.size, marker: markerAt(open, start + next.size) };
  const isAlone = next.kind === 'too-long' || next.isSingle;
  const shaped = next.kind === 'too-long' ? leftOut(next.size) : shapedLines(next.bytes, options.shaper);
  const segment = packSegment(shaped, place);
  const answer: PutAnswer = segment ? await put(file, segment, shaped, options) : { kind: 'too-large' };
  if (answer.kind !== 'too-large') return answered(file, answer);
  return isAlone ? sendStub(file, place, options) : halved(file);
}

function shapedLines(bytes: Buffer, shaper: LineShaper): Shaped {
  return { bytes: shaper.lines(bytes), redaction: shaper.redaction };
}

async function sendDocument(file: CollectedFile, open: FollowedFile, options: SendOptions): Promise<Sent> {
  const { size } = open.look();
  if (file.head > 0) return { kind: 'sent' };
  const place = { start: 0, size, marker: '' };
  if (size > fleetLimits.maxUnpackedSegmentBytes) return sendStub(file, place, options);
  const bytes = bytesBetween(open, 0, size);
  if (markerOf(bytes) !== file.firstLine) {
    beginAnew(file);
    return { kind: 'again' };
  }
  // Half a document is one that is just being written.
  if (parseJson(bytes.toString('utf8')) === undefined) return { kind: 'sent' };
  const shaped = { bytes: options.shaper.document(bytes), redaction: options.shaper.redaction };
  const segment = packSegment(shaped, place);
  const answer: PutAnswer = segment ? await put(file, segment, shaped, options) : { kind: 'too-large' };
  return answer.kind === 'too-large' ? sendStub(file, place, options) : answered(file, answer);
}

/** Sends the size of a line in the place of the line. */
async function sendStub(
  file: CollectedFile,
  place: Pick<Segment, 'start' | 'size' | 'marker'>,
  options: SendOptions,
): Promise<Sent> {
  const shaped = leftOut(place.size);
  const segment = packSegment(shaped, place);
  if (!segment) return { kind: 'refused', reason: 'the line cannot be sent' };
  const answer = await put(file, segment, shaped, options);
  return answer.kind === 'too-large' ? { kind: 'refused', reason: 'the line cannot be sent' } : answered(file, answer);
}

async function put(file: CollectedFile, segment: Segment, shaped: Shaped, options: SendOptions): Promise<PutAnswer> {
  const answer = await options.gateway.put(file.id, segment, options.signal);
  if (answer.kind !== 'taken') return answer;
  if (answer.head !== segment.start + segment.size) return { kind: 'moved' };
  file.head = answer.head;
  file.marker = segment.marker;
  file.scanned = answer.head;
  options.onLines?.(file, shaped.bytes);
  return answer;
}

function answered(file: CollectedFile, answer: Exclude<PutAnswer, { kind: 'too-large' }>): Sent {
  switch (answer.kind) {
    case 'taken':
      file.wanted = Math.min(fleetLimits.collectedBytesAtOnce, file.wanted * 2);
      return { kind: 'more' };
    case 'moved':
    case 'unknown':
      return { kind: 'again' };
    case 'forgotten':
      return { kind: 'forgotten' };
    case 'refused':
      return { kind: 'refused', reason: answer.reason };
  }
}

function halved(file: CollectedFile): Sent {
  file.wanted = Math.max(1, Math.floor(file.wanted / 2));
  return { kind: 'more' };
}
