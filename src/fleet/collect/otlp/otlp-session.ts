import type { SendMode } from '../../../archive/model/raw-store.ts';
import { createRedactor } from '../../../core/redact/redactor.ts';
import type { Outcome } from '../../../core/thread/outcome.ts';
import type { OtlpBody } from '../../../core/writers/otlp/otlp-body.ts';
import { createOtlpFold } from '../../../core/writers/otlp/otlp-fold.ts';

/** A session on its way to a receiver of OTLP: secrets are taken out before anything is made of it. */
export interface OtlpSession {
  push(outcome: Outcome): void;
  /** What came since the last time. */
  take(): OtlpBody[];
  /** The turn that is not over, as it stands. */
  unfinished(): OtlpBody[];
  end(): OtlpBody[];
  /** How far it was read: bytes of plain text before the last line. */
  readonly offset: number;
}

export interface OtlpSessionOptions {
  /** How much of a project leaves. */
  modeOf(project: string | undefined): SendMode;
  /** With what was said; only of projects whose mode lets texts leave. */
  content: boolean;
}

/** Undefined for a session of a project of which nothing leaves. */
export function createOtlpSession(
  project: string | undefined,
  { modeOf, content }: OtlpSessionOptions,
): OtlpSession | undefined {
  const mode = modeOf(project);
  if (mode === 'off') return undefined;
  const redactor = mode === 'full' ? undefined : createRedactor();
  const fold = createOtlpFold({ content: content && mode !== 'usage', kind: () => 'stream' });
  let offset = -1;
  return {
    push(outcome) {
      offset = outcome.offset;
      for (const safe of redactor?.outcome(outcome) ?? [outcome]) fold.push(safe);
    },
    take: fold.take,
    unfinished: fold.unfinished,
    end() {
      for (const safe of redactor?.end() ?? []) fold.push(safe);
      fold.end();
      return fold.take();
    },
    get offset() {
      return offset;
    },
  };
}
