import { describe, expect, it } from 'vitest';
import { clineArguments } from './arguments.ts';
import { clineDriver } from './driver.ts';

describe('the arguments of Cline', () => {
  it('print lines, allow nothing, and leave the prompt to stdin', () => {
    expect(clineArguments({ prompt: '--yolo' }, {})).toEqual(['--json', '--auto-approve', 'false']);
  });

  it('hold every option', () => {
    const options = { autoApprove: true, plan: true, provider: 'openai', model: 'gpt-5' };
    expect(clineArguments({ prompt: 'x' }, options)).toEqual([
      ...['--json', '--auto-approve', 'true', '--plan', '-P', 'openai', '-m', 'gpt-5'],
    ]);
  });

  it('refuse to go on with a session, which Cline does only at a terminal', () => {
    expect(() => clineArguments({ prompt: 'x', resume: '1794820440385_6uonb' }, {})).toThrow('only at a terminal');
    expect(clineDriver.resumeCommand('1794820440385_6uonb')).toEqual(['cline', '--id', '1794820440385_6uonb']);
    expect(clineDriver.resumeCommand('; rm -rf /')).toEqual([]);
  });

  it.each([
    ['an image', { images: ['a.png'] }],
    ['a model that looks like an option', { model: '-x' }],
    ['a permission that is no truth value', { autoApprove: 'yes' as never }],
  ])('refuse %s', (_what, options) => {
    expect(() => clineArguments({ prompt: 'x' }, options)).toThrow(TypeError);
  });

  it.each([
    ['default', { autoApprove: false }],
    ['plan', { autoApprove: false, plan: true }],
    ['bypassPermissions', { autoApprove: true }],
  ] as const)('turn the mode %s into Cline’s own', (permissionMode, options) => {
    expect(clineDriver.fromExecute({ prompt: 'x', permissionMode })).toEqual(options);
  });

  it('refuse to allow edits alone, which Cline cannot', () => {
    expect(() => clineDriver.fromExecute({ prompt: 'x', permissionMode: 'acceptEdits' })).toThrow(TypeError);
  });
});
