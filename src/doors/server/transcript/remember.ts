import type { Transcript } from './transcripts.ts';

/** Answers on more rows than this are reused for a while. The page asks again later than that. */
const LONG_ROWS = 5000;
const LONG_MS = 5000;

interface Made {
  /** What the transcript was when the answer was made. */
  state: string;
  /** What it was made of besides. */
  besides: unknown;
  at: number;
  value: unknown;
}

/** Gives what was made of a transcript, and makes it where it is not there or no longer true. */
export type Remember = <Value>(
  what: string,
  transcript: Transcript,
  make: (transcript: Transcript) => Value,
  besides?: unknown,
) => Value;

/** All tabs ask for the same after each line, so it is made once, and for a long session not again at once. */
export function rememberByTranscript(): Remember {
  const made = new WeakMap<Transcript, Map<string, Made>>();
  return <Value>(
    what: string,
    transcript: Transcript,
    make: (transcript: Transcript) => Value,
    besides?: unknown,
  ): Value => {
    const known = made.get(transcript) ?? new Map<string, Made>();
    made.set(transcript, known);
    const { lastLine, reading, rows } = transcript;
    const state = `${lastLine}.${rows.length}.${reading}`;
    const last = known.get(what);
    const isFresh =
      (last?.state === state && last.besides === besides) ||
      (rows.length > LONG_ROWS && last?.state.endsWith(`.${reading}`) && performance.now() - last.at < LONG_MS);
    // Each name stands for one kind of value.
    if (last && isFresh) return last.value as Value;
    const value = make(transcript);
    known.set(what, { state, besides, at: performance.now(), value });
    return value;
  };
}
