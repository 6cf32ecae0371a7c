import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exitCodeOf, parseLines, runCli, shellRun, startCli } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const convertTo = (...output: string[]) => ['convert', shellRun, '--to', 'events', '-o', ...output];
const inFolder = { cwd: folder.path };

it('-o writes the file, for its owner only, and nothing on stdout', async () => {
  expect(await runCli(convertTo('out.jsonl'), inFolder)).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  const path = join(folder.path, 'out.jsonl');
  expect(parseLines(readFileSync(path, 'utf8'))).toHaveLength(10);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it('-o - is stdout', async () => {
  const result = await runCli(convertTo('-'), inFolder);
  expect(parseLines(result.stdout)).toHaveLength(10);
});

it('-o replaces a file, even the one that is read', async () => {
  const path = folder.write('same.jsonl', readFileSync(shellRun));
  expect(await runCli(['convert', path, '--to', 'events', '-o', path])).toMatchObject({ exitCode: 0, stderr: '' });
  expect(parseLines(readFileSync(path, 'utf8'))[1]).toMatchObject({ turn_id: 'synthetic-turn-1' });
});

it('-o refuses a symbolic link, a directory and a place that is not there', async () => {
  folder.write('target', 'precious');
  symlinkSync('target', join(folder.path, 'link'));
  mkdirSync(join(folder.path, 'directory'));
  for (const [output, message] of [
    ['link', 'link is a symbolic link; name its target'],
    ['directory', 'directory is a directory; name a file'],
    ['nowhere/out', 'cannot write to nowhere/out: no such file or directory'],
  ] as const) {
    const stderr = `threadline: ${message}\n`;
    expect(await runCli(convertTo(output), inFolder)).toEqual({ exitCode: 4, stdout: '', stderr });
  }
  expect(readFileSync(join(folder.path, 'target'), 'utf8')).toBe('precious');
  expect(lstatSync(join(folder.path, 'link')).isSymbolicLink()).toBe(true);
});

it('-o writes to a device as it is and does not replace it', async () => {
  expect(await runCli(convertTo('/dev/null'))).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
});

it('-o leaves the old file alone when nothing was recognised', async () => {
  const path = folder.write('old', 'old');
  const result = await runCli(['convert', '-', '--to', 'events', '-o', path], { input: 'noise\n' });
  expect(result.exitCode).toBe(3);
  expect(readFileSync(path, 'utf8')).toBe('old');
});

async function temporaryFileOf(name: string): Promise<void> {
  const isThere = () => readdirSync(folder.path).some((file) => file.startsWith(`.${name}.`));
  while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 10));
}

it('an interrupt leaves neither half a file nor a temporary one', async () => {
  const child = startCli(['convert', '--to', 'events', '-o', 'interrupted'], inFolder);
  child.stdin.write(readFileSync(shellRun));
  await temporaryFileOf('interrupted');
  child.kill('SIGINT');
  expect(await exitCodeOf(child)).toBe(130);
  expect(existsSync(join(folder.path, 'interrupted'))).toBe(false);
  expect(readdirSync(folder.path).filter((name) => name.startsWith('.'))).toEqual([]);
});

it('the file is there only when it is whole', async () => {
  const child = startCli(['convert', '--to', 'events', '-o', 'whole'], inFolder);
  child.stdin.write(readFileSync(shellRun));
  await temporaryFileOf('whole');
  expect(existsSync(join(folder.path, 'whole'))).toBe(false);
  child.stdin.end();
  expect(await exitCodeOf(child)).toBe(0);
  expect(parseLines(readFileSync(join(folder.path, 'whole'), 'utf8'))).toHaveLength(10);
});
