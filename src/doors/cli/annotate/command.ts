import type { Noted } from '../../../machine/sessions/annotations/noted.ts';
import type { CliContext } from '../agents.ts';
import { defineCommand } from '../define-command.ts';
import { type ExitCode, usageError } from '../exit.ts';
import { optionsOf } from '../options-of.ts';

const SHARED = `
      --json      Write {"agent", "id", "starred", "tags", "note", "title"}
      --home DIR  Where to look for sessions; may be given several times
  -h, --help      Show this help

What is noted stands in one file in threadline's data folder, never in the
agent's file. 'sessions', 'show' and the viewer show it, 'search' finds it.

Exit codes
  0  done      2  wrong arguments      4  no such session, or the file of notes
                                          cannot be read or written
` as const;

const starHelp = `threadline star: mark a session, to find it again.

Usage
  threadline star SESSION [--undo]

Options
      --undo      Take the star away${SHARED}
Examples
  threadline star last
  threadline sessions --starred
` as const;

const tagHelp = `threadline tag: give a session tags.

Usage
  threadline tag SESSION TAG... [--undo]

Options
      --undo      Take these tags away; without a tag, all of them${SHARED}
Examples
  threadline tag last database incident
  threadline sessions --tag incident
` as const;

const noteHelp = `threadline note: write a note to a session. It replaces the one before.

Usage
  threadline note SESSION TEXT
  threadline note SESSION --undo

Options
      --undo      Remove the note${SHARED}
Examples
  threadline note last "the fix for the deadlock is in turn 3"
` as const;

const renameHelp = `threadline rename: give a session a title.

Usage
  threadline rename SESSION TITLE
  threadline rename SESSION --undo

  The title stands in lists instead of the agent's own, which stays in its file.

Options
      --undo      Use the agent's title again${SHARED}
Examples
  threadline rename last "Deadlock in the checkout"
` as const;

/** The words after the session, and what was asked. */
type Change = (words: readonly string[], isUndo: boolean) => Noted;

/** The same for all four. */
const options = optionsOf(starHelp, 'home');

function annotating(name: string, help: string, change: Change) {
  return defineCommand(name, help, options, async ({ values, positionals }, context: CliContext): Promise<ExitCode> => {
    const [wanted, ...words] = positionals;
    if (wanted === undefined) throw usageError(`say which session: ${name} SESSION`, name);
    const noted = change(words, values.undo === true);
    const { annotateSession } = await import('./annotate-session.ts');
    return annotateSession({ ...context, name, wanted, noted, homes: values.home, json: values.json === true });
  });
}

export const starCommand = annotating('star', starHelp, (words, isUndo) => {
  if (words.length > 0) throw usageError(`star takes one session, not '${words[0]}' too`, 'star');
  return { kind: 'star', isUndo };
});

export const tagCommand = annotating('tag', tagHelp, (words, isUndo) => {
  if (words.length === 0 && !isUndo) throw usageError('say a tag: tag SESSION TAG', 'tag');
  return { kind: 'tag', isUndo, words };
});

export const noteCommand = annotating('note', noteHelp, textOf('note'));
export const renameCommand = annotating('rename', renameHelp, textOf('rename'));

function textOf(kind: 'note' | 'rename'): Change {
  return (words, isUndo) => {
    const text = words.join(' ').trim();
    if (isUndo && text !== '') throw usageError(`${kind} --undo takes no text`, kind);
    if (!isUndo && text === '') throw usageError(`say the text, or --undo to remove it`, kind);
    return { kind, isUndo, text };
  };
}
