import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLineFramer } from '../lines/framer.ts';
import { parseText } from '../lines/parse-text.ts';
import { errorCode } from './file-error.ts';
import { findHomes, type Home } from './homes.ts';
import type { OnSessionProblem } from './problem.ts';
import { normaliseId } from './rollout-name.ts';
import type { SessionFile } from './session-file.ts';

/** The names that the user gave to sessions, by thread id. The index is only ever appended to: the last entry wins. */
export function readTitles(home: Home, onProblem: OnSessionProblem = () => {}): Map<string, string> {
  const titles = new Map<string, string>();
  const path = join(home.path, 'session_index.jsonl');
  let bytes: Uint8Array;
  try {
    if (!lstatSync(path).isFile()) {
      onProblem({ code: 'not-a-file', message: 'the names of sessions are kept in no regular file', path });
      return titles;
    }
    bytes = readFileSync(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') {
      onProblem({ code: 'unreadable', message: `the names of sessions cannot be read (${errorCode(error)})`, path });
    }
    return titles;
  }
  const framer = createLineFramer();
  for (const { text } of [...framer.push(bytes), ...framer.end()]) {
    for (const { id, thread_name: name } of parseText(text).records) {
      if (typeof id === 'string' && typeof name === 'string') titles.set(normaliseId(id), name);
    }
  }
  return titles;
}

/** The names of the home that a file lies in. */
export function titlesFor(file: SessionFile): Map<string, string> {
  const [home] = file.home === undefined ? [] : findHomes({ homes: [file.home] });
  return home ? readTitles(home) : new Map();
}
