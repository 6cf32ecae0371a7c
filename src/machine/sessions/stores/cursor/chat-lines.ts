import { Buffer } from 'node:buffer';
import type { DatabaseSync } from 'node:sqlite';
import { type JsonObject, parseObject } from '../../../../core/lines/json.ts';
import type { SourceLook } from '../../session-source.ts';

/** Nobody has so many messages. A root that names more is none of Cursor's. */
const MOST_MESSAGES = 100_000;
const ID_BYTES = 32;

/** The lines of a chat of the command line: its facts, and its messages in the order of the root, else of their rows. */
export function chatLines(database: DatabaseSync): string[] {
  const chat = chatOf(database);
  const lines = [lineOf('cursor.chat', chat)];
  const root = blobOf(database, chat.latestRootBlobId);
  const ids = root ? messageIds(root) : [];
  const ordered = messagesIn(ids.map((id) => blobOf(database, id)));
  // After an edit, rows hold what was left; only the root knows the order.
  for (const message of ordered.length > 0 ? ordered : messagesByRow(database))
    lines.push(lineOf('cursor.message', message));
  return lines;
}

export function lookAtChat(database: DatabaseSync): SourceLook | undefined {
  const { count, size } =
    database.prepare('select count(*) as count, sum(octet_length(data)) as size from blobs').get() ?? {};
  const { latestRootBlobId: root, createdAt } = chatOf(database);
  const version = `${count} ${size} ${typeof root === 'string' ? root : ''}`;
  return { version, size: Number(size) || 0, modified: timeOf(createdAt) };
}

/** Row `0` of `meta`: JSON, or the same in hexadecimal digits. */
function chatOf(database: DatabaseSync): JsonObject {
  const { value } = database.prepare(`select value from meta where key = '0'`).get() ?? {};
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : String(value ?? '');
  const plain = /^[\da-f\s]+$/i.test(text) ? Buffer.from(text, 'hex').toString('utf8') : text;
  return parseObject(plain) ?? {};
}

function messagesByRow(database: DatabaseSync): JsonObject[] {
  const rows = database.prepare('select data from blobs order by rowid').all();
  return messagesIn(rows.map(({ data }) => bytesOf(data)));
}

function blobOf(database: DatabaseSync, id: unknown): Uint8Array | undefined {
  if (typeof id !== 'string') return undefined;
  return bytesOf(database.prepare('select data from blobs where id = ?').get(id)?.data);
}

function bytesOf(data: unknown): Uint8Array | undefined {
  if (data instanceof Uint8Array) return data;
  return typeof data === 'string' ? Buffer.from(data) : undefined;
}

function messagesIn(blobs: readonly (Uint8Array | undefined)[]): JsonObject[] {
  return blobs.map(messageIn).filter((message) => message !== undefined);
}

/** A blob that is JSON with a role. All others are parts of the graph of turns. */
function messageIn(bytes: Uint8Array | undefined): JsonObject | undefined {
  if (bytes?.[0] !== 0x7b) return undefined;
  const message = parseObject(Buffer.from(bytes).toString('utf8'));
  return typeof message?.role === 'string' ? message : undefined;
}

/** Field 1 of the root, repeated: the ids of the messages. Whatever else a message of protobuf holds is passed over. */
function messageIds(root: Uint8Array): string[] {
  const ids: string[] = [];
  for (let at = 0; at < root.length && ids.length < MOST_MESSAGES; ) {
    const tag = numberAt(root, at);
    if (!tag) return ids;
    const kind = tag.value & 7;
    const next = kind === 2 ? numberAt(root, tag.end) : undefined;
    if (kind === 2 && next) {
      const end = next.end + next.value;
      if (tag.value >> 3 === 1 && next.value === ID_BYTES)
        ids.push(Buffer.from(root.subarray(next.end, end)).toString('hex'));
      at = end;
    } else if (kind === 0) at = numberAt(root, tag.end)?.end ?? root.length;
    else if (kind === 1) at = tag.end + 8;
    else if (kind === 5) at = tag.end + 4;
    else return ids;
  }
  return ids;
}

function numberAt(bytes: Uint8Array, start: number): { value: number; end: number } | undefined {
  let value = 0;
  for (let at = start, place = 1; at < bytes.length && at < start + 8; at += 1, place *= 128) {
    const byte = bytes[at] ?? 0;
    value += (byte & 127) * place;
    if (byte < 128) return { value, end: at + 1 };
  }
  return undefined;
}

/** A time in milliseconds since 1970, as a number or a text; 0 for anything else. */
export function timeOf(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) || 0 : 0;
}

export function lineOf(table: string, row: JsonObject): string {
  return JSON.stringify({ table, row });
}
