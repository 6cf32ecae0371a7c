import { describe, expect, it } from 'vitest';
import { kimiArguments } from './arguments.ts';
import { kimiDriver } from './driver.ts';

const BASE = ['--output-format', 'stream-json'];

describe('the arguments of Kimi Code', () => {
  it('print lines, and hold a prompt that is never taken for an option', () => {
    expect(kimiArguments({ prompt: '--plan' }, { allowAll: true })).toEqual([...BASE, '--prompt=--plan']);
  });

  it('go on with a session by its id, or with the last one, never with a sub-agent', () => {
    const options = { allowAll: true, model: 'kimi-k2' };
    expect(kimiArguments({ prompt: 'x', resume: 'session_1' }, options)).toEqual([
      ...[...BASE, '-m', 'kimi-k2', '-S', 'session_1', '--prompt=x'],
    ]);
    expect(kimiArguments({ prompt: 'x', resume: 'last' }, options)).toContain('--continue');
    expect(() => kimiArguments({ prompt: 'x', resume: 'session_1.agent-0' }, options)).toThrow('sub-agents');
    expect(kimiDriver.resumeCommand('session_1.agent-0')).toEqual([]);
    expect(kimiDriver.resumeCommand('session_1')).toEqual(['kimi', '-r', 'session_1']);
  });

  it('refuse a run that does not ask for everything, which Kimi would do all the same', () => {
    expect(() => kimiArguments({ prompt: 'x' }, {})).toThrow('bypassPermissions');
    expect(() => kimiArguments({ prompt: 'x' }, { allowAll: false })).toThrow(TypeError);
  });

  it.each([
    ['an image', { images: ['a.png'] }],
    ['a model that looks like an option', { model: '-S' }],
  ])('refuse %s', (_what, options) => {
    expect(() => kimiArguments({ prompt: 'x' }, { allowAll: true, ...options })).toThrow(TypeError);
  });
});

it.each(['default', 'plan', 'acceptEdits', undefined] as const)(
  'the mode %s of execute, which Kimi would ignore, is refused before anything starts',
  (permissionMode) => {
    expect(() => kimiDriver.fromExecute({ prompt: 'x', permissionMode })).toThrow('bypassPermissions asks for');
  },
);
