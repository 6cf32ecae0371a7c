import { Buffer } from 'node:buffer';
import type { DatabaseSync } from 'node:sqlite';
import { isObject, type JsonObject, parseObject } from '../../../../core/lines/json.ts';
import type { SourceLook } from '../../session-source.ts';
import { lineOf, timeOf } from './chat-lines.ts';

const COMPOSER = 'composerData:';

/** A conversation of the editor, as a list knows it. */
export interface ListedComposer {
  id: string;
  modified: number;
  title: string | undefined;
}

/**
 * The conversations with messages. Their values are read, but none of the bubbles, which are nearly all of the database.
 * `onOdd` gets the id of one that is no object.
 */
export function listComposers(database: DatabaseSync, onOdd: (id: string) => void, id?: string): ListedComposer[] {
  const where = id === undefined ? `key >= '${COMPOSER}' and key < 'composerData;'` : 'key = ?';
  const statement = database.prepare(`select key, value from cursorDiskKV where ${where}`);
  // One number too large for JavaScript would take the whole list with it.
  statement.setReadBigInts(true);
  const rows = id === undefined ? statement.all() : statement.all(`${COMPOSER}${id}`);
  return rows.flatMap(({ key, value }) => {
    const composer = objectIn(value);
    const composerId = String(key).slice(COMPOSER.length);
    if (!composer && !isNothing(value)) onOdd(composerId);
    // Cursor keeps a record of each empty window.
    if (!composer || composerId === '' || bubblesOf(composer).length === 0) return [];
    const { lastUpdatedAt, createdAt, name } = composer;
    const modified = timeOf(lastUpdatedAt) || timeOf(createdAt);
    return [{ id: composerId, modified, title: typeof name === 'string' && name !== '' ? name : undefined }];
  });
}

/** The lines of a conversation: its facts, and its bubbles in the order of its headers. */
export function editorLines(database: DatabaseSync, id: string): string[] {
  const composer = keptAt(database, `${COMPOSER}${id}`);
  if (!composer) return [];
  const { fullConversationHeadersOnly: _, conversation: __, conversationMap: ___, ...facts } = composer;
  const lines = [lineOf('cursor.composer', { composerId: id, ...facts })];
  for (const bubble of bubblesOf(composer)) {
    const bubbleId = typeof bubble.bubbleId === 'string' ? bubble.bubbleId : '';
    const kept = keptAt(database, `bubbleId:${id}:${bubbleId}`);
    lines.push(lineOf('cursor.bubble', { bubbleId, type: bubble.type, ...(kept ?? bubble) }));
  }
  return lines;
}

export function lookAtComposer(database: DatabaseSync, id: string): SourceLook | undefined {
  const composer = keptAt(database, `${COMPOSER}${id}`);
  if (!composer) return undefined;
  const prefix = `bubbleId:${id}:`;
  const { count, size } =
    database
      .prepare(
        'select count(*) as count, sum(octet_length(value)) as size from cursorDiskKV where key >= ? and key < ?',
      )
      .get(prefix, `bubbleId:${id};`) ?? {};
  const modified = timeOf(composer.lastUpdatedAt) || timeOf(composer.createdAt);
  return { version: `${modified} ${count} ${size} ${bubblesOf(composer).length}`, size: Number(size) || 0, modified };
}

/** The headers of the bubbles; in old versions the bubbles themselves. */
function bubblesOf({ fullConversationHeadersOnly: headers, conversation }: JsonObject): JsonObject[] {
  const list = Array.isArray(headers) && headers.length > 0 ? headers : conversation;
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function keptAt(database: DatabaseSync, key: string): JsonObject | undefined {
  return objectIn(database.prepare('select value from cursorDiskKV where key = ?').get(key)?.value);
}

/** Cursor leaves the keys of what was removed. */
function isNothing(value: unknown): boolean {
  const text = value instanceof Uint8Array ? Buffer.from(value.subarray(0, 5)).toString('utf8') : value;
  return text === null || text === '' || text === 'null';
}

function objectIn(value: unknown): JsonObject | undefined {
  if (value instanceof Uint8Array) return parseObject(Buffer.from(value).toString('utf8'));
  return typeof value === 'string' ? parseObject(value) : undefined;
}
