import { basename, dirname, join } from 'node:path';
import { isObject, type JsonObject, parseJson } from '../../core/lines/json.ts';
import { joinParts, nextPart } from '../../core/wires/atif/join-parts.ts';
import { ThreadlineError } from '../../errors.ts';
import * as coreLimits from '../../limits/core.ts';
import { createFileSource } from './file-source.ts';
import { locateFile } from './locate-file.ts';

/** A trajectory has seldom more parts. */
const MOST_PARTS = 100;
/** The version stands at the beginning. */
const HEAD = 4096;
const MARK = '"ATIF-v';

/** A document together with those beside it that it is continued in. Undefined for a file that names none. */
export async function documentParts(path: string): Promise<Uint8Array | undefined> {
  if (!/\.json$/i.test(path)) return undefined;
  const first = await readDocument(path);
  const parts = first ? [first] : [];
  const seen = new Set([basename(path)]);
  for (let next = first && nextPart(first); next !== undefined && parts.length < MOST_PARTS; ) {
    if (seen.has(next)) break;
    seen.add(next);
    const part = await readDocument(join(dirname(path), next));
    if (!part) break;
    parts.push(part);
    next = nextPart(part);
  }
  return parts.length < 2 ? undefined : new TextEncoder().encode(JSON.stringify(joinParts(parts), undefined, 1));
}

/** A trajectory's document. Undefined for a file that is missing, unreadable, too long or something else. */
export async function readDocument(path: string): Promise<JsonObject | undefined> {
  try {
    const file = await locateFile({ path }, {});
    if (file.source || file.size > coreLimits.maxDocumentLength) return undefined;
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of createFileSource(file).read()) {
      text += decoder.decode(chunk, { stream: true });
      if (!text.slice(0, HEAD).includes(MARK) && text.length >= HEAD) return undefined;
      if (text.length > coreLimits.maxDocumentLength) return undefined;
    }
    const value = parseJson(text + decoder.decode());
    return isObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof ThreadlineError || error instanceof RangeError) return undefined;
    throw error;
  }
}
