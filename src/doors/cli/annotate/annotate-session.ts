import type { Annotation } from '../../../machine/sessions/annotations/annotation.ts';
import { changeAnnotation } from '../../../machine/sessions/annotations/annotations-file.ts';
import { changeOf, type Noted } from '../../../machine/sessions/annotations/noted.ts';
import type { SessionInfo } from '../../../machine/sessions/index.ts';
import type { HomesContext } from '../agents.ts';
import { type ExitCode, usageError } from '../exit.ts';
import { namedSession } from '../named-session.ts';
import { printOnce } from '../output.ts';
import { isTerminal } from '../standard-streams.ts';
import { terminalLine } from '../terminal-text.ts';
import { createJsonEncoder } from '../write-json.ts';

interface AnnotateOptions extends HomesContext {
  /** The command's name. */
  name: string;
  wanted: string;
  noted: Noted;
  json: boolean;
}

/** Notes it, and prints all that is noted about the session. */
export async function annotateSession({ name, wanted, noted, json, ...context }: AnnotateOptions): Promise<ExitCode> {
  const change = checked(name, () => changeOf(noted));
  const info = await namedSession(wanted, context);
  const now = await changeAnnotation(info, (before) => checked(name, () => change(before)));
  return printOnce(json ? `${jsonOf(info, now)}\n` : `${lineOf(info, now)}\n`);
}

/** A text that is too long is a wrong argument. */
function checked<Result>(name: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (error instanceof RangeError) throw usageError(error.message, name);
    throw error;
  }
}

function lineOf({ agent, id, title: ownTitle }: SessionInfo, { starred, tags = [], note, title }: Annotation): string {
  const marks = [starred ? '★' : '', ...tags.map((tag) => `#${tag}`)].filter(Boolean).join(' ');
  return terminalLine([`${agent}:${id}`, title ?? ownTitle, marks, note].filter(Boolean).join('  '));
}

function jsonOf({ agent, id }: SessionInfo, { starred = false, tags = [], note, title }: Annotation): string {
  const encode = createJsonEncoder({ forTerminal: isTerminal('stdout') });
  return encode({ agent, id, starred, tags, note: note ?? null, title: title ?? null }) ?? '';
}
