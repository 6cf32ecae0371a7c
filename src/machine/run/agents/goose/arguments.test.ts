import { describe, expect, it } from 'vitest';
import { gooseArguments } from './arguments.ts';
import { gooseDriver } from './driver.ts';
import type { GooseOptions } from './options.ts';

const BASE = ['run', '--output-format', 'stream-json'];
const STDIN = ['--instructions', '-'];

describe('the arguments of goose', () => {
  it('print lines, and leave the prompt to stdin', () => {
    expect(gooseArguments({ prompt: '--help' }, {})).toEqual([...BASE, ...STDIN]);
  });

  it('go on with a session by its id, or with the last one', () => {
    const resume = (id: string) => gooseArguments({ prompt: 'x', resume: id }, {}).slice(BASE.length, -2);
    expect(resume('20261116_1')).toEqual(['--resume', '--session-id', '20261116_1']);
    expect(resume('last')).toEqual(['--resume']);
    for (const odd of ['--help', '', 'a b']) expect(() => resume(odd)).toThrow(TypeError);
  });

  it('hold every option', () => {
    const options: GooseOptions = { model: 'gpt-5', provider: 'openai', maxTurns: 3 };
    expect(gooseArguments({ prompt: 'x' }, options).slice(BASE.length, -2)).toEqual([
      ...['--provider', 'openai', '--model', 'gpt-5', '--max-turns', '3'],
    ]);
  });

  it.each([
    ['an image', { images: ['a.png'] }],
    ['a model that looks like an option', { model: '--resume' }],
    ['a provider that looks like an option', { provider: '-x' }],
    ['no turns', { maxTurns: 0 }],
  ])('refuse %s', (_what, options) => {
    expect(() => gooseArguments({ prompt: 'x' }, options)).toThrow(TypeError);
  });

  it('refuse to take a session up without a prompt', () => {
    expect(() => gooseArguments({ resume: 'last' }, {})).toThrow('only when it is given a prompt');
  });
});

describe('the permissions of goose', () => {
  const modeOf = (options: GooseOptions) =>
    gooseDriver.prepare({ prompt: 'x' }, { binary: process.execPath, cleanEnv: true, ...options })().env.GOOSE_MODE;

  it('allow nothing that was not asked for, also where the environment would', () => {
    expect(modeOf({})).toBe('approve');
    expect(modeOf({ env: { GOOSE_MODE: 'auto' } })).toBe('approve');
    expect(modeOf({ mode: 'auto' })).toBe('auto');
    expect(() => modeOf({ mode: 'yolo' as never })).toThrow(TypeError);
  });

  it.each([
    ['default', 'approve'],
    ['plan', 'chat'],
    ['bypassPermissions', 'auto'],
  ] as const)('%s is %s', (permissionMode, mode) => {
    expect(gooseDriver.fromExecute({ prompt: 'x', permissionMode })).toEqual({ mode });
  });

  it('refuse to allow edits alone, which goose cannot', () => {
    expect(() => gooseDriver.fromExecute({ prompt: 'x', permissionMode: 'acceptEdits' })).toThrow(TypeError);
  });
});
