const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, '\\': 92 };

/** A path as git has it: git writes one with quotes, backslashes or control characters in quotes, as C does. */
export function unquotePath(written: string): string {
  if (!written.startsWith('"') || !written.endsWith('"') || written.length < 2) return written;
  const bytes: Buffer[] = [];
  for (const [part, octal, sign] of written.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|[^\\]+/gs)) {
    if (octal !== undefined) bytes.push(Buffer.of(Number.parseInt(octal, 8) & 255));
    else if (sign === undefined) bytes.push(Buffer.from(part));
    else bytes.push(Object.hasOwn(ESCAPES, sign) ? Buffer.of(ESCAPES[sign] ?? 0) : Buffer.from(sign));
  }
  return Buffer.concat(bytes).toString('utf8');
}
