import { type Problem, ThreadlineError } from '../errors.ts';
import type { Outcome } from '../thread/outcome.ts';
import type { EventReader } from '../wires/event-reader.ts';
import { describeForeign } from './describe-input.ts';
import { ExitError, exitCodes } from './exit.ts';
import type { Input } from './input.ts';
import { plainChunks } from './plain-chunks.ts';
import type { Progress } from './progress.ts';

/** The input can hold no lines of JSON at all. */
export class ForeignInputError extends ExitError {
  constructor(message: string) {
    super(exitCodes.badInput, message);
  }
}

/**
 * Reads an input to its end: the outcomes of each chunk together. A compressed input that cannot be unpacked to its end
 * gives what can be had, then one outcome that names the problem.
 */
export async function* readOutcomes(input: Input, reader: EventReader, progress: Progress): AsyncGenerator<Outcome[]> {
  let isFirst = true;
  let damage: Problem | undefined;
  let last = { line: 0, offset: 0 };
  try {
    for await (const chunk of plainChunks(withProgress(input.chunks, progress))) {
      const foreign = isFirst ? describeForeign(input, chunk) : undefined;
      if (foreign) throw new ForeignInputError(foreign);
      isFirst = false;
      const outcomes = reader.push(chunk);
      last = outcomes.at(-1) ?? last;
      yield outcomes;
    }
  } catch (error) {
    damage = damageOf(error);
  }
  const rest = reader.end();
  last = rest.at(-1) ?? last;
  if (damage) rest.push({ ok: false, line: last.line + 1, offset: last.offset, error: damage });
  yield rest;
}

async function* withProgress(chunks: AsyncIterable<Uint8Array>, progress: Progress): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    yield chunk;
    progress.advance(chunk.length);
  }
}

/** Data that is damaged is told in the stream; a fault of the machine is thrown on. */
function damageOf(error: unknown): Problem {
  if (error instanceof ThreadlineError) {
    if (error.code === 'too-large') return { code: 'too-large', message: error.message };
    if (error.code === 'damaged') return { code: 'truncated-tail', message: error.message };
  }
  throw error;
}
