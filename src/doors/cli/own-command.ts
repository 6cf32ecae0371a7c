import { isCommandId } from '../../core/text/command-words.ts';
import { joinWords } from '../../core/tools/shell-words.ts';
import { isSelector } from '../../machine/sessions/resolve-session.ts';
import type { CliContext } from './agents.ts';

/** A command of threadline itself for a session; undefined if it would take the id for anything else. */
export function ownCommand(
  id: string,
  words: (id: string) => readonly string[],
  { agents }: CliContext = {},
): string | undefined {
  return isCommandId(id) && !isSelector(id, { agents }) ? joinWords(['threadline', ...words(id)]) : undefined;
}
