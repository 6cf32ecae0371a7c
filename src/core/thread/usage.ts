/**
 * Token counts as Codex reports them. On `turn.completed` they are a running total of the process (up to 0.66) or of
 * the whole thread (from 0.80), never of the turn alone. `turn_usage` has that.
 */
export interface Usage {
  /** Tokens sent to the model, including the cached ones. */
  input_tokens: number;
  /** The part of `input_tokens` read from the provider's cache. Readers fill in 0. */
  cached_input_tokens?: number;
  /** Tokens that the model wrote, including reasoning. */
  output_tokens: number;
  /** The reasoning part of `output_tokens` (Codex 0.125 and later on stdout). Readers fill in 0. */
  reasoning_output_tokens?: number;
  /** Tokens written to the provider's cache (Codex 0.145 and later). Readers fill in 0. */
  cache_write_input_tokens?: number;
  /** Input plus output. Readers compute it if the wire does not have it. */
  total_tokens?: number;
  /** Fields unknown to this version. */
  extra?: Extra;
}

/** Token counts that threadline itself made: none of the counts that every agent has is missing. */
export interface CountedUsage extends Usage {
  cached_input_tokens: number;
  reasoning_output_tokens: number;
}

/** Unknown fields, under the wire's names, at the level where they were. */
export type Extra = Record<string, unknown>;

/** The names of the fields that the wire does not have and the reader filled in. */
export type InferredFields = readonly string[];
