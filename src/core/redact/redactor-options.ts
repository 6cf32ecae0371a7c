import type { PrivatePaths } from './private-paths.ts';

/**
 * How much is taken. `standard` leaves words, examples and code alone: for texts that a person chose to share. `strict`
 * also takes every value of a name that says password or secret: for what leaves a machine unread.
 */
export type RedactionLevel = 'standard' | 'strict';

/** A company's own tokens: a beginning, and how many characters of one class follow it. */
export interface OwnRule {
  /** The NAME in `[redacted:NAME]`: letters and hyphens. */
  name: string;
  /** How every such token begins, with at least 3 characters. */
  prefix: string;
  /** The characters that follow, as inside the brackets of a pattern: `A-Za-z0-9_-`. */
  class: string;
  min: number;
  max: number;
}

/** One exact value, known by its hash alone. */
export interface HashedValue {
  /** The NAME in `[redacted:NAME]`: letters and hyphens. */
  name: string;
  /** SHA-256 of the salt followed by the value, as hexadecimal digits. */
  sha256: string;
  /** The number of characters of the value. */
  length: number;
  /** Default: empty. */
  salt?: string | undefined;
}

/** Options of `createRedactor`. */
export interface RedactorOptions {
  /**
   * More to redact than the rules know: a text, a prefix and one class with a limit, such as `acme_[A-Za-z0-9]{20,64}`,
   * or `=TEXT` for a text that looks like a pattern. Anything else is a TypeError.
   */
  also?: readonly string[] | undefined;
  /** Replace this home folder by `~` and this name by `user`. */
  privatePaths?: PrivatePaths | undefined;
  /** Default: `standard`. */
  level?: RedactionLevel | undefined;
  /** Forms of tokens of one's own. */
  rules?: readonly OwnRule[] | undefined;
  /** Names whose values are secret, besides those that say so: `acme_pin`. */
  names?: readonly string[] | undefined;
  /** Values that are secret whatever they look like. */
  values?: readonly HashedValue[] | undefined;
  /** Values that are no secrets, such as those of test fixtures: as texts, or as `sha256:` and their hash. */
  keep?: readonly string[] | undefined;
  /**
   * Numbers the marks, `[redacted:github-token-1]`: the same secret has the same number, by order of appearance. Only
   * for what leaves in one piece: elsewhere the same line would give other bytes.
   */
  numbered?: boolean | undefined;
}
