import { chownSync, cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** A call of the command line and how it has to end. */
export interface Call {
  args: readonly string[];
  exitCode: number;
  stdout: RegExp;
  /** Nothing by default. */
  stderr?: RegExp;
  input?: string;
  /** A command that runs until it is interrupted is interrupted when it has said this. */
  interruptAt?: RegExp;
}

/** A home with the sample's sessions of every agent, for one user. */
export interface Place {
  folder: string;
  env: Record<string, string>;
  owner: number | undefined;
  session: string;
  remove(): void;
}

/** `owner`: the user who is to call commands there, where that is another. */
export function makePlace(owner?: number): Place {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-commands-'));
  const home = join(folder, 'home');
  mkdirSync(home);
  for (const agent of ['claude', 'codex', 'gemini']) {
    cpSync(join(repository, 'sample', agent), join(home, `.${agent}`), { recursive: true });
  }
  const agent = join(folder, 'codex.mjs');
  cpSync(join(repository, 'test/cli/replay-agent.mjs'), agent);
  const recording = join(folder, 'recording.jsonl');
  cpSync(join(repository, 'test/fixtures/codex/0.166.0/s2-shell/stdout.jsonl'), recording);
  const [session = ''] = globSync('.codex/sessions/**/*.jsonl', { cwd: home }).sort();
  if (owner !== undefined) {
    for (const path of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
      chownSync(join(folder, path), owner, owner);
  }
  return {
    folder,
    owner,
    session: join(home, session),
    env: { HOME: home, THREADLINE_HOME: join(folder, 'data'), CODEX_CLI_PATH: agent, REPLAY_RECORDING: recording },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const HELLO = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
/** Nobody listens there: it is told in one line, and tried again until the command is interrupted. */
const AWAY = 'postgres://nobody@127.0.0.1:1/none';
const UNREACHABLE = /unreachable \(ECONNREFUSED\)\n/;

/** A good call of each command. */
export function goodCalls({ session, folder }: Place): Readonly<Record<string, Call>> {
  return {
    sessions: { args: ['sessions', '--json'], exitCode: 0, stdout: /"agent":"gemini"/ },
    show: { args: ['show', session], exitCode: 0, stdout: /\nfolder / },
    tail: { args: ['tail', session], exitCode: 130, stdout: /\S/, interruptAt: /\S/ },
    search: {
      args: ['search', 'test', '--json'],
      exitCode: 0,
      stdout: /"session"/,
      stderr: /^(?:threadline: [^\n]+\n)*$/,
    },
    run: { args: ['run', 'List the files'], exitCode: 0, stdout: /\$ ls\n/ },
    usage: { args: ['usage', '--since', '1970-01-01'], exitCode: 0, stdout: /^total .*\$/m },
    insights: { args: ['insights', '--since', '1970-01-01', '--json'], exitCode: 0, stdout: /^\{"of":\{"sessions":\d/ },
    report: { args: ['report', '--since', '1970-01-01'], exitCode: 0, stdout: /^# What agents did/ },
    changes: { args: ['changes', session, '--json'], exitCode: 0, stdout: /^\{"session":/, stderr: /^.*$/s },
    compare: { args: ['compare', session, session, '--json'], exitCode: 0, stdout: /^\{"heads":/ },
    // The place is no repository.
    at: {
      args: ['at', `${session}#1`, '--into', 'tree', '--repo', folder],
      exitCode: 4,
      stdout: /^$/,
      stderr: /no git repository/,
    },
    fork: {
      args: ['fork', `${session}#1`, '--to', 'nobody', '--into', 'tree'],
      exitCode: 2,
      stdout: /^$/,
      stderr: /nobody/,
    },
    blame: { args: ['blame', 'file.ts', '--repo', folder], exitCode: 4, stdout: /^$/, stderr: /no git repository/ },
    serve: { args: ['serve', '--no-index', '--port', '0'], exitCode: 130, stdout: /^http:/, interruptAt: /^http:/ },
    convert: { args: ['convert', session, '--to', 'html'], exitCode: 0, stdout: /^<!doctype html>/i },
    export: { args: ['export', session, '--to', 'markdown', '-o', '-'], exitCode: 0, stdout: /^# /, stderr: /^.*$/s },
    handoff: { args: ['handoff', session, '--to', 'claude', '--cwd', folder], exitCode: 0, stdout: /claude --resume/ },
    check: { args: ['check', session], exitCode: 0, stdout: /codex-rollout/ },
    doctor: { args: ['doctor'], exitCode: 0, stdout: /codex/ },
    resume: {
      args: ['resume', 'no-such-session'],
      exitCode: 4,
      stdout: /^$/,
      stderr: /^threadline: [^\n]*no-such-session/,
    },
    delete: { args: ['delete', session], exitCode: 2, stdout: /\.jsonl/, stderr: /--yes/ },
    star: { args: ['star', session, '--json'], exitCode: 0, stdout: /"starred":true/ },
    tag: { args: ['tag', session, 'later', '--json'], exitCode: 0, stdout: /"later"/ },
    note: { args: ['note', session, 'Look again.', '--json'], exitCode: 0, stdout: /"Look again\."/ },
    rename: { args: ['rename', session, 'A title', '--json'], exitCode: 0, stdout: /"A title"/ },
    mcp: {
      args: ['mcp', '--yes'],
      exitCode: 0,
      stdout: /"serverInfo"/,
      stderr: /^.*$/s,
      input: `${JSON.stringify(HELLO)}\n`,
    },
    acp: {
      args: ['acp'],
      exitCode: 0,
      stdout: /"agentInfo"/,
      input: `${JSON.stringify({ ...HELLO, params: { protocolVersion: 1, clientCapabilities: {} } })}\n`,
    },
    live: { args: ['live', 'nobody'], exitCode: 2, stdout: /^$/, stderr: /no agent 'nobody' can be controlled/ },
    policy: { args: ['policy', 'check', 'no-such-file'], exitCode: 4, stdout: /^$/, stderr: /no-such-file/ },
    completion: {
      args: ['completion', 'bash'],
      exitCode: 0,
      stdout: /^complete -o default -F _threadline threadline$/m,
    },
    archive: { args: ['archive', 'status', '--json'], exitCode: 0, stdout: /"sessions"/ },
    collect: { args: ['collect', '--dry-run'], exitCode: 0, stdout: /^\{/, stderr: /\.jsonl/ },
    push: { args: ['push', '--dry-run'], exitCode: 0, stdout: /^\{/, stderr: /\.jsonl/ },
    gateway: {
      args: ['gateway', '--port', '0', '--archive', AWAY],
      exitCode: 130,
      stdout: /^http:/,
      stderr: UNREACHABLE,
      interruptAt: /^http:.*unreachable/s,
    },
    team: {
      args: ['team', '--config', 'no-such-file', '--public-url', 'https://team.example', '--archive', AWAY],
      exitCode: 4,
      stdout: /^$/,
      stderr: /there is no no-such-file/,
    },
    login: { args: ['login', 'https://127.0.0.1:9'], exitCode: 4, stdout: /^$/, stderr: /cannot be reached/ },
    worker: {
      args: ['worker', '--archive', AWAY],
      exitCode: 130,
      stdout: /^$/,
      stderr: UNREACHABLE,
      interruptAt: UNREACHABLE,
    },
  };
}

/** A call of each command that it cannot understand. */
export function badCall(name: string): Call {
  const stderr = /^threadline: [^\n]*--no-such-option[^\n]*\n(?:[^\n]*\n)?$/;
  return { args: [name, '--no-such-option'], exitCode: 2, stdout: /^$/, stderr };
}

export function helpCall(name: string): Call {
  return { args: [name, '--help'], exitCode: 0, stdout: new RegExp(`^threadline ${name}: .*^Exit codes$`, 'ms') };
}
