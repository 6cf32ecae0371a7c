import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { writeSession } from './codex-home.ts';
import { entry, noArchive, shellRun } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const replayAgent = fileURLToPath(new URL('./replay-agent.mjs', import.meta.url));
/** Runs a command in a terminal of its own. */
const TERMINAL_MAKER = 'script';
const hasTerminal = spawnSync(TERMINAL_MAKER, ['-qec', 'true', '/dev/null']).status === 0;
const WITHOUT_TERMINAL = 'no script(1) to make a terminal with';

/** Runs the command line in a terminal of its own and gives what that got to show. */
function runInTerminal(args: readonly string[], env: Record<string, string> = {}): string {
  const command = [process.execPath, entry, ...args].map((word) => `'${word}'`).join(' ');
  const { stdout } = spawnSync(TERMINAL_MAKER, ['-qec', command, '/dev/null'], {
    env: environment(env),
    encoding: 'utf8',
    input: '',
  });
  return stdout.replaceAll('\r\n', '\n');
}

/** The same with `tail`, which a person ends when it has shown something. `write` is called until then. */
async function tailInTerminal(
  args: readonly string[],
  env: Record<string, string>,
  write: () => void = () => {},
): Promise<string> {
  const command = [process.execPath, entry, 'tail', ...args].map((word) => `'${word}'`).join(' ');
  const child = spawn(TERMINAL_MAKER, ['-qec', command, '/dev/null'], { env: environment(env) });
  let output = '';
  // It may have ended by itself.
  child.stdin.on('error', () => {});
  child.stdout.on('data', (chunk) => {
    output += chunk;
    // What is watched is told first, with the name of the home.
    if (output.replace(/^threadline: watching [^\n]*/m, '').includes('evil')) child.stdin.write(CTRL_C);
  });
  const writing = setInterval(write, 200);
  await once(child, 'close');
  clearInterval(writing);
  return output.replaceAll('\r\n', '\n').replaceAll('^C', '');
}

const CTRL_C = '\x03';

function environment(own: Record<string, string>): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    TERM: 'xterm',
    NODE_NO_WARNINGS: '1',
    SHELL: '/bin/sh',
    THREADLINE_HOME: noArchive,
    ...own,
  };
}

const OWN_COLOURS = [1, 2, 22, 31, 32, 33, 36, 39].map((code) => `\x1b[${code}m`);
/** How `run` and `tail` take their last line away. */
const STATUS_LINE = '\r\x1b[K\x1b[A';
/** How a line that tells how far a work is is written over; what it says is looked at. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: our own begins and ends with them
const PROGRESS_LINE = /\r([^\r\n\x1b]*)\x1b\[K/g;
const HARMFUL = /[^\P{Cc}\n\t]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** The first thing in an output that could speak to the terminal, besides our own colours. */
function harmfulIn(output: string): string | undefined {
  const text = OWN_COLOURS.reduce((rest, colour) => rest.replaceAll(colour, ''), output);
  return HARMFUL.exec(text)?.[0];
}

const HOSTILE = '\u001b]52;c;ZXZpbA==\u0007\u001b[2J\u009b31m\u007f\r\b\u202eevil\u001bc';

describe('in a terminal', () => {
  it('check uses colours, and none with NO_COLOR or a dumb terminal', (context) => {
    if (!hasTerminal) return context.skip(WITHOUT_TERMINAL);
    expect(runInTerminal(['check', shellRun])).toContain('\x1b[1mfile');
    expect(runInTerminal(['check', shellRun], { NO_COLOR: '1' })).not.toContain('\x1b');
    expect(runInTerminal(['check', shellRun], { TERM: 'dumb' })).not.toContain('\x1b');
  });

  it('no name, path, version, kind or message of check can speak to the terminal', (context) => {
    if (!hasTerminal) return context.skip(WITHOUT_TERMINAL);
    const lines = [
      { type: 'thread.started', thread_id: HOSTILE, cli_version: HOSTILE, [HOSTILE]: 1 },
      { type: HOSTILE },
      { type: 'item.completed', item: { id: HOSTILE, type: HOSTILE } },
      { type: 'turn.completed', usage: { input_tokens: HOSTILE, [HOSTILE]: 1 } },
    ];
    const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n${HOSTILE}\n`;
    const path = folder.write(`${HOSTILE}.jsonl`, text);
    const missing = `${folder.path}/missing-${HOSTILE}`;
    const output = runInTerminal(['check', path, missing]);
    expect(output).toContain('\\x1b]52;c;');
    expect(output).toContain('does not exist');
    expect(harmfulIn(output)).toBeUndefined();
    for (const args of [[HOSTILE], [`--${HOSTILE}`], ['convert', `--${HOSTILE}`], ['convert', path, '--to', HOSTILE]]) {
      expect(harmfulIn(runInTerminal(args)), args.join(' ')).toBeUndefined();
    }
  });

  it('no part of what would be sent can speak to the terminal, be it JSON or not', (context) => {
    if (!hasTerminal) return context.skip(WITHOUT_TERMINAL);
    const home = `${folder.path}/sending`;
    const id = '01a1de09-5e47-7183-af03-000000000002';
    // JSON escapes the controls below a space, but not those beyond ASCII.
    const records = [
      { timestamp: '2026-11-15T07:08:38Z', type: 'session_meta', payload: { id, cwd: HOSTILE, cli_version: HOSTILE } },
      { timestamp: '2026-11-15T07:08:39Z', type: 'event_msg', payload: { type: 'user_message', message: HOSTILE } },
    ];
    const text = `${records.map((record) => JSON.stringify(record)).join('\n')}\n${HOSTILE}\n`;
    writeSession(home, `sessions/rollout-2026-11-15T07-08-38-${id}.jsonl`, text, 1);
    for (const command of ['collect', 'push']) {
      const output = runInTerminal([command, '--dry-run'], { CODEX_HOME: home, HOME: folder.path });
      expect(output).toContain('\\u202eevil');
      expect(harmfulIn(output), command).toBeUndefined();
    }
  });

  it('no part of a session can speak to the terminal: not in sessions, show or run', (context) => {
    if (!hasTerminal) return context.skip(WITHOUT_TERMINAL);
    const item = (fields: object) => ({ type: 'item.completed', item: { id: HOSTILE, ...fields } });
    const lines = [
      { type: 'thread.started', thread_id: HOSTILE, cli_version: HOSTILE, model: HOSTILE, cwd: HOSTILE },
      { type: 'turn.started' },
      item({ type: 'agent_message', text: HOSTILE }),
      item({ type: 'reasoning', text: HOSTILE }),
      item({ type: 'command_execution', command: HOSTILE, aggregated_output: HOSTILE, status: 'failed' }),
      item({ type: 'file_change', changes: [{ path: HOSTILE, kind: 'update', diff: HOSTILE }], status: 'completed' }),
      item({ type: 'mcp_tool_call', server: HOSTILE, tool: HOSTILE, arguments: HOSTILE, status: 'completed' }),
      item({ type: 'web_search', query: HOSTILE }),
      item({ type: 'todo_list', items: [{ text: HOSTILE, completed: true }] }),
      item({ type: HOSTILE, [HOSTILE]: HOSTILE }),
      {
        type: 'item.started',
        item: { id: 'open', type: 'command_execution', command: HOSTILE, status: 'in_progress' },
      },
      { type: 'error', message: HOSTILE },
      { type: 'turn.failed', error: { message: HOSTILE } },
    ];
    const recording = folder.write(
      'session.jsonl',
      `${lines.map((line) => JSON.stringify(line)).join('\n')}\n${HOSTILE}\n`,
    );
    const home = `${folder.path}/home`;
    const meta = { id: HOSTILE, timestamp: HOSTILE, cwd: HOSTILE, cli_version: HOSTILE };
    const records = [
      { timestamp: HOSTILE, type: 'session_meta', payload: meta },
      { timestamp: HOSTILE, type: 'event_msg', payload: { type: 'user_message', message: HOSTILE } },
      { timestamp: HOSTILE, type: 'turn_context', payload: { model: HOSTILE } },
    ];
    const id = '01a1de09-5e47-7183-af03-000000000001';
    const session = records.map((record) => JSON.stringify(record)).join('\n');
    writeSession(home, `sessions/rollout-2026-11-15T07-08-38-${id}.jsonl`, session, 1);
    const env = { CODEX_HOME: home, CODEX_CLI_PATH: replayAgent, REPLAY_RECORDING: recording };
    const commands = [
      ['show', recording],
      ['show', '--all', recording],
      ['show', '--json', recording],
      ['sessions'],
      ['sessions', '--json'],
      ['show', '1'],
      ['run', HOSTILE],
      ['run', 'hi', '--to', 'messages'],
      ['show', HOSTILE],
    ];
    for (const args of commands) {
      const output = runInTerminal(args, env).replaceAll(STATUS_LINE, '');
      expect(output, args.join(' ')).toContain('\\');
      expect(harmfulIn(output), args.join(' ')).toBeUndefined();
    }
  });

  it('no part of a home, a session or an archive can speak to the terminal: not in doctor, tail or sessions', async (context) => {
    if (!hasTerminal) return context.skip(WITHOUT_TERMINAL);
    const home = `${folder.path}/home-${HOSTILE}`;
    const id = '01a1de09-5e47-7183-af03-000000000002';
    const meta = { id, timestamp: '2026-11-15T07:08:38.369Z', cwd: HOSTILE, cli_version: HOSTILE, [HOSTILE]: 1 };
    const message = (type: string) => ({ timestamp: HOSTILE, type: 'event_msg', payload: { type, message: HOSTILE } });
    const records = [
      { timestamp: meta.timestamp, type: 'session_meta', payload: meta },
      message('user_message'),
      message('agent_message'),
      message(HOSTILE),
    ];
    const text = `${records.map((record) => JSON.stringify(record)).join('\n')}\n${HOSTILE}\n`;
    const path = writeSession(home, `sessions/rollout-2026-11-15T07-08-38-${id}.jsonl`, text, 1);
    const env = { CODEX_HOME: home, HOME: folder.path, THREADLINE_HOME: `${folder.path}/data-${HOSTILE}` };
    const check = (output: string, name: string) => {
      expect(output, name).toContain('\\');
      expect(harmfulIn(output.replaceAll(STATUS_LINE, '').replaceAll(PROGRESS_LINE, '$1')), name).toBeUndefined();
    };
    check(runInTerminal(['archive', 'index'], env), 'archive index');
    for (const args of [['doctor'], ['doctor', '--json'], ['sessions', '--grep', 'evil']])
      check(runInTerminal(args, env), args.join(' '));
    for (const more of [[], ['--json']]) check(await tailInTerminal([path, ...more], env), `tail ${more}`);
    writeFileSync(`${home}/session_index.jsonl`, `${JSON.stringify({ id, thread_name: `name ${HOSTILE}` })}\n`);
    for (const more of [[], ['--to', 'events']]) {
      const shown = await tailInTerminal(['--all', ...more], env, () => appendFileSync(path, text));
      check(shown, `tail --all ${more}`);
      // An empty screen would look as if it hung.
      expect(shown).toMatch(/watching [^\n]* for new\s+messages; Ctrl-C\s+ends\s+it/);
      // Who speaks is told, with folder and name as far as there is room.
      if (more.length === 0) expect(shown).toContain('── codex · ');
    }
    rmSync(path);
    for (const args of [['sessions'], ['sessions', '--json'], ['show', id]])
      check(runInTerminal(args, env), args.join(' '));
  });

  it('JSON escapes what could speak to the terminal, and means the same', (context) => {
    if (!hasTerminal) return context.skip(WITHOUT_TERMINAL);
    const path = folder.write('hostile.jsonl', `{"type":"turn.started"}\n${JSON.stringify({ type: HOSTILE })}\n`);
    const events = runInTerminal(['convert', path, '--to', 'events']);
    expect(harmfulIn(events)).toBeUndefined();
    expect(JSON.parse(events.split('\n')[1] ?? '')).toMatchObject({ type: 'unknown', wire_type: HOSTILE });
    const report = runInTerminal(['check', '--json', path]);
    expect(harmfulIn(report)).toBeUndefined();
    expect(JSON.parse(report).files[0].unknown_events).toEqual({ [HOSTILE]: 1 });
  });

  it('convert without a file does not wait for a person to type', (context) => {
    if (!hasTerminal) return context.skip(WITHOUT_TERMINAL);
    expect(runInTerminal(['convert', '--to', 'events'])).toContain('no FILE given, and nothing is piped in');
  });
});
