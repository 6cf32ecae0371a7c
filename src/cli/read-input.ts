import { plainChunks } from '../sessions/plain-chunks.ts';
import { readOutcomes as readPlainOutcomes } from '../sessions/read-outcomes.ts';
import type { Outcome } from '../thread/outcome.ts';
import { detectWire } from '../wires/detect.ts';
import type { EventReader } from '../wires/event-reader.ts';
import { ExitError, exitCodes } from './exit.ts';
import type { Input } from './input.ts';
import type { Progress } from './progress.ts';

/** The input can hold no lines of JSON at all. */
export class ForeignInputError extends ExitError {
  constructor(message: string) {
    super(exitCodes.badInput, message);
  }
}

/** Reads an input to its end, as `sessions` reads a file. */
export function readOutcomes(input: Input, reader: EventReader, progress: Progress): AsyncGenerator<Outcome[]> {
  const plain = plainChunks(withProgress(input.chunks, progress));
  return readPlainOutcomes(refuseForeign(input, plain), reader);
}

async function* refuseForeign(input: Input, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const chunk of chunks) {
    const foreign = isFirst ? describeForeign(input, chunk) : undefined;
    if (foreign) throw new ForeignInputError(foreign);
    isFirst = false;
    yield chunk;
  }
}

async function* withProgress(chunks: AsyncIterable<Uint8Array>, progress: Progress): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    yield chunk;
    progress.advance(chunk.length);
  }
}

/** What is known of an input: what to call it. */
interface Named {
  name: string;
}

/** Formats that are told by their first bytes. */
const SIGNATURES: readonly { bytes: readonly number[]; description: string }[] = [
  { bytes: [0x1f, 0x8b], description: 'is gzip-compressed; unpack it first' },
  { bytes: [0x50, 0x4b, 0x03, 0x04], description: 'is a zip archive; unpack it first' },
  // What `>` of Windows PowerShell writes.
  { bytes: [0xff, 0xfe], description: 'is UTF-16 text; convert it to UTF-8 first' },
  { bytes: [0xfe, 0xff], description: 'is UTF-16 text; convert it to UTF-8 first' },
];

/** Says what an input is that can hold no lines of JSON, by its first chunk; undefined for one that may. */
export function describeForeign({ name }: Named, head: Uint8Array): string | undefined {
  const known = SIGNATURES.find(({ bytes }) => bytes.every((byte, index) => head[index] === byte));
  if (known) return `${name} ${known.description}`;
  return isBinary(head) ? `${name} is a binary file; no dialect recognises it` : undefined;
}

/** NUL bytes at the start are what a truncated log has, and a bad line may hold one; a readable line settles it. */
function isBinary(head: Uint8Array): boolean {
  const start = head.findIndex((byte) => byte !== 0);
  return start !== -1 && head.indexOf(0, start) !== -1 && detectWire(head) === 'unknown';
}

export function describeUnrecognised({ name }: Named, dialect = 'any dialect'): string {
  return `${name} has no line that ${dialect} recognises`;
}

export function describeEmpty({ name }: Named, lines: number): string {
  return `${name} ${lines === 0 ? 'is empty' : 'has nothing but blank lines'}`;
}
