/**
 * Token counts as Codex reports them. On `turn.completed` they are a running total: of the process (up to 0.66)
 * or of the whole thread (from 0.80), never of the turn alone; see `turn_usage` for that.
 */
export interface Usage {
  /** Tokens sent to the model, the cached part included. */
  input_tokens: number;
  /** The part of `input_tokens` that came from the provider's cache. */
  cached_input_tokens: number;
  /** Tokens that the model wrote, reasoning included. */
  output_tokens: number;
  /** The part of `output_tokens` that was reasoning (Codex 0.125 and later on stdout). The reader fills in 0. */
  reasoning_output_tokens: number;
  /** Tokens written to the provider's cache (Codex 0.145 and later). The reader fills in 0. */
  cache_write_input_tokens?: number;
  /** Input plus output; the reader computes it where the wire does not say it. */
  total_tokens?: number;
  /** Fields that this version does not know. */
  extra?: Extra;
}

/** What the wire said beyond the known fields, by its own names, at the level where it stood. */
export type Extra = Record<string, unknown>;
