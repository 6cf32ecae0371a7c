/** A part of the program with its compiled code. */
export interface KeptPart {
  path: string;
  source: Buffer;
  code: Buffer;
}

/** The compiled code of one command. */
export interface KeptCode {
  /** Empty where nothing was kept, or where it does not belong to these files. */
  read(): KeptPart[];
  /** Keeps this instead. Where that cannot be, all stays as it is. */
  renew(parts: readonly KeptPart[]): void;
}

/** The path of a part, and the lengths of its source and of its code. */
type Row = readonly [path: string, source: number, code: number];

/** The length of the rows, and that of rows, sources and codes together, which the codes follow once more. */
const HEAD = 16;
/** The engine copies code that begins elsewhere. */
const ALIGNED = 8;
const SCRATCH_BYTES = 256 * 1024;

/**
 * Opens what is kept for a command: one file, so that a start opens one and its code is what this command runs. The
 * engine takes code for what it says it is, so sources are compared with their files, and codes with a second copy. A sum would
 * need zlib, which Node takes longer to load than all this is read.
 */
export function openKeptCode(folder: string, command: string, start: string): KeptCode {
  const { join } = process.getBuiltinModule('node:path');
  const name = /^[a-z-]{1,40}$/.test(command) ? command : 'other';
  const place = shortSum(`${start} ${process.version} ${process.arch} ${process.execArgv.join(' ')}`);
  const path = join(folder, `${name}-${place.toString(16)}`);
  return { read: () => readParts(path), renew: (parts) => writeParts(path, parts) };
}

/** FNV-1a, for a text of a line. */
function shortSum(text: string): number {
  let sum = 0x811c9dc5;
  for (const letter of text) sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return sum;
}

function readParts(path: string): KeptPart[] {
  const { closeSync, openSync, readSync } = process.getBuiltinModule('node:fs');
  const scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);
  const opened: number[] = [];

  function open(name: string): number {
    const descriptor = openSync(name, 'r');
    opened.push(descriptor);
    return descriptor;
  }

  /** True if these bytes follow, and nothing else. */
  function endsWith(descriptor: number, bytes: Buffer): boolean {
    for (let at = 0; ; ) {
      const length = readSync(descriptor, scratch, 0, SCRATCH_BYTES, null);
      if (length === 0) return at === bytes.length;
      if (!scratch.subarray(0, length).equals(bytes.subarray(at, at + length))) return false;
      at += length;
      if (at === bytes.length && length < SCRATCH_BYTES) return true;
    }
  }

  try {
    const descriptor = open(path);
    if (readSync(descriptor, scratch, 0, HEAD, null) < HEAD) return [];
    const [rowsLength, length] = [scratch.readUInt32LE(0), scratch.readUInt32LE(4)];
    const bytes = Buffer.allocUnsafeSlow(length);
    if (readSync(descriptor, bytes, 0, length, null) < length) return [];
    const rows: Row[] = JSON.parse(bytes.toString('utf8', 0, rowsLength));
    let sourceAt = rowsLength;
    const codesAt = aligned(rows.reduce((sum, [, source]) => sum + source, rowsLength));
    if (!endsWith(descriptor, bytes.subarray(codesAt))) return [];
    let codeAt = codesAt;
    const parts: KeptPart[] = [];
    for (const [part, sourceLength, codeLength] of rows) {
      const source = bytes.subarray(sourceAt, sourceAt + sourceLength);
      if (!endsWith(open(part), source)) return [];
      parts.push({ path: part, source, code: bytes.subarray(codeAt, codeAt + codeLength) });
      sourceAt += sourceLength;
      codeAt += aligned(codeLength);
    }
    return codeAt === length ? parts : [];
  } catch {
    return [];
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}

function writeParts(path: string, parts: readonly KeptPart[]): void {
  const { renameSync, rmSync, writeFileSync } = process.getBuiltinModule('node:fs');
  const rows = Buffer.from(JSON.stringify(parts.map((part): Row => [part.path, part.source.length, part.code.length])));
  const texts = padded([rows, ...parts.map(({ source }) => source)]);
  const codes = Buffer.concat(parts.map(({ code }) => padded([code])));
  const head = Buffer.alloc(HEAD);
  head.writeUInt32LE(rows.length, 0);
  head.writeUInt32LE(texts.length + codes.length, 4);
  const made = `${path}.${process.pid}`;
  try {
    writeFileSync(made, Buffer.concat([head, texts, codes, codes]), { mode: 0o600, flag: 'wx' });
    renameSync(made, path);
  } catch {
    rmSync(made, { force: true });
  }
}

function aligned(length: number): number {
  return Math.ceil(length / ALIGNED) * ALIGNED;
}

function padded(pieces: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat(pieces);
  return Buffer.concat([bytes], aligned(bytes.length));
}
