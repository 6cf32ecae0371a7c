import { ThreadlineError } from '../../errors.ts';
import type { Output } from '../output.ts';
import { createJsonEncoder } from '../write-json.ts';
import type { Printer } from './printer.ts';

/** `{"files":[…]}`, a file a line. Each file is written when it is done, so that many of them need no memory. */
export function createJsonPrinter(output: Output): Printer {
  const encode = createJsonEncoder({ forTerminal: output.isTerminal });
  let isFirst = true;
  output.append('{"files":[\n');
  return {
    keptProblems: Number.POSITIVE_INFINITY,
    async add(found) {
      const text = encode(found);
      if (text === undefined) throw new ThreadlineError('write-failed', `${found.path} has too many problems to list`);
      output.append(`${isFirst ? '' : ','}${text}\n`);
      isFirst = false;
      await output.flush();
    },
    async end() {
      output.append(']}\n');
      await output.flush();
    },
  };
}
