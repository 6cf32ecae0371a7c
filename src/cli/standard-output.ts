import type { OutputSink } from './output.ts';
import { writeError } from './write-error.ts';

export function createStandardOutput(): OutputSink {
  const { stdout } = process;
  // The callback of each write tells of errors; without a listener the event would end the program as well.
  if (stdout.listenerCount('error') === 0) stdout.on('error', () => {});
  return {
    isTerminal: stdout.isTTY === true,
    write: (text) =>
      new Promise((resolve, reject) => {
        stdout.write(text, (error) => (error ? reject(writeError(error, 'standard output')) : resolve()));
      }),
    commit() {},
    discard() {},
  };
}
