import { describe, expect, it } from 'vitest';
import { qwenArguments, qwenInput } from './arguments.ts';
import { qwenDriver } from './driver.ts';
import type { QwenOptions } from './options.ts';

const BASE = ['--output-format', 'stream-json'];
const flags = (options: QwenOptions) => qwenArguments({ prompt: 'x' }, options).slice(BASE.length, -1);

describe('the arguments of Qwen Code', () => {
  it('print lines, hold a prompt that is never taken for an option, and allow nothing, whatever its settings say', () => {
    expect(qwenArguments({ prompt: '--yolo' }, {})).toEqual([...BASE, '--approval-mode=default', '--prompt=--yolo']);
    expect(qwenInput({ prompt: '--yolo' })).toBe('');
  });

  it('leave a prompt to stdin that is too long for an argument', () => {
    const prompt = '漢'.repeat(50_000);
    expect(qwenArguments({ prompt }, {})).toEqual([...BASE, '--approval-mode=default']);
    expect(qwenInput({ prompt })).toBe(prompt);
  });

  it('go on with a session by its id, or with the last one', () => {
    expect(qwenArguments({ prompt: 'x', resume: 'dda32530-0b24' }, {}).at(-2)).toBe('--resume=dda32530-0b24');
    expect(qwenArguments({ prompt: 'x', resume: 'last' }, {}).at(-2)).toBe('--continue');
  });

  it('hold every option', () => {
    const all: QwenOptions = {
      approvalMode: 'auto-edit',
      model: 'qwen3-coder-plus',
      authType: 'openai',
      addDirs: ['/a', '/b'],
      allowedTools: ['run_shell_command(git status)'],
      excludedTools: ['web_fetch'],
      maxTurns: 3,
      partialMessages: true,
    };
    expect(flags(all)).toEqual([
      '--approval-mode=auto-edit',
      '--model=qwen3-coder-plus',
      '--auth-type=openai',
      '--include-directories=/a',
      '--include-directories=/b',
      '--allowed-tools=run_shell_command(git status)',
      '--exclude-tools=web_fetch',
      '--max-session-turns=3',
      '--include-partial-messages',
    ]);
  });

  it.each([
    ['an image', { images: ['a.png'] }],
    ['a mode that it does not have', { approvalMode: 'acceptEdits' as never }],
    ['a model that looks like an option', { model: '--yolo' }],
    ['two tools in one', { allowedTools: ['edit,run_shell_command'] }],
    ['a folder that is two', { addDirs: ['/a,/b'] }],
    ['a number of turns that is none', { maxTurns: 0 }],
    ['a NUL character', { addDirs: ['/a\0b'] }],
  ])('refuse %s', (_what, options) => {
    expect(() => flags(options)).toThrow(TypeError);
  });

  it('refuse to take a session up without a prompt', () => {
    expect(() => qwenArguments({ resume: 'last' }, {})).toThrow('only when it is given a prompt');
  });
});

it.each([
  ['default', 'default'],
  ['plan', 'plan'],
  ['acceptEdits', 'auto-edit'],
  ['bypassPermissions', 'yolo'],
] as const)('the mode %s of execute is %s for Qwen Code', (permissionMode, approvalMode) => {
  expect(qwenDriver.fromExecute({ prompt: 'x', permissionMode })).toEqual({ approvalMode });
});
