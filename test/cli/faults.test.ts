import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parseLines, runCli, runShell, shellRun } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const recording = readFileSync(shellRun);
const utf16 = new Uint8Array([0xff, 0xfe, ...Buffer.from(recording.toString(), 'utf16le')]);

const unreadable = [
  { file: 'missing.jsonl', message: 'does not exist', exitCode: 4 },
  { file: 'folder', message: 'is a directory', exitCode: 4 },
  { file: 'run.jsonl.gz', message: 'is gzip-compressed; unpack it first', exitCode: 3 },
  { file: 'binary', message: 'is a binary file; no dialect recognises it', exitCode: 3 },
  { file: 'utf16.jsonl', message: 'is UTF-16 text; convert it to UTF-8 first', exitCode: 3 },
  { file: 'noise', message: 'has no line that any dialect recognises', exitCode: 3 },
  { file: 'untyped', message: 'has no line that any dialect recognises', exitCode: 3 },
  { file: 'empty', message: 'is empty', exitCode: 0 },
  { file: 'blank', message: 'has nothing but blank lines', exitCode: 0 },
];

mkdirSync(join(folder.path, 'folder'));
folder.write('run.jsonl.gz', gzipSync(recording));
folder.write('binary', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 10, 0, 0, 200, 10]));
folder.write('utf16.jsonl', utf16);
folder.write('noise', 'Dear diary,\ntoday nothing happened.\n');
folder.write('untyped', '{"hello":"world"}\n[1,2]\nnull\n');
folder.write('empty', '');
folder.write('blank', '\n \n\r\n');
folder.write('good', recording);

describe.each(unreadable)('$file', ({ file, message, exitCode }) => {
  const stderr = `threadline: ${file} ${message}\n`;

  it(`convert says in one line that it ${message} and exits with ${exitCode}`, async () => {
    const result = await runCli(['convert', file, '--to', 'events'], { cwd: folder.path });
    expect(result).toMatchObject({ exitCode, stderr });
    expect(parseLines(result.stdout).filter(({ type }) => type !== 'problem')).toEqual([]);
  });

  it('check says the same, goes on, and exits with it', async () => {
    const result = await runCli(['check', '--json', file, 'good'], { cwd: folder.path });
    expect(result.exitCode).toBe(exitCode);
    // Of a folder it wants the files.
    expect(result.stderr.replace(' without files of sessions', '')).toBe(stderr);
    const { files } = JSON.parse(result.stdout);
    expect(files.at(-1)).toMatchObject({ path: 'good', wire: 'codex-exec', events: 10 });
    // What is there is listed, even if it cannot be read; what cannot be opened is not.
    if (exitCode === 4) expect(files).toHaveLength(1);
    else expect(files[0]).toMatchObject({ path: file, wire: 'unknown', version: null, events: 0 });
  });
});

it('a file that cannot be read does not keep check from the others, and the worst exit code wins', async () => {
  const args = ['check', '--json', 'noise', 'missing.jsonl', 'folder', 'good'];
  const result = await runCli(args, { cwd: folder.path });
  expect(result.exitCode).toBe(4);
  expect(result.stderr.trimEnd().split('\n')).toHaveLength(3);
  expect(JSON.parse(result.stdout).files.map(({ path }: { path: string }) => path)).toEqual(['noise', 'good']);
});

it('a file that its owner may not read gets one clear line and 4', async (context) => {
  if (process.getuid?.() === 0) return context.skip('root may read everything');
  const path = folder.write('secret', recording);
  chmodSync(path, 0);
  const result = await runCli(['convert', 'secret', '--to', 'events'], { cwd: folder.path });
  expect(result).toEqual({
    exitCode: 4,
    stdout: '',
    stderr: 'threadline: cannot read secret: permission denied\n',
  });
});

it('noise before the first event and NUL bytes of a truncated log are no binary file', async () => {
  const path = folder.write('truncated', Buffer.concat([new Uint8Array(70_000), recording, Buffer.from('a\0b\n')]));
  const result = await runCli(['convert', path, '--to', 'events']);
  expect(result).toMatchObject({ exitCode: 0, stderr: '' });
  expect(parseLines(result.stdout).filter(({ type }) => type !== 'problem')).toHaveLength(10);
});

it('a directory on standard input gets one clear line and 4', async () => {
  const result = await runShell(`$THREADLINE convert --to events < '${folder.path}'`);
  expect(result).toEqual({ exitCode: 4, stdout: '', stderr: 'threadline: standard input is a directory\n' });
});
