import { describe, expect, it } from 'vitest';
import { piArguments } from './arguments.ts';
import { piDriver } from './driver.ts';
import type { PiOptions } from './options.ts';

const BASE = ['--mode', 'json'];
const READ = ['--tools', 'read,grep,find,ls', '--no-extensions'];

describe('the arguments of pi', () => {
  it('print lines, leave the prompt to stdin, and give no tool that was not asked for', () => {
    expect(piArguments({ prompt: '--mode rpc' }, {})).toEqual([...BASE, ...READ]);
  });

  it('go on with a session by its id, or with the last one', () => {
    expect(piArguments({ prompt: 'x', resume: '01a1e39c' }, { permission: 'all' })).toEqual([
      ...BASE,
      '--session',
      '01a1e39c',
    ]);
    expect(piArguments({ prompt: 'x', resume: 'last' }, { permission: 'all' })).toEqual([...BASE, '--continue']);
  });

  it('hold every option', () => {
    const options: PiOptions = { provider: 'openai', model: 'gpt-5', thinking: 'high', tools: ['read', 'bash'] };
    expect(piArguments({ prompt: 'x' }, { ...options, images: ['/a b.png'] })).toEqual([
      ...[...BASE, '--provider', 'openai', '--model', 'gpt-5', '--thinking', 'high'],
      ...['--tools', 'read,bash', '--no-extensions', '@/a b.png'],
    ]);
  });

  it.each([
    ['a model that looks like an option', { model: '--tools' }],
    ['a tool that looks like an option', { tools: ['-x'] }],
    ['a list of tools in one', { tools: ['read,bash'] }],
    ['no tools at all', { tools: [] }],
    ['a permission that pi does not have', { permission: 'yolo' as never }],
    ['a level that pi does not have', { thinking: 'very' }],
    ['an empty image', { images: [''] }],
  ])('refuse %s', (_what, options) => {
    expect(() => piArguments({ prompt: 'x' }, options)).toThrow(TypeError);
  });

  it.each([undefined, '', '  '])('refuse the prompt %j, with which pi would end well and do nothing', (prompt) => {
    expect(() => piArguments({ prompt, resume: 'last' }, {})).toThrow(TypeError);
  });
});

it.each([
  ['default', 'read'],
  ['plan', 'read'],
  ['acceptEdits', 'edit'],
  ['bypassPermissions', 'all'],
] as const)('the mode %s of execute is the permission %s', (permissionMode, permission) => {
  expect(piDriver.fromExecute({ prompt: 'x', permissionMode })).toEqual({ permission });
});

it('says what to type to go on, if the id may stand in a command', () => {
  expect(piDriver.resumeCommand('my-own-id')).toEqual(['pi', '--session', 'my-own-id']);
  expect(piDriver.resumeCommand('--x')).toEqual([]);
});
