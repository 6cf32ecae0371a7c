import { versionOf } from '../../../core/facts/thread-facts.ts';
import type { ThreadEvent } from '../../../core/thread/event.ts';
import type { Outcome } from '../../../core/thread/outcome.ts';
import type { Problem, ProblemCode } from '../../../errors.ts';
import { machineLimits } from '../../../limits/machine.ts';
import { countExtraFields } from './extra-fields.ts';

export interface FoundProblem {
  line: number;
  code: ProblemCode;
  message: string;
}

/** The name for all that came after the limit was reached. */
const OTHER_NAMES = '(other names)';

/** Counts by name. Names come from the agent: any text is harmless, and too many are counted together. */
export class NameCounts {
  readonly #counts = new Map<string, number>();

  add(name: string, count = 1): void {
    const isNew = !this.#counts.has(name);
    const key = isNew && this.#counts.size >= machineLimits.maxCountedNames ? OTHER_NAMES : name;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
  }

  addAll(other: NameCounts): void {
    for (const [name, count] of other.entries()) this.add(name, count);
  }

  get size(): number {
    return this.#counts.size;
  }

  /** Ordered by first appearance. */
  entries(): [name: string, count: number][] {
    return [...this.#counts];
  }

  /** `Object.fromEntries` makes own properties, even of a name such as `__proto__`. */
  toJSON(): Record<string, number> {
    return Object.fromEntries(this.#counts);
  }
}

export class FileReport {
  readonly path: string;
  wire = 'unknown';
  /** The agent's version, if the file gives it. */
  version: string | null = null;
  lines = 0;
  blank = 0;
  events = 0;
  problemCount = 0;
  /** The problems that were kept. */
  readonly problems: FoundProblem[] = [];
  readonly unknownEvents = new NameCounts();
  readonly unknownItems = new NameCounts();
  readonly extraFields = new NameCounts();
  /** The rules that the session broke, if any were asked for. */
  brokenRules?: readonly { rule: string; message: string }[];
  /** What nobody refuses but somebody should know, for formats with such rules. */
  warnings?: readonly string[];
  readonly #keptProblems: number;
  #nonBlank = 0;
  #isForeign = false;

  constructor(path: string, keptProblems: number) {
    this.path = path;
    this.#keptProblems = keptProblems;
  }

  add(outcome: Outcome): void {
    if (!outcome.ok) {
      this.#nonBlank += 1;
      this.#addProblem(outcome.line, outcome.error);
      return;
    }
    // Outcomes held back to the end are not a line of their own.
    if (!outcome.flush) this.#nonBlank += 1;
    for (const event of outcome.events) this.#addEvent(event);
    for (const problem of outcome.problems) this.#addProblem(outcome.line, problem);
  }

  finish(wire: string | undefined, lines: number): void {
    if (wire !== undefined) this.wire = wire;
    this.lines = lines;
    this.blank = Math.max(lines - this.#nonBlank, 0);
  }

  /** Marks a file without any lines of JSON. */
  markForeign(): void {
    this.#isForeign = true;
  }

  /** True if it holds at most blank lines. */
  get isEmpty(): boolean {
    return this.#nonBlank === 0 && !this.#isForeign;
  }

  /** True if it has content that no wire recognises. */
  get isUnrecognised(): boolean {
    return this.wire === 'unknown' && !this.isEmpty;
  }

  /** The number of event and item kinds that this version does not know. */
  get unknownKinds(): number {
    return this.unknownEvents.size + this.unknownItems.size;
  }

  /** True if a person should look at it. */
  get isNoteworthy(): boolean {
    return this.problemCount > 0 || this.unknownKinds > 0 || this.isUnrecognised || this.isEmpty;
  }

  #addEvent(event: ThreadEvent): void {
    this.events += 1;
    if (event.type === 'thread.started') this.version ??= versionOf(event) ?? null;
    if (event.type === 'unknown') this.unknownEvents.add(event.wire_type);
    if ('item' in event && event.item.type === 'unknown') this.unknownItems.add(event.item.wire_type);
    countExtraFields(event, this.extraFields);
  }

  #addProblem(line: number, { code, message }: Problem): void {
    this.problemCount += 1;
    if (this.problems.length < this.#keptProblems) this.problems.push({ line, code, message });
  }

  /** The output of `--json`: a contract. */
  toJSON(): object {
    return {
      path: this.path,
      wire: this.wire,
      version: this.version,
      lines: this.lines,
      blank: this.blank,
      events: this.events,
      problems: this.problems.map(({ line, code }) => ({ line, code })),
      unknown_events: this.unknownEvents,
      unknown_items: this.unknownItems,
      extra_fields: this.extraFields,
      broken_rules: this.brokenRules,
      warnings: this.warnings,
    };
  }
}
