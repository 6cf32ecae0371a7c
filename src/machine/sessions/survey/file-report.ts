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

/** Under this name stand all that came after the limit was reached. */
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

  /** In the order of their first appearance. */
  entries(): [name: string, count: number][] {
    return [...this.#counts];
  }

  /** `Object.fromEntries` makes properties of its own, even of a name such as `__proto__`. */
  toJSON(): Record<string, number> {
    return Object.fromEntries(this.#counts);
  }
}

export class FileReport {
  readonly path: string;
  wire = 'unknown';
  /** The agent's version, where the file says it. */
  version: string | null = null;
  lines = 0;
  blank = 0;
  events = 0;
  problemCount = 0;
  /** As many of the problems as are kept. */
  readonly problems: FoundProblem[] = [];
  readonly unknownEvents = new NameCounts();
  readonly unknownItems = new NameCounts();
  readonly extraFields = new NameCounts();
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
    // What was held back to the end stands for no line of its own.
    if (!outcome.flush) this.#nonBlank += 1;
    for (const event of outcome.events) this.#addEvent(event);
    for (const problem of outcome.problems) this.#addProblem(outcome.line, problem);
  }

  finish(wire: string | undefined, lines: number): void {
    if (wire !== undefined) this.wire = wire;
    this.lines = lines;
    this.blank = Math.max(lines - this.#nonBlank, 0);
  }

  /** The file turned out to hold no lines of JSON at all. */
  markForeign(): void {
    this.#isForeign = true;
  }

  /** Nothing in it but blank lines, if that. */
  get isEmpty(): boolean {
    return this.#nonBlank === 0 && !this.#isForeign;
  }

  /** There is something in it, but no dialect recognises any of it. */
  get isUnrecognised(): boolean {
    return this.wire === 'unknown' && !this.isEmpty;
  }

  /** How many kinds of events and items this version does not know. */
  get unknownKinds(): number {
    return this.unknownEvents.size + this.unknownItems.size;
  }

  /** There is something that a person should look at. */
  get isNoteworthy(): boolean {
    return this.problemCount > 0 || this.unknownKinds > 0 || this.isUnrecognised || this.isEmpty;
  }

  #addEvent(event: ThreadEvent): void {
    this.events += 1;
    if (event.type === 'thread.started') this.version ??= event.cli_version ?? null;
    if (event.type === 'unknown') this.unknownEvents.add(event.wire_type);
    if ('item' in event && event.item.type === 'unknown') this.unknownItems.add(event.item.wire_type);
    countExtraFields(event, this.extraFields);
  }

  #addProblem(line: number, { code, message }: Problem): void {
    this.problemCount += 1;
    if (this.problems.length < this.#keptProblems) this.problems.push({ line, code, message });
  }

  /** The form of `--json`: a contract. */
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
    };
  }
}
