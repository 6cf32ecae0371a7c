import type { SendMode } from '../../../archive/model/raw-store.ts';
import { createRedactor } from '../../../core/redact/redactor.ts';
import type { Outcome } from '../../../core/thread/outcome.ts';
import type { OtlpBody } from '../../../core/writers/otlp/otlp-body.ts';
import { createOtlpFold, type OtlpOptions } from '../../../core/writers/otlp/otlp-fold.ts';
import type { TokenSeries } from '../../../core/writers/otlp/token-metrics.ts';
import { type OwnRedaction, strictOptions } from '../line-shaper.ts';

/** A session on its way to an OTLP receiver. Secrets are removed before anything is made of it. */
export interface OtlpSession {
  push(outcome: Outcome): void;
  /** Returns what is new since the last call. */
  take(): OtlpBody[];
  /** Returns the unfinished turn in its present state. */
  unfinished(): OtlpBody[];
  end(): OtlpBody[];
  /** The agent and the sums of its tokens, as of the last `take`. */
  readonly agent: string | undefined;
  readonly tokens: TokenSeries[];
  /** The offset of the reading: the bytes of plain text before the last line. */
  readonly offset: number;
}

export interface OtlpSessionOptions {
  /** The mode of a project. */
  modeOf(project: string | undefined): SendMode;
  /** Includes what was said, but only for projects whose mode lets texts leave. */
  content: boolean;
  /** What to redact besides what is redacted anyway. */
  redaction?: OwnRedaction | undefined;
  /** The attributes of this machine. */
  machine: Readonly<Record<string, string>>;
  /** The call of another session that started this one, if that is known. */
  startedBy?: OtlpOptions['startedBy'];
}

/** Returns undefined for a session of a project of which nothing leaves. */
export function createOtlpSession(
  project: string | undefined,
  { modeOf, content, redaction, machine, startedBy }: OtlpSessionOptions,
): OtlpSession | undefined {
  const mode = modeOf(project);
  if (mode === 'off') return undefined;
  const redactor = mode === 'full' ? undefined : createRedactor(strictOptions(redaction));
  let agent: string | undefined;
  let tokens: TokenSeries[] = [];
  const fold = createOtlpFold({
    content: content && mode !== 'usage',
    kind: () => 'stream',
    machine,
    startedBy,
    onTokens(name, series) {
      agent = name;
      tokens = series;
    },
  });
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
    get agent() {
      return agent;
    },
    get tokens() {
      return tokens;
    },
    get offset() {
      return offset;
    },
  };
}
