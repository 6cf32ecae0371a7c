import type { RawSource, Segment, SourceHead } from '../../archive/model/raw-store.ts';

/** What became of a segment. */
export type PutAnswer =
  | { kind: 'taken'; head: number }
  /** It does not begin at the head: somebody else was quicker, or an answer was lost. */
  | { kind: 'moved' }
  | { kind: 'forgotten' }
  | { kind: 'unknown' }
  | { kind: 'too-large' }
  | { kind: 'refused'; reason: string };

/** What became of a list of sources. `refused`: one of them cannot be, and none was taken. */
export type OpenAnswer = { kind: 'heads'; heads: SourceHead[] } | { kind: 'refused'; index: number; reason: string };

/** Where sessions are sent. Both throw a `GatewayFault` where it cannot be reached or will not take anything now. */
export interface GatewayClient {
  open(sources: readonly RawSource[], signal?: AbortSignal): Promise<OpenAnswer>;
  put(source: string, segment: Segment, signal?: AbortSignal): Promise<PutAnswer>;
}

/** The gateway takes nothing at present. */
export class GatewayFault extends Error {
  override readonly name = 'GatewayFault';
  readonly retryAfterMs: number;
  /** It will not be otherwise by itself: the token is not known. */
  readonly isLasting: boolean;

  constructor(message: string, { retryAfterMs = 0, isLasting = false } = {}) {
    super(message);
    this.retryAfterMs = retryAfterMs;
    this.isLasting = isLasting;
  }
}
