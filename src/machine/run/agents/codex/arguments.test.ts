import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codexArguments, codexFlags } from './arguments.ts';
import type { CodexOptions } from './options.ts';
import type { ConfigValue } from './toml.ts';

const BYPASS = '--dangerously-bypass-approvals-and-sandbox';

describe('the arguments of codex exec', () => {
  const table: [string, CodexOptions, string[]][] = [
    ['case 123: no option gives no flag', {}, []],
    ['case 123: model and full auto', { model: 'o4-mini', fullAuto: true }, ['-m', 'o4-mini', '--full-auto']],
    [
      'case 123: overrides stand as they are, in order',
      { configOverrides: ['key1=val1', 'key2=val2'] },
      ['-c', 'key1=val1', '-c', 'key2=val2'],
    ],
    ['case 123: profile and ephemeral', { profile: 'custom', ephemeral: true }, ['--profile', 'custom', '--ephemeral']],
    ['the sandbox', { sandbox: 'read-only' }, ['-s', 'read-only']],
    ['the approval policy is a setting', { approval: 'never' }, ['-c', 'approval_policy="never"']],
    [
      'the bypass makes sandbox and approval void',
      { sandbox: 'read-only', approval: 'never', dangerouslyBypassApprovalsAndSandbox: true },
      [BYPASS],
    ],
    [
      'folders become absolute',
      { cwd: 'a', addDirs: ['b', '/c'] },
      ['-C', resolve('a'), '--add-dir', resolve('b'), '--add-dir', '/c'],
    ],
    ['a file for the last message', { lastMessageFile: 'last.txt' }, ['--output-last-message', resolve('last.txt')]],
    [
      'switches',
      { ignoreUserConfig: true, ignoreRules: true, skipGitRepoCheck: true },
      ['--skip-git-repo-check', '--ignore-user-config', '--ignore-rules'],
    ],
  ];
  it.each(table)('%s', (_, options, flags) => {
    expect(codexFlags(options)).toEqual(flags);
  });

  const values: [ConfigValue, string][] = [
    ['high', '"high"'],
    ['a "b"\n\\', '"a \\"b\\"\\n\\\\"'],
    [true, 'true'],
    [1.5, '1.5'],
    [Number.POSITIVE_INFINITY, 'inf'],
    [['a', 1], '["a", 1]'],
    [{ 'a b': 1, c: { d: 'e' } }, '{"a b" = 1, c = {d = "e"}}'],
  ];
  it.each(values)('writes the setting %j as TOML', (value, text) => {
    expect(codexFlags({ config: { 'a.b': value } })).toEqual(['-c', `a.b=${text}`]);
  });

  it('puts an option after the images, which swallow arguments up to the next one', () => {
    expect(codexArguments({ prompt: 'x' }, { images: ['/a.png', '/b.jpg'] })).toEqual([
      'exec',
      '--image',
      '/a.png',
      '--image',
      '/b.jpg',
      '--json',
      '-',
    ]);
  });

  it('puts all options before resume, where every version takes them', () => {
    expect(codexArguments({ prompt: 'x', resume: 'sess_123' }, { model: 'o4-mini' }, '/schema.json')).toEqual([
      'exec',
      '--json',
      '-m',
      'o4-mini',
      '--output-schema',
      '/schema.json',
      'resume',
      'sess_123',
      '-',
    ]);
  });

  it('case 35: resumes the last session, with a prompt by stdin and without one', () => {
    expect(codexArguments({ resume: 'last' }, {})).toEqual(['exec', '--json', 'resume', '--last']);
    expect(codexArguments({ resume: 'last', prompt: 'x' }, {})).toEqual(['exec', '--json', 'resume', '--last', '-']);
  });

  const bad: [string, CodexOptions, string?][] = [
    ['a model that is an option', { model: '--help' }],
    ['an empty model', { model: '' }],
    ['a profile with a space', { profile: 'a b' }],
    ['a session that is an option', {}, '--last'],
    ['a NUL in a path', { cwd: 'a\0b' }],
    ['an empty path', { cwd: '' }],
    ['an override without a value', { configOverrides: ['key'] }],
    ['an override that is an option', { configOverrides: ['--yolo=1'] }],
    ['an image whose path holds a comma', { images: ['a,b.png'] }],
  ];
  it.each(bad)('throws for %s', (_, options, resume) => {
    expect(() => codexArguments({ prompt: 'x', resume }, options)).toThrow(TypeError);
  });

  it('throws for a sandbox or an approval policy that there is not', () => {
    const options: CodexOptions = JSON.parse('{"sandbox":"none"}');
    expect(() => codexFlags(options)).toThrow('sandbox is one of read-only, workspace-write, danger-full-access');
  });
});
