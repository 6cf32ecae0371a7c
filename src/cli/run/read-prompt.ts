import { openStandardInput } from '../../sessions/input-chunks.ts';
import { usageError } from '../exit.ts';

/** The prompt on standard input, without the newline that `echo` puts at its end. */
export async function readPrompt(): Promise<string> {
  if (process.stdin.isTTY) throw usageError('- reads the prompt from standard input, but nothing is piped in', 'run');
  const chunks: Uint8Array[] = [];
  // A copy: the chunk is only valid until the next is asked for.
  for await (const chunk of openStandardInput('standard input').chunks) chunks.push(chunk.slice());
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}
