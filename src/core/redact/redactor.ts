import type { Problem } from '../../errors.ts';
import * as coreLimits from '../../limits/core.ts';
import { parseObject } from '../lines/json.ts';
import type { ThreadEvent } from '../thread/event.ts';
import type { Outcome } from '../thread/outcome.ts';
import { redactionOf } from './event-redaction.ts';
import { createGrowingItems, type PassedEvent } from './growing-items.ts';
import { createNumberedMarks, plainMark } from './marks.ts';
import { createPathShortener } from './private-paths.ts';
import { redactValue, type StringRedaction } from './redact-value.ts';
import type { RedactorOptions } from './redactor-options.ts';
import { createSecretCount } from './secret-count.ts';
import { createSecretScanner } from './secret-scanner.ts';
import { createTextRedaction } from './text-redaction.ts';
import { type ToolInputRedaction, toolInput } from './tool-input.ts';

/** Replaces the secrets in a thread by `[redacted:NAME]`. */
export interface Redactor {
  /** Redacts a whole text. */
  text(value: string): string;
  /** Redacts every string of a value. Returns the same value if it holds no secret. */
  value<T>(value: T): T;
  /**
   * Redacts the outcome of a line. Texts still being written are held until they are whole, so that no secret leaves in
   * two halves. Pieces come as one, or not at all if the whole item follows.
   */
  outcome(outcome: Outcome): Outcome[];
  /** Ends the input and returns what was held. */
  end(): Outcome[];
  /** The number of different secrets found, by the name of their rule. */
  readonly counts: ReadonlyMap<string, number>;
  /** Secrets found in the input of a tool. What the agent did is then no longer told exactly. */
  readonly toolInputs: readonly ToolInputRedaction[];
}

/** Events whose lines may hold half a secret. */
const PARTIAL: ReadonlySet<string> = new Set(['item.started', 'item.updated', 'item.delta', 'context', 'unknown']);

/**
 * Makes a redactor. It remembers what it found. Use one per thread, or share one among threads to sum their counts.
 *
 * @example
 * import { createRedactor } from 'threadline/redact';
 *
 * const redactor = createRedactor({ also: ['acme_[A-Za-z0-9]{20,64}'] });
 * console.log(redactor.text('The key is acme_0123456789abcdefghij.'), redactor.counts);
 */
export function createRedactor(options: RedactorOptions = {}): Redactor {
  const scanner = createSecretScanner(options);
  const count = createSecretCount();
  const shorten = options.privatePaths && createPathShortener(options.privatePaths);
  const texts = createTextRedaction(scanner, {
    count: count.add,
    mark: options.numbered ? createNumberedMarks() : plainMark,
    level: options.level ?? 'standard',
    shorten,
  });
  const growing = createGrowingItems(texts.safeLength);
  const toolInputs: ToolInputRedaction[] = [];
  let last = { line: 0, offset: 0 };

  function redacted<T>(value: T, redaction: StringRedaction): T {
    // Strings become strings, and everything else keeps its shape.
    return redactValue(value, redaction) as T;
  }

  function redactEvent({ event, isCutShort }: PassedEvent): ThreadEvent {
    const safe = redacted(event, redactionOf(event, isCutShort, texts));
    if (safe !== event) noteToolInput(event);
    return safe;
  }

  function noteToolInput(event: ThreadEvent): void {
    const input = toolInput(event);
    if (!input || toolInputs.length >= coreLimits.maxRememberedSecrets) return;
    for (const rule of count.newIn(input.item_id, () => redactValue(input.value, texts.whole))) {
      toolInputs.push({
        rule,
        item_id: input.item_id,
        tool: texts.whole.text(input.tool, ''),
        line: event.line ?? last.line,
      });
    }
  }

  function redactProblem(problem: Problem): Problem {
    const message = texts.whole.text(problem.message, '');
    const raw = problem.raw === undefined ? undefined : redactLine(problem.raw);
    if (message === problem.message && raw === problem.raw) return problem;
    return raw === undefined ? { ...problem, message } : { ...problem, message, raw };
  }

  /** A line is JSON. If it can be parsed, its strings are redacted. */
  function redactLine(raw: string): string {
    const record = parseObject(raw);
    if (!record) return texts.cutShort(raw);
    const safe = redacted(record, texts.whole);
    return safe === record ? raw : JSON.stringify(safe);
  }

  return {
    text: (value) => texts.whole.text(value, ''),
    value: (value) => redacted(value, texts.whole),
    outcome(outcome) {
      last = outcome;
      if (!outcome.ok) return [{ ...outcome, error: redactProblem(outcome.error) }];
      const events: ThreadEvent[] = [];
      for (const event of outcome.events) for (const passed of growing.pass(event)) events.push(redactEvent(passed));
      const { raw, ...rest } = outcome;
      const safe = { ...rest, events, problems: outcome.problems.map(redactProblem) };
      const isWhole = events.length === outcome.events.length && !outcome.events.some(({ type }) => PARTIAL.has(type));
      return [raw !== undefined && isWhole ? { ...safe, raw: redactLine(raw) } : safe];
    },
    end() {
      const events = growing.end().map(redactEvent);
      return events.length === 0
        ? []
        : [{ ok: true, flush: true, line: last.line, offset: last.offset, events, problems: [] }];
    },
    counts: count.counts,
    toolInputs,
  };
}
