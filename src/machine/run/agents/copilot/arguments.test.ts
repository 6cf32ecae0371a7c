import { describe, expect, it } from 'vitest';
import { copilotArguments } from './arguments.ts';
import { copilotDriver } from './driver.ts';
import type { CopilotOptions } from './options.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const BASE = ['--prompt=x', '--output-format', 'json', '--no-color'];
const flags = (options: CopilotOptions) => copilotArguments({ prompt: 'x' }, options, ID).slice(BASE.length, -1);

describe('the arguments of Copilot CLI', () => {
  it('allow nothing, and name the new session, whose id is printed last', () => {
    expect(copilotArguments({ prompt: '--allow-all' }, {}, ID)).toEqual([
      '--prompt=--allow-all',
      ...BASE.slice(1),
      `--session-id=${ID}`,
    ]);
  });

  it('go on with a session by its id, or with the last one', () => {
    expect(copilotArguments({ prompt: 'x', resume: 'dda32530-0b24' }, {}, ID).at(-1)).toBe('--resume=dda32530-0b24');
    expect(copilotArguments({ prompt: 'x', resume: 'last' }, {}, ID).at(-1)).toBe('--continue');
  });

  it.each([
    ['default', []],
    ['plan', ['--plan']],
    ['edits', ['--allow-tool=write']],
    ['all', ['--allow-all']],
  ] as const)('grant what %s means, and no more', (permissions, granted) => {
    expect(flags({ permissions })).toEqual(granted);
  });

  it('hold every option', () => {
    const all: CopilotOptions = {
      model: 'gpt-5.1',
      allowTools: ['shell(git status)'],
      denyTools: ['write'],
      addDirs: ['/a'],
    };
    expect(flags(all)).toEqual([
      '--model=gpt-5.1',
      '--allow-tool=shell(git status)',
      '--deny-tool=write',
      '--add-dir=/a',
    ]);
  });

  it.each([
    ['an image', { images: ['a.png'] }],
    ['permissions that it does not have', { permissions: 'yolo' as never }],
    ['a model that looks like an option', { model: '--allow-all' }],
    ['two tools in one', { allowTools: ['shell(ls),write'] }],
    ['an empty folder', { addDirs: [''] }],
    ['a NUL character', { addDirs: ['/a\0b'] }],
  ])('refuse %s', (_what, options) => {
    expect(() => flags(options)).toThrow(TypeError);
  });

  it('refuse to take a session up without a prompt', () => {
    expect(() => copilotArguments({ resume: 'last' }, {}, ID)).toThrow('only when it is given a prompt');
  });
});

it('the environment grants Copilot CLI nothing that was not asked for', () => {
  const env = copilotDriver.prepare({ prompt: 'x' }, { binary: '/bin/copilot', copilotHome: '/h' })().env;
  expect(env).not.toHaveProperty('COPILOT_ALLOW_ALL');
  expect(env).toHaveProperty('COPILOT_HOME', '/h');
});

it.each([
  ['default', 'default'],
  ['plan', 'plan'],
  ['acceptEdits', 'edits'],
  ['bypassPermissions', 'all'],
] as const)('the mode %s of execute is %s for Copilot CLI', (permissionMode, permissions) => {
  expect(copilotDriver.fromExecute({ prompt: 'x', permissionMode })).toEqual({ permissions });
});
