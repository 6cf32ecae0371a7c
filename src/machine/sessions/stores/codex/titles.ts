import { join } from 'node:path';
import { createLineFramer } from '../../../../core/lines/framer.ts';
import type { Line } from '../../../../core/lines/line.ts';
import { parseText } from '../../../../core/lines/parse-text.ts';
import { machineLimits } from '../../../../limits/machine.ts';
import { errorCode, systemMessage } from '../../file-fault.ts';
import type { OnSessionProblem } from '../../problem.ts';
import { readTail } from '../../read-tail.ts';
import { type Home, normaliseId } from '../../store.ts';

/** The titles that the user gave, by thread id. The last entry wins, so the end of a huge index suffices. */
export function readTitles(home: Home, onProblem: OnSessionProblem): Map<string, string> {
  const titles = new Map<string, string>();
  const path = join(home.path, 'session_index.jsonl');
  const framer = createLineFramer({ maxLineBytes: machineLimits.maxTitleLineBytes });
  const add = (lines: readonly Line[]) => {
    for (const { text, skippedBytes } of lines) {
      if (skippedBytes !== undefined) continue;
      for (const { id, thread_name: name } of parseText(text).records) {
        if (typeof id === 'string' && typeof name === 'string') titles.set(normaliseId(id), name);
      }
    }
  };
  try {
    const isRegular = readTail(path, machineLimits.maxTitleIndexBytes, (chunk) => add(framer.push(chunk)));
    if (!isRegular) onProblem({ code: 'not-a-file', message: 'the names of sessions are in no regular file', path });
    add(framer.end());
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return titles;
    // A symbolic link, which is not followed.
    const code = errorCode(error) === 'ELOOP' ? 'not-a-file' : 'unreadable';
    onProblem({ code, message: `the names of sessions cannot be read: ${systemMessage(error)}`, path });
  }
  return titles;
}
