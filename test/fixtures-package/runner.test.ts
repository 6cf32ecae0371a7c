import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { FIXTURES } from '../../scripts/fixtures/write-index.ts';
import { entry } from '../cli/run-cli.ts';

const BIN = join(FIXTURES, 'bin/threadline-fixtures.mjs');
const folder = mkdtempSync(join(tmpdir(), 'threadline-runner-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

let count = 0;

/** A parser to be scored: its file's path stands in `file`. */
function parser(code: string): string[] {
  count += 1;
  const path = join(folder, `parser-${count}.mjs`);
  writeFileSync(path, `import { readFileSync } from 'node:fs';\nconst file = process.argv[2];\n${code}\n`);
  return ['--', process.execPath, path];
}

const PERFECT = `
const { messages } = JSON.parse(readFileSync(file + '.expected.json', 'utf8'));
for (const message of messages) console.log(JSON.stringify(message));`;

const scoresOf = (stdout: string): { score: number; failure?: string; noise?: number; given?: number }[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const KILO = ['run', '--agent', 'kilo', '--json'];

describe('threadline-fixtures', () => {
  it('lists every recording, and says where they are', () => {
    const { recordings } = JSON.parse(readFileSync(join(FIXTURES, 'index.json'), 'utf8'));
    expect(run('list').stdout.trim().split('\n')).toHaveLength(recordings.length);
    expect(run('path').stdout).toBe(`${join(FIXTURES, 'recordings')}\n`);
  });

  it('gives a parser that finds everything 100 % and exit code 0', () => {
    const { status, stdout } = run('run', '--agent', 'kilo', ...parser(PERFECT));
    expect(stdout).toMatch(/\| all \| {2}\| \d+ \| \d+ \| 100\.0 % \|/);
    expect(status).toBe(0);
  });

  it('gives no ids, times and cuts of messages weight, and takes calls in the words of the agent', () => {
    const command = parser(`
const { messages } = JSON.parse(readFileSync(file + '.expected.json', 'utf8'));
for (const { role, content } of messages)
  for (const { own, ...block } of content)
    console.log(JSON.stringify({ id: 'mine', at: 5, role, content: [{ id: 'c', ...block, ...own }] }));`);
    expect(run(...KILO, ...command).status).toBe(0);
  });

  it('takes away for what is missing, made up or in another order', () => {
    const spoilt = [
      PERFECT.replace('of messages)', 'of messages.slice(1))'),
      `${PERFECT}\nconsole.log(JSON.stringify({ role: 'assistant', content: [{ type: 'text', text: 'made up' }] }));`,
      PERFECT.replace('of messages)', 'of messages.reverse())'),
    ];
    for (const code of spoilt) {
      const { status, stdout } = run(...KILO, ...parser(code));
      expect(status).toBe(1);
      const scores = scoresOf(stdout).map(({ score }) => score);
      expect(Math.min(...scores)).toBeLessThan(1);
      if (code !== spoilt[2]) expect(Math.max(...scores)).toBeLessThan(1);
    }
  });

  it('survives garbage, and counts it', () => {
    const command = parser(`process.stdout.write(Buffer.from([0xff, 0xfe, 0, 10, 27, 93, 48, 59, 10]));
console.log('null\\n[]\\n"x"\\n{"role":"user"}\\n{"role":"assistant","content":[null,1,{"type":{"toString":0}},{"type":"text","text":{"valueOf":1}}]}');
console.log('{"role":"assistant","content":[{"type":"tool_use","name":"x","input":' + '['.repeat(50000) + ']'.repeat(50000) + '}]}');
process.stderr.write('\\u001b]0;title\\u0007');`);
    const { status, stdout } = run(...KILO, ...command);
    expect(status).toBe(1);
    for (const { score, noise } of scoresOf(stdout)) {
      expect(score).toBe(0);
      expect(noise).toBeGreaterThanOrEqual(3);
    }
    expect(run('run', '--agent', 'kilo', ...command).stdout).not.toContain('\u001b');
  });

  it('ends a parser that hangs, and what it started', () => {
    const command =
      parser(`import('node:child_process').then(({ spawn }) => spawn('sleep', ['60'], { stdio: 'inherit' }));
setInterval(() => {}, 1000);`);
    const { status, stdout } = run(...KILO, '--timeout', '1', '--jobs', '8', ...command);
    expect(status).toBe(1);
    for (const { score, failure } of scoresOf(stdout)) expect([score, failure]).toEqual([0, 'no end within 1 s']);
  });

  it('does not wait for what a parser left behind with its output open', () => {
    const command = parser(`${PERFECT}
import('node:child_process').then(({ spawn }) => { spawn('sleep', ['60'], { stdio: 'inherit' }).unref(); });`);
    expect(run(...KILO, '--timeout', '20', '--jobs', '8', ...command).status).toBe(0);
  });

  it('ends a parser that floods', () => {
    const command = parser(`const line = Buffer.alloc(1 << 20, 'x');
const more = () => process.stdout.write(line, more);
more();`);
    const { status, stdout } = run(...KILO, '--jobs', '2', ...command);
    expect(status).toBe(1);
    for (const { failure } of scoresOf(stdout)) expect(failure).toMatch(/^more than \d+ bytes of output$/);
  });

  it('gives a parser that writes a hundred thousand messages nothing', () => {
    const command = parser(`console.log('{"role":"user","content":"a"}\\n'.repeat(1e5));`);
    for (const { score, given } of scoresOf(run(...KILO, ...command).stdout))
      expect([score, given]).toEqual([0, 100_000]);
  });

  it('starts a command without a shell: what looks like one stays an argument', () => {
    const command = parser(`if (process.argv[2] !== '$(touch x); "a b"') process.exit(9);
const { messages } = JSON.parse(readFileSync(process.argv[3] + '.expected.json', 'utf8'));
for (const message of messages) console.log(JSON.stringify(message));`);
    expect(run(...KILO, ...command, '$(touch x); "a b"').status).toBe(0);
  });

  it('says that a command cannot be started, by exit code 2', () => {
    const { status, stdout } = run('run', '--agent', 'kilo', '--', join(folder, 'not-there'));
    expect([status, stdout.includes('cannot be started (ENOENT)')]).toEqual([2, true]);
  });

  it.each([
    [[]],
    [['run']],
    [['run', '--']],
    [['run', '--agent', 'nobody', '--', 'true']],
    [['fly']],
    [['list', '--odd']],
    [['run', '--jobs', '0', '--', 'true']],
  ])('takes %j for a wrong call', (args) => {
    expect(run(...args).status).toBe(2);
  });

  it('gives the command line of threadline 100 %', () => {
    const command = ['--', process.execPath, entry, 'convert', '--to', 'messages'];
    const { status, stdout } = run(...KILO, ...command);
    expect(scoresOf(stdout).map(({ score }) => score)).toEqual([1, 1, 1, 1, 1]);
    expect(status).toBe(0);
  });
});
