import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detectCli } from '../../detect-cli.ts';
import { geminiArguments } from './arguments.ts';
import { geminiOfPackage } from './detect.ts';
import { geminiDriver } from './driver.ts';
import type { GeminiOptions } from './options.ts';

const BASE = ['--output-format', 'stream-json'];
const flags = (options: GeminiOptions) => geminiArguments({ prompt: 'x' }, options).slice(BASE.length);

describe('the arguments of Gemini CLI', () => {
  it('print lines, and leave the prompt to stdin', () => {
    expect(geminiArguments({ prompt: '--yolo' }, {})).toEqual(BASE);
  });

  it('go on with a session by its id, or with the last one', () => {
    expect(geminiArguments({ prompt: 'x', resume: 'dda32530-0b24' }, {}).slice(-2)).toEqual([
      '--resume',
      'dda32530-0b24',
    ]);
    expect(geminiArguments({ prompt: 'x', resume: 'last' }, {}).slice(-2)).toEqual(['--resume', 'latest']);
  });

  it('hold every option', () => {
    expect(
      flags({
        model: 'gemini-2.5-flash',
        approvalMode: 'auto_edit',
        addDirs: ['/a', '/b'],
        allowedTools: ['run_shell_command(git status)'],
        mcpServers: ['docs'],
        sandbox: false,
      }),
    ).toEqual([
      '-m',
      'gemini-2.5-flash',
      '--approval-mode',
      'auto_edit',
      '--include-directories=/a',
      '--include-directories=/b',
      '--allowed-tools=run_shell_command(git status)',
      '--allowed-mcp-server-names=docs',
      '--sandbox=false',
    ]);
  });

  it.each([
    ['an image', { images: ['a.png'] }],
    ['a mode that Gemini CLI does not have', { approvalMode: 'acceptEdits' as never }],
    ['a model that looks like an option', { model: '--yolo' }],
    ['a tool that looks like an option', { allowedTools: ['--x'] }],
    ['a server that looks like an option', { mcpServers: ['-x'] }],
    ['a folder that is two', { addDirs: ['/a,/b'] }],
    ['the sandbox of another agent', { sandbox: 'read-only' as never }],
    ['an empty folder', { addDirs: [''] }],
    ['a NUL character', { addDirs: ['/a\0b'] }],
  ])('refuse %s', (_what, options) => {
    expect(() => flags(options)).toThrow(TypeError);
  });

  it.each(['--list-sessions', '3', ''])('refuse the session %j', (resume) => {
    expect(() => geminiArguments({ prompt: 'x', resume }, {})).toThrow(TypeError);
  });

  it('refuse to take a session up without a prompt, which would wait for one', () => {
    expect(() => geminiArguments({ resume: 'last' }, {})).toThrow('only when it is given a prompt');
  });
});

describe('the modes of execute', () => {
  it.each([
    ['default', 'default'],
    ['plan', 'plan'],
    ['acceptEdits', 'auto_edit'],
    ['bypassPermissions', 'yolo'],
  ] as const)('%s is %s', (permissionMode, approvalMode) => {
    expect(geminiDriver.fromExecute({ prompt: 'x', permissionMode })).toEqual({ approvalMode });
  });

  it('are never widened: an unknown one is refused', () => {
    expect(() => geminiDriver.fromExecute({ prompt: 'x', permissionMode: 'dontAsk' as never })).toThrow(TypeError);
  });
});

describe('the environment of Gemini CLI', () => {
  const command = (options: GeminiOptions) =>
    geminiDriver.prepare({ prompt: 'x' }, { binary: '/bin/gemini', cleanEnv: true, ...options })();

  it('names its home and trusts the folder only when it is told to', () => {
    expect(command({}).env).not.toHaveProperty('GEMINI_CLI_TRUST_WORKSPACE');
    expect(command({ geminiHome: '/h', trustFolder: true }).env).toMatchObject({
      GEMINI_CLI_HOME: '/h',
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    });
  });

  it('says how to get the program when it is not there', () => {
    expect(() => command({ binary: '/nowhere/gemini.js' })).toThrow('npm install -g @google/gemini-cli');
  });
});

describe('finding Gemini CLI', () => {
  const folder = () => mkdtempSync(join(tmpdir(), 'threadline-gemini-'));
  function write(path: string, text = '#!/bin/sh\n'): string {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode: 0o755 });
    return path;
  }

  it('takes what the variable names, then PATH, then the usual places', () => {
    const [home, path] = [folder(), folder()];
    const local = write(join(home, '.local/bin/gemini'));
    expect(detectCli({ agent: 'gemini', env: { HOME: home } })).toBe(local);
    const onPath = write(join(path, 'gemini'));
    expect(detectCli({ agent: 'gemini', env: { HOME: home, PATH: path } })).toBe(onPath);
    expect(detectCli({ agent: 'gemini', env: { HOME: home, PATH: path, GEMINI_CLI_PATH: local } })).toBe(local);
  });

  it.each(['bundle/gemini.js', 'dist/index.js'])('finds the script of an npm package: %s', (script) => {
    const packageFolder = folder();
    write(join(packageFolder, 'package.json'), JSON.stringify({ bin: { gemini: script } }));
    expect(geminiOfPackage(packageFolder)).toBeUndefined();
    const path = write(join(packageFolder, script));
    expect(geminiOfPackage(packageFolder)).toBe(path);
  });
});
