import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';
import type { Call, Place } from './command-calls.ts';

const LONGEST_CALL_MS = 50_000;

/** A program and its first arguments, to which those of a call are added. */
export type Program = readonly [command: string, ...args: string[]];

/** Runs a call and looks at all that came of it. */
export async function expectCall([command, ...first]: Program, call: Call, place: Place): Promise<void> {
  const child = spawn(command, [...first, ...call.args], {
    cwd: place.folder,
    // Colours, locale and homes must not come from whoever runs the tests.
    env: { PATH: process.env.PATH, NODE_NO_WARNINGS: '1', LANG: 'C', ...place.env },
    ...(place.owner === undefined ? {} : { uid: place.owner, gid: place.owner }),
  });
  let [stdout, stderr] = ['', ''];
  let isInterrupted = false;
  const interrupt = () => {
    if (isInterrupted || !call.interruptAt?.test(stdout + stderr)) return;
    isInterrupted = true;
    child.kill('SIGINT');
  };
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
    interrupt();
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
    interrupt();
  });
  // What hangs is ended before the test's own time is over, so that nothing is left behind.
  const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_CALL_MS);
  child.stdin.on('error', () => {});
  child.stdin.end(call.input ?? '');
  const [exitCode] = await once(child, 'close');
  clearTimeout(timer);
  expect({ exitCode, stderr }, call.args.join(' ')).toEqual({
    exitCode: call.exitCode,
    stderr: expect.stringMatching(call.stderr ?? /^$/),
  });
  expect(stdout, call.args.join(' ')).toMatch(call.stdout);
  expect(stderr).not.toMatch(/\n {4}at /);
}

/** The names of all commands, as the program itself lists them: those that few people type stand in the help of their group. */
export function commandNames([command, ...first]: Program): string[] {
  const help = (...args: string[]) => execFileSync(command, [...first, ...args], { encoding: 'utf8' });
  const overview = help('--help');
  const groups = Array.from(overview.matchAll(/^ {2}More: threadline help (\w+)$/gm), ([, group = '']) => group);
  const texts = [overview, ...groups.map((group) => help('help', group))];
  return [
    ...new Set(texts.flatMap((text) => Array.from(text.matchAll(/^ {2}([a-z]+) {2,}\S/gm), ([, name = '']) => name))),
  ];
}
