import type { Outcome } from '../../core/thread/outcome.ts';
import { detectWire } from '../../core/wires/detect.ts';
import type { EventReader } from '../../core/wires/event-reader.ts';
import { ThreadlineError } from '../../errors.ts';
import { listSessions } from '../../machine/sessions/list-sessions.ts';
import type { SourceReadOptions } from '../../machine/sessions/open-session.ts';
import { openSource, type Source } from '../../machine/sessions/open-source.ts';
import { type ResolveOptions, resolveSession } from '../../machine/sessions/resolve-session.ts';
import { ExitError, exitCodes } from './exit.ts';
import { didYouMean } from './nearest.ts';
import type { Progress } from './progress.ts';
import { report } from './report.ts';
import { tellHomes } from './sessions/session-problems.ts';

/** The input cannot hold lines of JSON. */
export class ForeignInputError extends ExitError {
  constructor(message: string) {
    super(exitCodes.badInput, message);
  }
}

/** Opens what a person named: a file, `-`, `last`, a number, an id. Reports problems that are not in the lines. */
export async function findSource(wanted: string, options: ResolveOptions): Promise<Source> {
  const source = await openSource(await findSession(wanted, options), options);
  for (const { code, message } of source.info?.problems ?? []) {
    if (!TOLD_OTHERWISE.has(code)) report(`${source.name}: ${message} (${code})`);
  }
  return source;
}

/** Not reported: a recording of an agent's output is no session, and the rest shows when the file is read. */
const TOLD_OTHERWISE: ReadonlySet<string> = new Set([
  'missing-session-meta',
  'no-conversation',
  'empty-file',
  'truncated-tail',
  'too-large',
]);

/** Finds what a person named, without opening it. The error for an unknown name suggests the one probably meant. */
export async function findSession(wanted: string, options: ResolveOptions) {
  try {
    return await resolveSession(wanted, options);
  } catch (error) {
    if (!(error instanceof ThreadlineError) || error.code !== 'not-found') throw error;
    tellHomes(options);
    const known = await listSessions({ ...options, onProblem: undefined }).catch(() => []);
    const hint = didYouMean(wanted, ['last', ...known.map(({ id }) => id)]);
    throw hint === '' ? error : new ThreadlineError('not-found', error.message.replace(/(?=; see|$)/, hint));
  }
}

/** Reads a source to its end. Refuses one that cannot hold lines of JSON. */
export function readSource(
  source: Source,
  reader: EventReader,
  progress: Progress,
  options: Pick<SourceReadOptions, 'alone'> = {},
): AsyncGenerator<Outcome[]> {
  return source.read(reader, { ...watcherOf(source, progress), ...options });
}

/** Watches a reading: shows its progress, and refuses input that cannot hold lines of JSON. */
export function watcherOf(named: Named, progress: Pick<Progress, 'advance'>) {
  return {
    onBytes: progress.advance,
    onHead(head: Uint8Array) {
      const foreign = describeForeign(named, head);
      if (foreign) throw new ForeignInputError(foreign);
    },
  };
}

/** The name of an input. */
interface Named {
  name: string;
}

/** Formats that are recognised by their first bytes. */
const SIGNATURES: readonly { bytes: readonly number[]; description: string }[] = [
  { bytes: [0x1f, 0x8b], description: 'is gzip-compressed; unpack it first' },
  { bytes: [0x50, 0x4b, 0x03, 0x04], description: 'is a zip archive; unpack it first' },
  // Windows PowerShell's `>` writes this.
  { bytes: [0xff, 0xfe], description: 'is UTF-16 text; convert it to UTF-8 first' },
  { bytes: [0xfe, 0xff], description: 'is UTF-16 text; convert it to UTF-8 first' },
];

/** Describes an input that cannot hold lines of JSON, by its first chunk; undefined if it may. */
function describeForeign({ name }: Named, head: Uint8Array): string | undefined {
  const known = SIGNATURES.find(({ bytes }) => bytes.every((byte, index) => head[index] === byte));
  if (known) return `${name} ${known.description}`;
  return isBinary(head) ? `${name} is a binary file; no dialect recognises it` : undefined;
}

/** A truncated log may begin with NUL bytes, and a bad line may hold one. One readable line settles it. */
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
