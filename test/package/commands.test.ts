import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { badCall, goodCalls, helpCall, makePlace } from './command-calls.ts';
import { commandNames, expectCall, type Program } from './run-call.ts';

const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const program: Program = [process.execPath, file('bin/threadline.js')];
const names = commandNames(program);
const place = makePlace();
const calls = goodCalls(place);

afterAll(() => place.remove());

it('every command that the built program lists is called here', () => {
  expect(existsSync(file('dist/doors/cli/main.js')), 'dist/ is missing: npm run build').toBe(true);
  expect(names.length).toBeGreaterThan(15);
  expect(Object.keys(calls).sort()).toEqual([...names].sort());
});

describe.each(names)('%s of the built program', (name) => {
  it('prints its help', () => expectCall(program, helpCall(name), place));

  it('refuses an option that it does not know', () => expectCall(program, badCall(name), place));

  it('does what it is for', async () => {
    const call = calls[name];
    if (!call) throw new Error(`no call of ${name}`);
    await expectCall(program, call, place);
  });
});
