import { createRedactor, type Redactor } from '../../../core/redact/redactor.ts';
import type { ThreadOrigin } from '../../../core/thread/event.ts';
import * as coreLimits from '../../../limits/core.ts';
import { vocabulariesOf } from '../load-session.ts';
import type { NewSessionRules } from '../store.ts';
import { type ChosenTurns, chooseTurns, isAll } from './choose-turns.ts';
import type { HandedOff, HandedThread, HandOffOptions } from './hand-off-options.ts';
import { createSealedFile, type SealedFile } from './sealed-file.ts';
import { surveyThread } from './survey.ts';
import { type WrittenThread, writeThread } from './write-thread.ts';

/** Marks are numbered, so that the other agent knows which places meant the same secret. */
function redactorOf({ redact }: HandOffOptions): Redactor | undefined {
  return redact === false ? undefined : createRedactor({ numbered: true, ...redact });
}

/** What is only listed comes from turns that are not written: numbers of its own would tell of other secrets. */
function surveyRedactor({ redact }: HandOffOptions): Redactor | undefined {
  return redact === false ? undefined : createRedactor({ ...redact, numbered: false });
}

/** The turns that are wanted; undefined for all of them. */
export async function survey(options: HandOffOptions, session: HandedThread): Promise<ChosenTurns | undefined> {
  if (isAll(options)) return undefined;
  const vocabularies = vocabulariesOf(options.agents);
  return chooseTurns(await surveyThread(session.eventBatches(), vocabularies, surveyRedactor(options)), options);
}

export interface Writing {
  options: HandOffOptions;
  loadWriter: NewSessionRules['loadWriter'];
  session: HandedThread;
  origin: ThreadOrigin;
  cwd: string;
  /** The id of the new session. */
  id: string;
  chosen: ChosenTurns | undefined;
  folder: string;
  /** The model to go on with, if the format names one. */
  model?: string | undefined;
}

export interface Written {
  file: SealedFile;
  thread: WrittenThread;
  redactor: Redactor | undefined;
  title: string | undefined;
}

function titleOf({ info }: HandedThread, redactor: Redactor | undefined): string | undefined {
  const title = info.title ?? info.firstPrompt?.split('\n', 1)[0]?.slice(0, coreLimits.maxHeadPromptLength);
  return title === undefined ? undefined : (redactor?.text(title) ?? title);
}

/** The note comes first, but the need for it shows only at the end: then the thread is written again. */
export async function writeWithNote(writing: Writing): Promise<Written> {
  const list = writing.chosen?.list;
  const first = await write(writing, list === undefined ? undefined : noteOf(list, list.includes('[redacted:')));
  if (!first.redactor || first.redactor.counts.size === 0) return first;
  first.file.discard();
  return write(writing, noteOf(list, true));
}

async function write(writing: Writing, note: string | undefined): Promise<Written> {
  const { options, session, origin, cwd, id, chosen } = writing;
  const redactor = redactorOf(options);
  const createWriter = await writing.loadWriter();
  const file = createSealedFile(options.dryRun ? undefined : writing.folder);
  try {
    const title = titleOf(session, redactor);
    const thread = await writeThread(session.eventBatches(), file, {
      createWriter,
      redactor,
      turns: chosen?.keys,
      writing: {
        vocabularies: vocabulariesOf(options.agents),
        session: { id, cwd, note, origin, title, model: writing.model },
      },
    });
    file.seal();
    return { file, thread, redactor, title };
  } catch (error) {
    file.discard();
    throw error;
  }
}

const MARK_NOTE = `Secrets were taken out of this thread when it was handed over. A mark such as [redacted:NAME] stands for a value
that the files and commands really had; do not write such a mark into a file, and read the file where the value matters.`;

function noteOf(list: string | undefined, hasMarks: boolean): string {
  return [hasMarks ? MARK_NOTE.replace('\n', ' ') : undefined, list].filter((part) => part !== undefined).join('\n\n');
}

/** What a hand-over tells of what was written. */
export function tellWritten(
  { thread, redactor }: Written,
  chosen: ChosenTurns | undefined,
): Pick<HandedOff, 'turns' | 'omitted' | 'redactions' | 'toolInputs' | 'problems'> {
  return {
    turns: { taken: chosen?.taken ?? thread.turns, listed: chosen?.listed ?? 0, leftOut: chosen?.leftOut ?? 0 },
    omitted: thread.omitted,
    redactions: Object.fromEntries(redactor?.counts ?? []),
    toolInputs: redactor?.toolInputs ?? [],
    problems: thread.problems,
  };
}
