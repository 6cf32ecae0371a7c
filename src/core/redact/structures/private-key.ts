import * as coreLimits from '../../../limits/core.ts';
import type { Hit } from '../scan/hit.ts';
import type { Reading } from '../scan/reading.ts';
import type { Trigger } from '../scan/trigger.ts';

const BEGIN = /-{4,5} ?BEGIN (?:[A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1) ?-{4,5}/y;
const END = /-{4,5} ?END (?:[A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1) ?-{4,5}/y;
/** What stands between two lines of a key: breaks, also escaped, marks of a diff, numbers, names of files, quotes. */
const BETWEEN =
  /(?:\s|\\{1,7}[nrt]|\\{0,7}["'`]|[+,;>|→│:#*-](?!----)|\d{1,6}(?=[\t→|:│-])|[\w./@-]{1,100}[:-]\d{1,6}(?=[:-])|(?:Proc-Type|DEK-Info|Version|Comment|Hash|X-[\w-]{1,20}): ?[^\n\\]{0,120}){0,40}/y;
const KEY_LINE = /[A-Za-z0-9+/=]{1,100}/y;
/** Shorter lines are part of a key only at its end. */
const LEAST_LINE = 32;
/** The shortest key: Ed25519 by PKCS 8. */
const LEAST_BODY = 60;
/** A line with its number and the name of its file is no longer. */
const LONGEST_LINE = 240;

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** The end of the lines of a key from there on, its last line included. */
function endOfKey(text: string, from: number): number {
  let end = from;
  for (let at = from; at - from < coreLimits.maxPrivateKeyLength; ) {
    const start = endOf(BETWEEN, text, at);
    const last = endOf(END, text, start);
    if (last !== -1) return last;
    const stop = endOf(KEY_LINE, text, start);
    if (stop === -1) return end;
    if (stop - start < LEAST_LINE) return isLastLine(text, start, stop, end > from) ? lastLine(text, stop) : end;
    end = stop;
    at = stop;
  }
  return end;
}

/** A short line ends a key if the mark of its end follows, or if it is no word. */
function isLastLine(text: string, start: number, stop: number, hasLines: boolean): boolean {
  if (endOf(END, text, endOf(BETWEEN, text, stop)) !== -1) return true;
  const line = text.slice(start, stop);
  if (stop === text.length) return line.length >= 8 || hasLines;
  return hasLines && (/[=+/]/.test(line) || /\d/.test(line)) && /[\s\\"']/.test(text.charAt(stop)) && line.length >= 4;
}

function lastLine(text: string, stop: number): number {
  const end = endOf(END, text, endOf(BETWEEN, text, stop));
  return end === -1 ? stop : end;
}

/** A key with its first line. The first line alone, as code has it, is no key. */
function whole({ text }: Reading, at: number): Hit | undefined {
  const after = endOf(BEGIN, text, at);
  if (after === -1) return undefined;
  const end = endOfKey(text, after);
  return end === after ? undefined : { from: at, start: at, end, name: 'private-key', isByContext: false };
}

const DECORATION =
  /^(?:\s|\\{1,7}[nrt]|["'`]|[+>|→│:#*-]|\d{1,6}(?=[\t→|:│-])|[\w./@-]{1,100}[:-]\d{1,6}(?=[:-])){0,40}/;

/** Breaks, quotes and signs behind a line. Each character is read in one way: a row of backslashes is long. */
const LINE_END = /(?:[\s"'`,+\\]|(?<=\\)[nr]){0,60}$/;

/** The lines of a key whose first line is not there. */
function tail(reading: Reading, at: number): Hit | undefined {
  const { text } = reading;
  const end = endOf(END, text, at);
  if (end === -1) return undefined;
  let start = at;
  let hasLine = false;
  for (let stop = at; stop > 0 && at - stop < coreLimits.maxPrivateKeyLength; ) {
    const near = Math.max(0, stop - LONGEST_LINE);
    if (!reading.pay(stop - near)) return undefined;
    const before = text.slice(near, stop);
    const from = near + Math.max(0, before.lastIndexOf('\n'), before.lastIndexOf('\\n'));
    const line = text.slice(from, stop).replace(LINE_END, '');
    const body = line.replace(DECORATION, '');
    const isKey = /^[A-Za-z0-9+/=]{1,100}$/.test(body);
    if (body !== '' && (!isKey || (hasLine && body.length < LEAST_LINE))) break;
    if (body.length >= LEAST_LINE) hasLine = true;
    if (body !== '') start = from + line.length - body.length;
    if (from === 0 || from === stop) break;
    stop = from;
  }
  return hasLine ? { from: start, start, end, name: 'private-key', isByContext: false } : undefined;
}

const PUTTY = /Private-Lines: {0,2}\d{1,3}((?:(?:\r?\n|\\{1,3}n)[ \t+\d→|-]{0,20}[A-Za-z0-9+/=]{16,80}){1,200})/y;

function putty({ text }: Reading, at: number): Hit | undefined {
  PUTTY.lastIndex = at;
  const match = PUTTY.exec(text);
  if (!match) return undefined;
  const lines = match[1] ?? '';
  const lead = /^(?:\s|\\{1,3}n)[ \t+\d→|-]{0,20}/.exec(lines)?.[0].length ?? 0;
  const end = at + match[0].length;
  return { from: at, start: end - lines.length + lead, end, name: 'private-key', isByContext: true };
}

/**
 * How the base64 of a private key goes on after its length, by kind: PKCS 8 of RSA, encrypted, of curves and Ed25519, PKCS 1,
 * SEC 1, OpenSSH. A public key has other numbers there.
 */
const BODIES = [
  ...['IBADANBgkqhkiG9w0BAQEF', 'BgkqhkiG9w0BBQ0', 'IBAAKCA', 'MIGHAgEAMBMGByqGSM49', 'MIG2AgEAMBAGByqGSM49'],
  ...['MIHuAgEAMBAGByqGSM49', 'MC4CAQAwBQYDK2V', 'MHcCAQEEI', 'MIGkAgEBBD', 'b3BlbnNzaC1rZXktdjEA'],
];
const DER_START = /MI[IGH][A-Za-z0-9+/]{1,9}$/;

/** The lines of a key whose first line is not there, by how a key begins. */
function body({ text }: Reading, at: number): Hit | undefined {
  const before = text.slice(Math.max(0, at - 12), at);
  const lead = DER_START.exec(before)?.[0].length ?? 0;
  const start = at - lead;
  if (lead === 0 && !/^(?:MI|MC4|MHc|b3B)/.test(text.slice(at, at + 3))) return undefined;
  if (
    /[A-Za-z0-9+/]$/.test(text.slice(Math.max(0, start - 1), start)) &&
    !/\\[nrt]$/.test(text.slice(Math.max(0, start - 2), start))
  )
    return undefined;
  // The key of OpenSSH has a row of `A`, so only what people write in the place of one counts.
  if (/x{8}/.test(text.slice(start, start + 100))) return undefined;
  const end = endOfKey(text, start);
  return end - start < LEAST_BODY ? undefined : { from: at, start, end, name: 'private-key', isByContext: true };
}

/** Runs of `-` are everywhere, so the words are searched for with one of them. */
function withDashes(find: (reading: Reading, at: number) => Hit | undefined): Trigger['find'] {
  return (reading, at) => {
    let start = at;
    while (start > 0 && at - start < 4 && reading.text.charCodeAt(start - 1) === 0x2d) start -= 1;
    return find(reading, start);
  };
}

export const privateKeyTriggers: readonly Trigger[] = [
  { word: '-BEGIN ', find: withDashes(whole) },
  { word: '- BEGIN ', find: withDashes(whole) },
  { word: '-END ', find: withDashes(tail) },
  { word: 'Private-Lines:', isByContext: true, find: putty },
  ...BODIES.map((word) => ({ word, isByContext: true, find: body })),
];
