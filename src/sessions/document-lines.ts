import { ThreadlineError } from '../errors.ts';
import { limits } from '../limits.ts';
import { expandDocument } from '../wires/codex-rollout/document.ts';

/**
 * The TypeScript era wrote one document over many lines, whole each time. Gives its records as lines, so that all that
 * follows need not know; a file that is no such document is given as it stands.
 */
export async function* documentLines(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source) {
    length += chunk.length;
    if (length > limits.maxLineBytes) {
      throw new ThreadlineError(
        'too-large',
        `a session in one document of over ${limits.maxLineBytes} bytes is not read`,
      );
    }
    // A copy: the source may use its buffer again.
    chunks.push(chunk.slice());
  }
  const bytes = Buffer.concat(chunks);
  const records = expandDocument(new TextDecoder().decode(bytes));
  yield records ? Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join('')) : bytes;
}
