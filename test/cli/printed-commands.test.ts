import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describe, expect, it } from 'vitest';
import { joinWords } from '../../src/core/tools/shell-words.ts';
import { resumeCommand, resumeWords } from '../../src/doors/cli/agents.ts';
import { ownCommand } from '../../src/doors/cli/own-command.ts';
import { showCommand } from '../../src/doors/cli/search/show-command.ts';
import { agentDrivers } from '../../src/machine/run/index.ts';
import { createHandedHome, SOURCE_ID } from '../hand-over/handed-home.ts';
import { testViewer } from '../server/test-viewer.ts';
import { writeSession } from './codex-home.ts';
import { runCli } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();

/** The shells of this machine that people paste commands into. */
const shells = [['sh'], ['bash'], ['dash'], ['zsh', '-f'], ['fish', '-N'], ['ksh'], ['busybox', 'sh']].filter(
  ([program = '', ...args]) => spawnSync(program, [...args, '-c', 'true']).status === 0,
);

/** Programs of these names that print what they were started with, an argument a line, in JSON. */
const programs = join(folder.path, 'bin');
mkdirSync(programs);
const agentPrograms = agentDrivers.flatMap(({ name }) => resumeWords(name, 'an-id').slice(0, 1));
for (const name of [...new Set(agentPrograms), 'threadline']) {
  const script = `console.log(JSON.stringify({ name: '${name}', args: process.argv.slice(2), cwd: process.cwd() }))`;
  writeFileSync(join(programs, `${name}.cjs`), script);
  writeFileSync(join(programs, name), `#!/bin/sh\nexec '${process.execPath}' '${join(programs, name)}.cjs' "$@"\n`);
  chmodSync(join(programs, name), 0o755);
}

/** What each shell starts when the command is pasted, in an empty folder. */
function paste(command: string) {
  return shells.map(([program = '', ...args]) => {
    const { stdout } = spawnSync(program, [...args, '-c', command], {
      env: { PATH: `${programs}:${process.env.PATH}`, HOME: folder.path },
      cwd: folder.path,
      encoding: 'utf8',
    });
    return stdout.trim().split('\n').map(parseStart);
  });
}

interface Start {
  name: string;
  args: string[];
  cwd: string;
}

function parseStart(line: string): Start {
  return JSON.parse(line);
}

/** The id as one argument, or behind the `=` of an option. */
function idIn(id: string): (args: string[]) => unknown {
  return (args) =>
    args.some((argument) => argument === id || /^--[\w-]+=/.exec(argument)?.[0] + id === argument) ? id : args;
}

/** How the agents read their arguments, by the options that they document: a wrong one throws. */
const parsers: Record<string, (args: string[]) => unknown> = {
  codex([command, ...args]) {
    const { positionals } = parseArgs({
      args,
      options: {
        config: { type: 'string', short: 'c', multiple: true },
        last: { type: 'boolean' },
        all: { type: 'boolean' },
        'dangerously-bypass-approvals-and-sandbox': { type: 'boolean' },
        'full-auto': { type: 'boolean' },
      },
      allowPositionals: true,
    });
    return command === 'resume' ? positionals[0] : undefined;
  },
  claude: (args) =>
    parseArgs({ args, options: { resume: { type: 'string', short: 'r' }, continue: { type: 'boolean', short: 'c' } } })
      .values.resume,
  gemini: (args) =>
    parseArgs({ args, options: { resume: { type: 'string', short: 'r' }, yolo: { type: 'boolean', short: 'y' } } })
      .values.resume,
};

const ids = [
  '0199f2a4-1b2c-7d3e-8f90-123456789abc',
  'ses_6f1d',
  'a.b@c',
  '-cnotify=["sh","-c","touch pwned"]',
  '--dangerously-bypass-approvals-and-sandbox',
  '-',
  '--',
  '-y',
  'x; touch pwned',
  '$(touch pwned)',
  "'; touch pwned; '",
  'a\ntouch pwned',
  '!!',
  '=touch',
  '~',
  '%self',
  'a\u001b[201~\ntouch pwned',
  'last',
  'latest',
  '3',
  'é',
  '',
];
const isOne = (id: string) => /^[A-Za-z0-9][\w.:@-]{0,127}$/.test(id) && id !== 'last';

/** Ids that an agent would take for something else, or that are none of its own. */
const REFUSED: Record<string, RegExp> = { gemini: /^(?:\d+|latest)$/, kimi: /[^\w-]/, cline: /./ };

describe('a command to paste', () => {
  it('starts the agent with the id in every shell, or is not printed', () => {
    for (const { name } of agentDrivers) {
      for (const id of ids) {
        const command = resumeCommand(name, id);
        if (command === undefined) {
          expect(resumeWords(name, id)).toEqual([]);
          expect(isOne(id) && !REFUSED[name]?.test(id), `${name} ${id}`).toBe(false);
          continue;
        }
        expect(isOne(id)).toBe(true);
        for (const starts of paste(command)) {
          const [program, ...args] = resumeWords(name, id);
          expect(starts).toEqual([{ name: program, args, cwd: folder.path }]);
          const parse = parsers[name] ?? idIn(id);
          expect(parse(starts[0]?.args ?? []), `${name} ${id}`).toBe(id);
        }
      }
    }
  });

  it('of threadline itself is printed only where threadline finds that very id by it', () => {
    const wanted = (id: string) => ownCommand(id, (one) => ['show', `${one}#2`]);
    expect(wanted('ses_6f1d')).toBe("threadline show 'ses_6f1d#2'");
    for (const id of ['last', '3', '3.1', 'a/b', 'a.jsonl', 'codex:x', '-', '--help', 'a b', '']) {
      expect(wanted(id), id).toBeUndefined();
    }
  });

  it('opens a hit of a search in every shell, or is not printed', () => {
    const hit = { session: { agent: 'codex', threadId: 'ses_6f1d', home: '/h' }, message: 't1.plan.2' };
    for (const file of [undefined, "/tmp/it's $(touch pwned)/a.jsonl"]) {
      const [start] = paste(showCommand({ ...hit, file }) ?? '').flat();
      expect(start).toMatchObject({ name: 'threadline', args: ['show', `${file ?? 'ses_6f1d'}#t1.plan.2`] });
    }
    for (const odd of ['', '\u009b2J', 'a\u001b[201~', 'a b', '-x', 'a\n']) {
      expect(showCommand({ ...hit, message: odd })).toBeUndefined();
      expect(showCommand({ ...hit, session: { ...hit.session, threadId: odd } })).toBeUndefined();
    }
    expect(showCommand({ ...hit, file: '/tmp/a\u001b[201~.jsonl' })).toBeUndefined();
  });

  it('enters the folder of a session, whatever it is called', () => {
    for (const name of ["it's", 'a b', '$HOME', '`touch pwned`', '!!', '^a^b', '-P', '\\', '"', '*', '日本']) {
      const cwd = join(folder.path, name);
      mkdirSync(cwd, { recursive: true });
      const command = `${joinWords(['cd', cwd])} && codex resume x`;
      for (const starts of paste(command))
        expect(starts).toMatchObject([{ name: 'codex', args: ['resume', 'x'], cwd }]);
    }
  });
});

const meta = (id: string, cwd: string) =>
  `${JSON.stringify({
    timestamp: '2026-11-01T00:00:00Z',
    type: 'session_meta',
    payload: { id, timestamp: '2026-11-01T00:00:00Z', cwd, originator: 'codex_cli_rs', cli_version: '0.100.0' },
  })}\n${JSON.stringify({ timestamp: '2026-11-01T00:00:01Z', type: 'event_msg', payload: { type: 'user_message', message: 'hi' } })}\n`;

describe('a session file with an id of its choice', () => {
  const evil = '-cnotify=["sh","-c","touch /tmp/pwned"]';
  const home = join(folder.path, 'codex');
  const name = 'sessions/2026/11/01/rollout-2026-11-01T00-00-00-00000000-0000-4000-8000-000000000001.jsonl';
  const path = writeSession(home, name, meta(evil, '/w'), 1);
  const env = { CODEX_HOME: home, HOME: folder.path };

  it('is shown with its id and without a command', async () => {
    const shown = await runCli(['show', path], { env });
    expect(shown.stdout).toContain(evil);
    expect(shown.stdout).not.toMatch(/^resume/m);
    const json = JSON.parse((await runCli(['show', path, '--json'], { env })).stdout);
    expect(json.session).toMatchObject({ id: evil, resume_command: null });
    const listed = JSON.parse((await runCli(['sessions', '--json'], { env })).stdout);
    expect(listed.sessions).toMatchObject([{ resume_command: null, run_command: null }]);
  });

  it('has no command in the viewer', async () => {
    const several = join(folder.path, 'several');
    const named = '00000000-0000-4000-8000-000000000002';
    const write = (number: number, text: string) =>
      writeSession(several, name.replace('001.jsonl', `00${number}.jsonl`), text, number);
    write(1, meta(evil, '/w'));
    write(2, meta(named, '/w'));
    write(3, meta(`x/${named.replace('2', '3')}`, '/w'));
    // One that tells no id goes by its name.
    writeSession(several, 'sessions/2026/11/01/rollout-2026.jsonl', meta(named, '/w').split('\n')[1] ?? '', 4);
    const { get } = await testViewer({ homes: [several], resume: (agent, id) => resumeCommand(agent, id) });
    const { items } = await get<{ items: { key: string }[] }>('/api/sessions');
    expect(items).toHaveLength(4);
    const keys = items.map(({ key }) => key.split('/').map(encodeURIComponent).join('/'));
    const shown = await Promise.all(keys.map((key) => get<{ resume?: string }>(`/api/sessions/${key}`)));
    expect(shown.flatMap(({ resume }) => resume ?? [])).toEqual([`codex resume ${named}`]);
  });

  it('is not gone on with', async () => {
    const { exitCode, stderr } = await runCli(['run', 'hi', '--resume', path], {
      env: { ...env, CODEX_CLI_PATH: join(programs, 'codex') },
    });
    expect([exitCode, stderr]).toEqual([4, `threadline: the session's id is none that Codex takes: ${evil}\n`]);
  });

  it('does not make run go on with the newest session, which its id names', async () => {
    const named = writeSession(folder.path, 'last.jsonl', meta('last', '/w'), 2);
    const run = await runCli(['run', 'hi', '--resume', named], {
      env: { ...env, CODEX_CLI_PATH: join(programs, 'codex') },
    });
    expect(run).toMatchObject({ exitCode: 4, stdout: '' });
  });
});

describe('handoff', () => {
  it('shows a folder that a terminal would act on apart from the command', async () => {
    const home = createHandedHome({ projectName: 'a\u001b[201~b' });
    const { stdout } = await runCli(['handoff', SOURCE_ID, '--to', 'codex'], { env: home.env });
    expect(stdout).toMatch(/^resume it with: codex resume [\w-]+\nin the folder: .*a\\x1b\[201~b$/m);
    const { command } = JSON.parse(
      (await runCli(['handoff', SOURCE_ID, '--to', 'codex', '--json'], { env: home.env })).stdout,
    );
    expect(command).toBeUndefined();
  });
});
