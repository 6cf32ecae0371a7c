import { isObject, type JsonObject } from '../../lines/json.ts';
import type { FileChange } from '../../thread/item.ts';
import { restOfPart } from '../rest-of-part.ts';

/** Content blocks of a prompt, of a piece or of a call's result, taken apart. */
export interface AcpContent {
  texts: string[];
  images: string[];
  changes: FileChange[];
  /** Blocks of other kinds: resources, terminals. */
  others: unknown[];
  /** What blocks that were read have besides. */
  rest: JsonObject[];
}

export function readContent(content: unknown): AcpContent {
  const found: AcpContent = { texts: [], images: [], changes: [], others: [], rest: [] };
  for (const block of Array.isArray(content) ? content : content === undefined ? [] : [content]) addBlock(block, found);
  return found;
}

function addBlock(block: unknown, found: AcpContent): void {
  // A call has its blocks in an envelope, a prompt has them bare.
  const isWrapped = isObject(block) && block.type === 'content' && isObject(block.content);
  const inner = isWrapped ? block.content : block;
  keep(isWrapped ? restOfPart(block, ENVELOPE) : undefined, found);
  if (!isObject(inner)) found.others.push(inner);
  else if (inner.type === 'text' && typeof inner.text === 'string') {
    found.texts.push(inner.text);
    keep(restOfPart(inner, TEXT), found);
  } else if (inner.type === 'diff' && typeof inner.path === 'string' && typeof inner.newText === 'string') {
    found.changes.push(changeOf(inner.path, inner.oldText, inner.newText));
    keep(restOfPart(inner, DIFF), found);
  } else if (inner.type === 'image' && typeof inner.data === 'string') {
    const kind = typeof inner.mimeType === 'string' ? inner.mimeType : 'image/png';
    found.images.push(`data:${kind};base64,${inner.data}`);
    keep(restOfPart(inner, IMAGE), found);
  } else found.others.push(inner);
}

const ENVELOPE = new Set(['type', 'content']);
const TEXT = new Set(['type', 'text']);
const DIFF = new Set(['type', 'path', 'oldText', 'newText']);
const IMAGE = new Set(['type', 'data', 'mimeType']);

function keep(rest: JsonObject | undefined, found: AcpContent): void {
  if (rest) found.rest.push(rest);
}

/** Whole files, before and after. A file that is new has no text before, or an empty one. */
function changeOf(path: string, before: unknown, after: string): FileChange {
  const change: FileChange = { path, kind: before ? 'update' : 'add', new_content: after };
  if (typeof before === 'string' && before !== '') change.old_content = before;
  return change;
}
