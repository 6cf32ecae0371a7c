import { parseJson } from '../../../core/lines/json.ts';
import type { Redactor } from '../../../core/redact/redactor.ts';
import { ThreadlineError } from '../../../errors.ts';
import { createLineRedaction } from '../../../fleet/collect/line-shaper.ts';
import type { Source } from '../../../machine/sessions/index.ts';
import type { Output } from '../output.ts';
import { terminalJson } from '../terminal-text.ts';
import { keepingIds } from './kept-ids.ts';

/** The shape that is no other: the agent's own lines, as hubs of traces take them. */
export const NATIVE = 'hf';

/** What removes secrets, and what looks at each line once more. */
export interface NativeRedaction {
  redactor: Redactor;
  doubt: Redactor;
}

/**
 * Writes the lines of a session as its agent keeps them, whole or not at all. A line that holds a secret is written anew:
 * its keys, types and links are the same. Other lines stay as they are.
 */
export async function writeNative(source: Source, open: () => Output, redaction?: NativeRedaction): Promise<void> {
  if (!source.bytes)
    throw new ThreadlineError(
      'unreadable',
      `${source.name} is not at hand as its agent wrote it; --to ${NATIVE} needs that`,
    );
  const output = open();
  const values = redaction && { text: redaction.redactor.text, ...keepingIds(redaction.redactor, redaction.doubt) };
  const safe = values ? createLineRedaction(values, redaction.doubt) : (text: string) => text;
  try {
    for await (const line of nativeLines(source.bytes(), values)) {
      const text = `${line.isSafe ? line.text : safe(line.text)}${line.ending}`;
      output.append(output.isTerminal ? terminalJson(text) : text);
      if (output.isFull) await output.flush();
    }
    await output.flush();
    output.commit();
  } catch (error) {
    output.discard();
    throw error;
  }
}

type SafeValues = Pick<Redactor, 'text' | 'value'>;

interface NativeLine {
  text: string;
  ending: '' | '\n';
  /** Nothing is to be removed from it any more. */
  isSafe?: boolean;
}

/** Lines as they come. A document of many lines is one value, and is written as it was laid out. */
async function* nativeLines(
  chunks: AsyncIterable<Uint8Array>,
  redactor: SafeValues | undefined,
): AsyncGenerator<NativeLine> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let held = '';
  let isDocument: boolean | undefined;
  for await (const chunk of chunks) {
    held += decoder.decode(chunk, { stream: true });
    isDocument ??= held.includes('\n') ? beginsDocument(held) : undefined;
    if (isDocument !== false) continue;
    const lines = held.split('\n');
    held = lines.pop() ?? '';
    for (const text of lines) yield { text, ending: '\n' };
  }
  held += decoder.decode();
  if (isDocument && redactor) yield { text: safeDocument(held, redactor), ending: '', isSafe: true };
  else {
    const lines = held.split('\n');
    for (const [index, text] of lines.entries()) {
      const isLast = index === lines.length - 1;
      if (!isLast || text !== '') yield { text, ending: isLast ? '' : '\n' };
    }
  }
}

/** A line of a session is a whole value. The first line of a document that is laid out is not. */
function beginsDocument(text: string): boolean {
  const first = text.slice(0, text.indexOf('\n')).trim();
  return (first === '{' || first === '[') && parseJson(first) === undefined;
}

function safeDocument(text: string, redactor: SafeValues): string {
  const value = parseJson(text.replace(/^\uFEFF/, ''));
  // What cannot be read is a text, from which secrets are removed by their form alone.
  if (value === undefined) return redactor.text(text);
  const safe = redactor.value(value);
  if (safe === value) return text;
  const [, indent = ''] = /\n([ \t]{1,8})\S/.exec(text) ?? [];
  return `${JSON.stringify(safe, null, indent)}${text.endsWith('\n') ? '\n' : ''}`;
}
