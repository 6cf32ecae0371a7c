import type { Segment } from '../../archive/model/raw-store.ts';
import { parseJson } from '../../core/lines/json.ts';
import { isOverfull } from '../../core/lines/overfull.ts';
import { fleetLimits } from '../../limits/fleet.ts';
import type { FollowedFile } from '../../machine/sessions/following/followed-file.ts';
import type { CollectedFile } from './collected-file.ts';
import { withBytes } from './file-bytes.ts';
import { bytesBetween, changeSince, markerAt, markerOf } from './file-life.ts';
import { type Agreed, advanced, changedLife, FORGOTTEN, FOUND, halved, unsure } from './file-stage.ts';
import type { GatewayClient, PutAnswer } from './gateway-client.ts';
import type { LineShaper } from './line-shaper.ts';
import { nextLines } from './next-lines.ts';
import { leftOut, packSegment, type Shaped } from './pack-segment.ts';
import type { StepResult } from './step-result.ts';

export interface SendOptions {
  gateway: GatewayClient;
  shaper: LineShaper;
  signal?: AbortSignal | undefined;
}

type Extent = Pick<Segment, 'start' | 'size' | 'marker'>;

/** Sends the next part of a file: some lines, one long line, or a document. Throws a GatewayFault. */
export function sendNext(file: CollectedFile, stage: Agreed, options: SendOptions): Promise<StepResult> {
  return withBytes(file, (open) =>
    file.isDocument ? sendDocument(stage, open, options) : sendLines(stage, open, options),
  );
}

async function sendLines(stage: Agreed, open: FollowedFile, options: SendOptions): Promise<StepResult> {
  const change = changeSince(open, stage);
  if (change !== undefined) return { kind: 'unsure', stage: changedLife(stage, change) };
  const { head: start, wanted, scanned } = stage;
  const next = nextLines(open, { from: start, to: open.look().size, wanted, scanned });
  if (next.kind === 'none') return { kind: 'done', stage: { ...stage, scanned: next.scanned } };
  const extent = { start, size: next.size, marker: markerAt(open, start + next.size) };
  if (next.kind === 'too-long') return sendStub(stage, extent, options);
  const answer = await put(stage, shaped(options.shaper.lines(next.bytes), options), extent, options);
  if (answer.kind !== 'too-large') return resultOf(stage, extent, answer);
  return next.isSingle ? sendStub(stage, extent, options) : { kind: 'more', stage: halved(stage) };
}

async function sendDocument(stage: Agreed, open: FollowedFile, options: SendOptions): Promise<StepResult> {
  const { size } = open.look();
  if (stage.head > 0) return { kind: 'done', stage };
  const extent = { start: 0, size, marker: '' };
  if (size > fleetLimits.maxUnpackedSegmentBytes) return sendStub(stage, extent, options);
  const bytes = bytesBetween(open, 0, size);
  if (markerOf(bytes) !== stage.life.firstLine) return { kind: 'unsure', stage: FOUND };
  const text = bytes.toString('utf8');
  if (isOverfull(text)) return sendStub(stage, extent, options);
  // Half a document is still being written.
  if (parseJson(text) === undefined) return { kind: 'done', stage };
  const answer = await put(stage, shaped(options.shaper.document(bytes), options), extent, options);
  return answer.kind === 'too-large' ? sendStub(stage, extent, options) : resultOf(stage, extent, answer);
}

function shaped(bytes: Uint8Array, { shaper }: SendOptions): Shaped {
  return { bytes, redaction: shaper.redaction };
}

/** Sends the size of a line instead of the line. */
async function sendStub(stage: Agreed, extent: Extent, options: SendOptions): Promise<StepResult> {
  const answer = await put(stage, leftOut(extent.size), extent, options);
  if (answer.kind === 'too-large') return { kind: 'refused', reason: 'the line cannot be sent' };
  return resultOf(stage, extent, answer);
}

async function put({ id }: Agreed, bytes: Shaped, extent: Extent, options: SendOptions): Promise<PutAnswer> {
  const segment = packSegment(bytes, extent);
  return segment ? options.gateway.put(id, segment, options.signal) : { kind: 'too-large' };
}

function resultOf(stage: Agreed, extent: Extent, answer: Exclude<PutAnswer, { kind: 'too-large' }>): StepResult {
  switch (answer.kind) {
    case 'taken': {
      // If the gateway took anything but what was sent, it is asked for its head.
      const end = extent.start + extent.size;
      if (answer.head !== end) return { kind: 'unsure', stage: unsure(stage) };
      return { kind: 'more', stage: advanced(stage, end, extent.marker) };
    }
    case 'moved':
    case 'unknown':
      return { kind: 'unsure', stage: unsure(stage) };
    case 'forgotten':
      return { kind: 'done', stage: FORGOTTEN };
    case 'refused':
      return { kind: 'refused', reason: answer.reason };
  }
}
