import type { SendMode } from '../../archive/model/raw-store.ts';
import { closingBracket } from '../../core/lines/closing-bracket.ts';
import { gluedRecords } from '../../core/lines/glued-records.ts';
import { isObject, jsonText, parseJson } from '../../core/lines/json.ts';
import { isOverfull } from '../../core/lines/overfull.ts';
import { redactionVersion } from '../../core/redact/redaction-version.ts';
import { createRedactor, type Redactor } from '../../core/redact/redactor.ts';
import type { RedactorOptions } from '../../core/redact/redactor-options.ts';
import { leftOutLine } from './left-out-line.ts';
import { usageList, usageRecord } from './usage-record.ts';

/** Turns the bytes of a session file into the bytes that leave the machine. A line stays one line. */
export interface LineShaper {
  /** Takes whole lines, each with its newline. */
  lines(bytes: Buffer): Buffer;
  /** Turns a document of many lines into one line. */
  document(bytes: Buffer): Buffer;
  /** Shapes a name that is sent along, such as that of a folder or a file. */
  name(text: string): string;
  /** The version of the rules that remove secrets; empty if no rules apply. */
  readonly redaction: string;
}

/** What a person wants redacted besides what is redacted anyway. */
export type OwnRedaction = Omit<RedactorOptions, 'level' | 'numbered' | 'privatePaths'>;

/** Nobody reads what leaves. Its marks have no numbers: the same line gives the same bytes wherever reading began. */
export function strictOptions(own: OwnRedaction = {}): RedactorOptions {
  return { ...own, level: 'strict' };
}

const LINE_FEED = 10;
const NEWLINE = Buffer.from('\n');

export function createLineShaper(mode: Exclude<SendMode, 'off'>, own?: OwnRedaction): LineShaper {
  const options = strictOptions(own);
  if (mode === 'full') {
    return { lines: (bytes) => bytes, document: withNewline, name: (text) => text, redaction: '' };
  }
  const safeText = mode === 'usage' ? createUsageReduction(options) : createTextRedaction(options);
  const safeName = createRedactor(options);
  return {
    lines: (bytes) => mapLines(bytes, safeText),
    document: (bytes) => withNewline(mapLine(bytes, (text) => safeText(text).replaceAll('\n', ''))),
    name: (text) => safeName.text(text),
    redaction: redactionVersion(options),
  };
}

/** Returns the shaper of a mode. A shaper is made on first use. */
export function createLineShapers(own?: OwnRedaction): (mode: Exclude<SendMode, 'off'>) => LineShaper {
  const shapers = new Map<SendMode, LineShaper>();
  return (mode) => {
    const shaper = shapers.get(mode) ?? createLineShaper(mode, own);
    shapers.set(mode, shaper);
    return shaper;
  };
}

function withNewline(bytes: Buffer): Buffer {
  return bytes.at(-1) === LINE_FEED ? bytes : Buffer.concat([bytes, NEWLINE]);
}

function mapLines(bytes: Buffer, change: (text: string) => string): Buffer {
  const parts: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(LINE_FEED, start);
    const end = found === -1 ? bytes.length : found;
    parts.push(mapLine(bytes.subarray(start, end), change), NEWLINE);
    start = end + 1;
  }
  return Buffer.concat(parts);
}

/** Returns the same bytes if nothing changes. */
function mapLine(line: Buffer, change: (text: string) => string): Buffer {
  const text = line.toString('utf8');
  const changed = change(text);
  return changed === text ? line : Buffer.from(changed);
}

/** Parses a line and rewrites what it holds. Returns the same text if that changes nothing. */
type TextChange = (text: string) => string;

function createTextRedaction(options: RedactorOptions): TextChange {
  return createLineRedaction(createRedactor(options), createRedactor(options));
}

/** Redacts a line value by value. `doubt` looks at its text once more, and should not be the one that counts. */
export function createLineRedaction(redactor: Pick<Redactor, 'value'>, doubt: Pick<Redactor, 'text'>): TextChange {
  const change = (value: unknown) => redactor.value(value);
  return (text) => {
    const plain = withoutLead(text);
    if (isOverfull(plain)) return leftOutLine(Buffer.byteLength(text));
    const value = parseJson(plain);
    if (value === undefined) return tornLine(plain, change);
    const safe = change(value);
    if (safe !== value) return jsonText(safe);
    // Parsing keeps one of two fields of the same name. What it did not show must not leave.
    return doubt.text(text) === text ? text : jsonText(value);
  };
}

function createUsageReduction(options: RedactorOptions): TextChange {
  const redactor = createRedactor(options);
  const reduced = (value: unknown) =>
    isObject(value) ? usageRecord(value) : Array.isArray(value) ? usageList(value) : {};
  const change = (value: unknown) => redactor.value(reduced(value));
  return (text) => {
    const plain = withoutLead(text);
    if (isOverfull(plain)) return leftOutLine(Buffer.byteLength(text));
    const value = parseJson(plain);
    return value === undefined ? tornLine(plain, change) : jsonText(change(value));
  };
}

/** Removes NUL bytes, which a crash may leave before a line, and a byte order mark. */
function withoutLead(text: string): string {
  return text.replace(/^[\0\uFEFF]+/, '');
}

/** Keeps the whole records on a torn line. Only the length of the rest leaves: a secret in it might go unnoticed. */
function tornLine(text: string, change: (record: unknown) => unknown): string {
  if (text.trim() === '') return '';
  const records = gluedRecords(text);
  if (records.length === 0) return leftOutLine(Buffer.byteLength(text));
  const kept = records.map((record) => jsonText(change(record))).join('');
  if (records.length > 1) return kept;
  // One record must not become a line of its own, or readers would not see that the line is torn.
  const end = closingBracket(text, 0);
  const isFirst = end !== -1 && parseJson(text.slice(0, end)) !== undefined;
  return isFirst ? `${kept}[${text.length - end}]` : `[0]${kept}`;
}
