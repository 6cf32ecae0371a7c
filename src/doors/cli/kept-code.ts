/** A part of the program with the code that was kept of it. */
export interface KeptPart {
  path: string;
  source: Buffer;
  /** The sum of its source. */
  sum: number;
  code: Buffer;
}

/** A part with the code that it has by now. */
export interface CompiledPart {
  path: string;
  /** The sum of its source. */
  sum: number;
  code: Buffer;
}

/** The compiled code of one command. */
export interface KeptCode {
  /** Empty where nothing was kept, or where it does not belong to these files. */
  read(): KeptPart[];
  /** Keeps this instead. Where that cannot be, all stays as it is. */
  renew(parts: readonly CompiledPart[]): void;
}

/** The path of a part, the sum of its source, and the length of its code. */
type Row = readonly [path: string, sum: number, length: number];

/** A sum over all that follows, and the length of the rows. */
const HEAD = 8;

/**
 * Opens what is kept for a command: one file, so that a start opens one and its code is what this command runs. The
 * engine takes code for what it says it is, so the sums of code and sources are checked.
 */
export function openKeptCode(folder: string, command: string, start: string): KeptCode {
  const { join } = process.getBuiltinModule('node:path');
  const { crc32 } = process.getBuiltinModule('node:zlib');
  const name = /^[a-z-]{1,40}$/.test(command) ? command : 'other';
  const place = crc32(`${start} ${process.version} ${process.arch} ${process.execArgv.join(' ')}`);
  const path = join(folder, `${name}-${place.toString(16)}`);
  return { read: () => readParts(path), renew: (parts) => writeParts(path, parts) };
}

function readParts(path: string): KeptPart[] {
  const { readFileSync } = process.getBuiltinModule('node:fs');
  const { crc32 } = process.getBuiltinModule('node:zlib');
  try {
    const bytes = readFileSync(path);
    if (bytes.readUInt32LE(0) !== crc32(bytes.subarray(4))) return [];
    let at = HEAD + bytes.readUInt32LE(4);
    const rows: Row[] = JSON.parse(bytes.toString('utf8', HEAD, at));
    const parts: KeptPart[] = [];
    for (const [part, sum, length] of rows) {
      const source = readFileSync(part);
      if (crc32(source) !== sum) return [];
      parts.push({ path: part, source, sum, code: bytes.subarray(at, at + length) });
      at += length;
    }
    return parts;
  } catch {
    return [];
  }
}

function writeParts(path: string, parts: readonly CompiledPart[]): void {
  const { renameSync, rmSync, writeFileSync } = process.getBuiltinModule('node:fs');
  const { crc32 } = process.getBuiltinModule('node:zlib');
  const rows = Buffer.from(JSON.stringify(parts.map(({ path, sum, code }): Row => [path, sum, code.length])));
  const bytes = Buffer.concat([Buffer.alloc(HEAD), rows, ...parts.map(({ code }) => code)]);
  bytes.writeUInt32LE(rows.length, 4);
  bytes.writeUInt32LE(crc32(bytes.subarray(4)), 0);
  const made = `${path}.${process.pid}`;
  try {
    writeFileSync(made, bytes, { mode: 0o600, flag: 'wx' });
    renameSync(made, path);
  } catch {
    rmSync(made, { force: true });
  }
}
