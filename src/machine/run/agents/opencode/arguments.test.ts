import { describe, expect, it } from 'vitest';
import { opencodeArguments } from './arguments.ts';
import { kiloDriver, opencodeDriver } from './driver.ts';
import { permissionRules } from './permissions.ts';

const binary = process.execPath;

describe('the arguments of OpenCode', () => {
  it('ask for lines of JSON and leave the prompt to stdin', () => {
    expect(opencodeArguments({ prompt: '--auto' }, {}, 'OpenCode')).toEqual(['run', '--format', 'json']);
  });

  it('name the model by its provider, the session by its id, and the last one without', () => {
    const task = { prompt: 'go', resume: 'ses_e2081263fffeX66RGVJ2X2fzYI' };
    expect(opencodeArguments(task, { model: 'openrouter/a/b:free', thinking: true }, 'OpenCode').slice(3)).toEqual([
      ...['--model', 'openrouter/a/b:free', '--thinking', '--session', 'ses_e2081263fffeX66RGVJ2X2fzYI'],
    ]);
    expect(opencodeArguments({ prompt: 'go', resume: 'last' }, {}, 'OpenCode')).toContain('--continue');
  });

  it('refuse what could be taken for an option, and a run without a prompt', () => {
    const bad: [object, object][] = [
      [{ prompt: 'x', resume: '--fork' }, {}],
      [{ prompt: 'x' }, { model: '--auto/x' }],
      [{ prompt: 'x' }, { agent: '-x' }],
      [{ resume: 'last' }, {}],
    ];
    for (const [task, options] of bad) expect(() => opencodeArguments(task, options, 'OpenCode')).toThrow(TypeError);
  });
});

describe('what OpenCode and Kilo may do', () => {
  it('is to look at files, unless more was asked for: both allow everything by themselves', () => {
    const rules = JSON.parse(permissionRules() ?? '');
    expect(rules).toMatchObject({ '*': 'deny', bash: 'deny', edit: 'deny', webfetch: 'deny', read: 'allow' });
    expect(JSON.parse(permissionRules('edit') ?? '')).toMatchObject({ edit: 'allow', bash: 'deny' });
    expect(permissionRules('config')).toBeUndefined();
    expect(() => permissionRules('sudo' as 'read')).toThrow(TypeError);
  });

  it('is told by a variable of each, which no other variable of the caller replaces', () => {
    const env = { OPENCODE_PERMISSION: '{"*":"allow"}', KILO_PERMISSION: '{"*":"allow"}' };
    const rules = permissionRules();
    expect(opencodeDriver.prepare({ prompt: 'x' }, { binary, env })().env.OPENCODE_PERMISSION).toBe(rules);
    expect(kiloDriver.prepare({ prompt: 'x' }, { binary, env })().env.KILO_PERMISSION).toBe(rules);
  });

  it('follows the modes of execute, and refuses those that neither has', () => {
    expect(opencodeDriver.fromExecute({ prompt: 'x', permissionMode: 'acceptEdits' })).toEqual({ permission: 'edit' });
    expect(kiloDriver.fromExecute({ prompt: 'x', permissionMode: 'bypassPermissions' })).toEqual({ permission: 'all' });
    expect(opencodeDriver.fromExecute({ prompt: 'x', permissionMode: 'plan' })).toEqual({
      permission: 'read',
      agent: 'plan',
    });
    expect(opencodeDriver.fromExecute({ prompt: 'x' })).toEqual({ permission: 'read' });
    expect(() => opencodeDriver.fromExecute({ prompt: 'x', permissionMode: 'dontAsk' as 'plan' })).toThrow(TypeError);
  });
});
