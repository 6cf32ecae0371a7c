import type { RawSource, Segment, SourceHead } from '../../archive/model/raw-store.ts';
import type { CollectPolicy } from './collect-policy.ts';

/** The gateway's answer to a segment. */
export type PutAnswer =
  | { kind: 'taken'; head: number }
  /** The segment does not begin at the head: another sender was quicker, or an answer was lost. */
  | { kind: 'moved' }
  | { kind: 'forgotten' }
  | { kind: 'unknown' }
  | { kind: 'too-large' }
  | { kind: 'refused'; reason: string };

/** The gateway's answer to a list of sources. `refused`: one of them is invalid, and none was taken. */
export type OpenAnswer = { kind: 'heads'; heads: SourceHead[] } | { kind: 'refused'; index: number; reason: string };

/** The receiver of sessions. All methods throw a `GatewayFault` if it cannot be reached or takes nothing now. */
export interface GatewayClient {
  /** Which life of the archive the last answer came from. Another one means that it was restored. */
  readonly epoch?: string | undefined;
  /** The version of the policy that holds there now, as the last answer told it. */
  readonly policyVersion?: string | undefined;
  /** Asks for the policy. A gateway of before knows none, and asks nothing. */
  policy?(signal?: AbortSignal): Promise<CollectPolicy>;
  open(sources: readonly RawSource[], signal?: AbortSignal): Promise<OpenAnswer>;
  put(source: string, segment: Segment, signal?: AbortSignal): Promise<PutAnswer>;
}

/** The gateway takes nothing at present. */
export class GatewayFault extends Error {
  override readonly name = 'GatewayFault';
  readonly retryAfterMs: number;
  /** True if waiting does not help: the token is not known. */
  readonly isLasting: boolean;

  constructor(message: string, { retryAfterMs = 0, isLasting = false } = {}) {
    super(message);
    this.retryAfterMs = retryAfterMs;
    this.isLasting = isLasting;
  }
}
