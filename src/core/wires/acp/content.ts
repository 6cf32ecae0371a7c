import { isObject } from '../../lines/json.ts';
import type { FileChange } from '../../thread/item.ts';

/** Content blocks of a prompt, of a piece or of a call's result, taken apart. */
export interface AcpContent {
  texts: string[];
  images: string[];
  changes: FileChange[];
  /** Blocks of other kinds: resources, terminals. */
  others: unknown[];
}

export function readContent(content: unknown): AcpContent {
  const found: AcpContent = { texts: [], images: [], changes: [], others: [] };
  for (const block of Array.isArray(content) ? content : content === undefined ? [] : [content]) addBlock(block, found);
  return found;
}

function addBlock(block: unknown, found: AcpContent): void {
  // A call has its blocks in an envelope, a prompt has them bare.
  const inner = isObject(block) && block.type === 'content' && isObject(block.content) ? block.content : block;
  if (!isObject(inner)) found.others.push(inner);
  else if (inner.type === 'text' && typeof inner.text === 'string') found.texts.push(inner.text);
  else if (inner.type === 'diff' && typeof inner.path === 'string' && typeof inner.newText === 'string')
    found.changes.push(changeOf(inner.path, inner.oldText, inner.newText));
  else if (inner.type === 'image' && typeof inner.data === 'string')
    found.images.push(`data:${typeof inner.mimeType === 'string' ? inner.mimeType : 'image/png'};base64,${inner.data}`);
  else found.others.push(inner);
}

/** Whole files, before and after. A file that is new has no text before, or an empty one. */
function changeOf(path: string, before: unknown, after: string): FileChange {
  const change: FileChange = { path, kind: before ? 'update' : 'add', new_content: after };
  if (typeof before === 'string' && before !== '') change.old_content = before;
  return change;
}
