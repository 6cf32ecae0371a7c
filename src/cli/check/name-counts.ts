import { limits } from '../../limits.ts';

/** Under this name stand all that came after the limit was reached. */
const OTHER_NAMES = '(other names)';

/** Counts by name. Names come from the agent: any text is harmless, and too many are counted together. */
export class NameCounts {
  readonly #counts = new Map<string, number>();

  add(name: string): void {
    const isNew = !this.#counts.has(name);
    const key = isNew && this.#counts.size >= limits.maxCountedNames ? OTHER_NAMES : name;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  /** How many different names there are. */
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
