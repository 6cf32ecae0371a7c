import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { temporaryHome } from '../cli/claude-home.ts';
import { runCli } from '../cli/run-cli.ts';

const FIRST = Date.UTC(2026, 4, 1, 10);

/** A call of a session: it writes a whole file, replaces a text, or runs a command. */
export interface MadeCall {
  write?: string;
  replace?: readonly [old: string, next: string];
  /** The file as it was before, as the agent keeps it. */
  before?: string;
  run?: string;
  output?: string;
  path?: string;
  /** No call: the answer that ends the turn. */
  say?: string;
}

/** A repository made by the real git, and a home with sessions of Claude Code that worked in another folder. */
export function madeRepository() {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-repository-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const home = temporaryHome();
  let clock = 0;
  /** The lines of each session. */
  const told = new Map<string, object[]>();
  const now = () => new Date(FIRST + clock * 60_000).toISOString();
  const identity = {
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@x',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@x',
  };

  function git(...args: string[]): string {
    clock += 1;
    const env = {
      ...process.env,
      ...identity,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_AUTHOR_DATE: now(),
      GIT_COMMITTER_DATE: now(),
    };
    return execFileSync('git', args, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  }

  function put(path: string, content: string | Uint8Array): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }

  git('init', '-q', '-b', 'main');

  return {
    folder,
    home,
    git,
    put,
    /** Commits all files that are named, with these contents, and gives the commit's hash. */
    commit(files: Readonly<Record<string, string>>, message = 'x'): string {
      for (const [path, content] of Object.entries(files)) put(path, content);
      git('add', '-A');
      git('commit', '-q', '--no-verify', '-m', message);
      return git('rev-parse', 'HEAD');
    },
    /** A session with one prompt and these calls. Its folder is not where the repository lies. */
    session(name: string, calls: readonly MadeCall[], prompt = 'Do it.', cwd = '/elsewhere/repo'): string {
      told.delete(name);
      return addTurn(name, calls, prompt, cwd);
    },
    /** A further turn of a session. */
    turn: (_id: string, name: string, calls: readonly MadeCall[], prompt = 'Go on.', cwd = '/elsewhere/repo') =>
      addTurn(name, calls, prompt, cwd),
    /** Asks the command line. */
    run: (args: readonly string[], options: Parameters<typeof runCli>[1] = {}) =>
      runCli(args, { cwd: folder, ...options, env: { CLAUDE_CONFIG_DIR: home.path, HOME: home.path, ...options.env } }),
  };

  function addTurn(name: string, calls: readonly MadeCall[], prompt: string, cwd: string): string {
    const before = told.get(name) ?? [];
    const first = before.length;
    const base = { sessionId: home.id(name), cwd, version: '2.1.75', gitBranch: 'main', isSidechain: false };
    const uuid = (part: string) => home.id(`${name} ${first} ${part}`);
    clock += 1;
    const lines: object[] = [
      ...before,
      {
        ...base,
        type: 'user',
        uuid: uuid('u'),
        ...(first === 0 && { parentUuid: null }),
        timestamp: now(),
        message: { role: 'user', content: prompt },
      },
    ];
    for (const [index, call] of calls.entries()) {
      clock += 1;
      const id = `toolu_${home.id(name).slice(0, 8)}_${first + index}`;
      const [tool, input, result] = callParts(call, cwd);
      const message = {
        id: `msg_${first + index}`,
        type: 'message',
        role: 'assistant',
        model: 'claude-opus-5-5',
        content: [
          call.say === undefined ? { type: 'tool_use', id, name: tool, input } : { type: 'text', text: call.say },
        ],
        stop_reason: call.say === undefined ? 'tool_use' : 'end_turn',
        usage: { input_tokens: 1, output_tokens: 1 },
      };
      if (call.say !== undefined) {
        lines.push({ ...base, type: 'assistant', uuid: uuid(`a${index}`), timestamp: now(), message });
        continue;
      }
      lines.push(
        { ...base, type: 'assistant', uuid: uuid(`a${index}`), timestamp: now(), message },
        {
          ...base,
          type: 'user',
          uuid: uuid(`r${index}`),
          timestamp: now(),
          message: {
            role: 'user',
            content: [{ type: 'tool_result', tool_use_id: id, content: call.output ?? 'ok' }],
          },
          toolUseResult: result,
        },
      );
    }
    told.set(name, lines);
    home.write(name, lines);
    return home.id(name);
  }
}

function callParts(call: MadeCall, cwd: string): [tool: string, input: object, result: object] {
  const path = `${cwd}/${call.path}`;
  if (call.run !== undefined) {
    const result = { stdout: call.output ?? '', stderr: '', interrupted: false, isImage: false };
    return ['Bash', { command: call.run }, result];
  }
  if (call.write !== undefined) {
    const type = call.before === undefined ? 'create' : 'update';
    const result = {
      type,
      filePath: path,
      content: call.write,
      structuredPatch: [],
      originalFile: call.before ?? null,
    };
    return ['Write', { file_path: path, content: call.write }, result];
  }
  const [old = '', next = ''] = call.replace ?? [];
  const input = { file_path: path, old_string: old, new_string: next };
  const result = {
    filePath: path,
    oldString: old,
    newString: next,
    originalFile: call.before ?? null,
    structuredPatch: [],
  };
  return ['Edit', input, result];
}
