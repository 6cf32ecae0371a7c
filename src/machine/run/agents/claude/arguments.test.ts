import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeArguments } from './arguments.ts';
import { claudeOfPackage, detectClaude } from './detect.ts';
import { claudeDriver } from './driver.ts';
import type { ClaudeOptions } from './options.ts';

const BASE = ['-p', '--output-format', 'stream-json', '--verbose'];
const flags = (options: ClaudeOptions) => claudeArguments({ prompt: 'x' }, options).slice(BASE.length);

describe('the arguments of Claude Code', () => {
  it('print lines, and leave the prompt to stdin', () => {
    expect(claudeArguments({ prompt: '-rf /' }, {})).toEqual(BASE);
  });

  it('go on with a session by its id, or with the last one', () => {
    expect(claudeArguments({ prompt: 'x', resume: 'abc-1' }, {}).slice(-2)).toEqual(['--resume', 'abc-1']);
    expect(claudeArguments({ prompt: 'x', resume: 'last' }, { forkSession: true }).slice(-2)).toEqual([
      '--continue',
      '--fork-session',
    ]);
  });

  it('join free texts to their option, so that none is taken for one', () => {
    expect(
      flags({ appendSystemPrompt: '--dangerously-skip-permissions', allowedTools: ['Bash(git log:*)', 'Edit'] }),
    ).toEqual(['--allowedTools=Bash(git log:*),Edit', '--append-system-prompt=--dangerously-skip-permissions']);
  });

  it('hold every option', () => {
    expect(
      flags({
        model: 'claude-opus-5-5[1m]',
        permissionMode: 'plan',
        disallowedTools: ['Bash'],
        addDirs: ['/a'],
        mcpConfig: ['{"mcpServers":{}}', '/b.json'],
        settings: '/c.json',
        outputSchema: { type: 'object' },
        maxTurns: 3,
        partialMessages: true,
        ephemeral: true,
      }),
    ).toEqual([
      '--model',
      'claude-opus-5-5[1m]',
      '--permission-mode',
      'plan',
      '--disallowedTools=Bash',
      '--add-dir=/a',
      '--mcp-config={"mcpServers":{}}',
      '--mcp-config=/b.json',
      '--settings=/c.json',
      '--json-schema={"type":"object"}',
      '--max-turns',
      '3',
      '--include-partial-messages',
      '--no-session-persistence',
    ]);
  });

  it.each([
    ['an image', { images: ['a.png'] }],
    ['a mode that Claude Code does not have', { permissionMode: 'yolo' as never }],
    ['a model that looks like an option', { model: '--x' }],
    ['a tool that looks like an option', { allowedTools: ['--x'] }],
    ['an empty folder', { addDirs: [''] }],
    ['no number of turns', { maxTurns: 0 }],
    ['a fork of nothing', { forkSession: true }],
    ['a NUL character', { appendSystemPrompt: 'a\0b' }],
  ])('refuse %s', (_what, options) => {
    expect(() => flags(options)).toThrow(TypeError);
  });

  it('refuse a session that looks like an option', () => {
    expect(() => claudeArguments({ prompt: 'x', resume: '--x' }, {})).toThrow(TypeError);
  });
});

describe('the modes of execute', () => {
  it.each(['default', 'plan', 'acceptEdits', 'bypassPermissions'] as const)('%s is Claude’s own', (permissionMode) => {
    expect(claudeDriver.fromExecute({ prompt: 'x', permissionMode })).toEqual({ permissionMode });
  });

  it('are never widened: an unknown one is refused', () => {
    expect(() => claudeDriver.fromExecute({ prompt: 'x', permissionMode: 'everything' as never })).toThrow(TypeError);
  });
});

describe('finding Claude Code', () => {
  const folder = () => mkdtempSync(join(tmpdir(), 'threadline-claude-'));
  function program(path: string): string {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, '#!/bin/sh\n', { mode: 0o755 });
    return path;
  }

  it('takes what the variable names, then PATH, then where its installer puts it', () => {
    const [home, path] = [folder(), folder()];
    const local = program(join(home, '.claude/local/claude'));
    expect(detectClaude({ HOME: home, PATH: '' })).toBe(local);
    const onPath = program(join(path, 'claude'));
    expect(detectClaude({ HOME: home, PATH: path })).toBe(onPath);
    expect(detectClaude({ HOME: home, PATH: path, CLAUDE_CLI_PATH: local })).toBe(local);
  });

  it('finds the native program of an npm package, and the script of older ones', () => {
    const packages = join(folder(), '@anthropic-ai');
    const main = join(packages, 'claude-code');
    const script = program(join(main, 'cli.js'));
    expect(claudeOfPackage(main)).toBe(script);
    const native = program(join(packages, `claude-code-${process.platform}-${process.arch}`, 'claude'));
    expect(claudeOfPackage(main)).toBe(native);
  });
});
