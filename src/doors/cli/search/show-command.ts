import { resolve } from 'node:path';
import type { SearchHit } from '../../../archive/index.ts';
import { isCommandId, isCommandPath } from '../../../core/text/command-words.ts';
import { joinWords } from '../../../core/tools/shell-words.ts';
import { ownCommand } from '../own-command.ts';

/** The command that opens a hit; undefined if the id, the message's id or the name of the file may not stand in one. */
export function showCommand({
  session,
  file,
  message,
}: Pick<SearchHit, 'session' | 'file' | 'message'>): string | undefined {
  if (!isCommandId(message)) return undefined;
  if (file === undefined) return ownCommand(session.threadId, (id) => ['show', `${id}#${message}`]);
  const path = resolve(file);
  return isCommandPath(path) ? joinWords(['threadline', 'show', `${path}#${message}`]) : undefined;
}
