import {
  type Annotation,
  givenLine,
  givenNote,
  isSameTag,
  withTags,
} from '../../../machine/sessions/annotations/annotation.ts';
import { changeAnnotation } from '../../../machine/sessions/annotations/annotations-file.ts';
import type { SessionInfo } from '../../../machine/sessions/index.ts';
import type { HomesContext } from '../agents.ts';
import { type ExitCode, usageError } from '../exit.ts';
import { namedSession } from '../named-session.ts';
import { printOnce } from '../output.ts';
import { isTerminal } from '../standard-streams.ts';
import { terminalLine } from '../terminal-text.ts';
import { createJsonEncoder } from '../write-json.ts';

/** What is to be noted. */
export type Noted =
  | { kind: 'star'; isUndo: boolean }
  | { kind: 'tag'; isUndo: boolean; words: readonly string[] }
  | { kind: 'note' | 'rename'; isUndo: boolean; text: string };

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

/** Texts are checked at once, before a session is looked for. */
function changeOf(noted: Noted): (before: Annotation) => Annotation {
  if (noted.kind === 'star') return (before) => ({ ...before, starred: noted.isUndo ? undefined : true });
  if (noted.kind === 'tag') {
    const words = noted.words.map((word) => givenLine('tag', word));
    return ({ tags = [], ...before }) => ({
      ...before,
      tags: noted.isUndo ? without(tags, words) : withTags(tags, words),
    });
  }
  if (noted.kind === 'note') {
    const note = noted.isUndo ? undefined : givenNote(noted.text);
    return (before) => ({ ...before, note });
  }
  const title = noted.isUndo ? undefined : givenLine('title', noted.text);
  return (before) => ({ ...before, title });
}

function without(tags: readonly string[], words: readonly string[]): readonly string[] | undefined {
  const left = words.length === 0 ? [] : tags.filter((tag) => !words.some((word) => isSameTag(tag, word)));
  return left.length === 0 ? undefined : left;
}

function lineOf({ agent, id, title: ownTitle }: SessionInfo, { starred, tags = [], note, title }: Annotation): string {
  const marks = [starred ? '★' : '', ...tags.map((tag) => `#${tag}`)].filter(Boolean).join(' ');
  return terminalLine([`${agent}:${id}`, title ?? ownTitle, marks, note].filter(Boolean).join('  '));
}

function jsonOf({ agent, id }: SessionInfo, { starred = false, tags = [], note, title }: Annotation): string {
  const encode = createJsonEncoder({ forTerminal: isTerminal('stdout') });
  return encode({ agent, id, starred, tags, note: note ?? null, title: title ?? null }) ?? '';
}
