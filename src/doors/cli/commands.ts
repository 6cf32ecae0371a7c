import type { ParseArgsOptionsConfig } from 'node:util';
import type { CliContext } from './agents.ts';
import type { ExitCode } from './exit.ts';

/** A command: what it says about itself, and what it does. */
export interface Command {
  /** Every option that it takes: a shell completes them, too. */
  options: ParseArgsOptionsConfig;
  /** The whole text of `--help`. */
  help(): Promise<string>;
  run(args: string[], context: CliContext): Promise<ExitCode>;
}

interface CommandEntry {
  name: string;
  /** What stands after the name, in short. */
  usage: string;
  /** One line for the list of commands. */
  summary: string;
  /** Loads the command only when it is called: `--version` and `--help` start as fast as Node itself. */
  load(): Promise<Command>;
}

/** Every command. A new one is a folder and an entry here. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'sessions',
    usage: '',
    summary: 'List the sessions that agents keep on this machine',
    load: async () => (await import('./sessions/command.ts')).sessionsCommand,
  },
  {
    name: 'show',
    usage: 'SESSION|FILE',
    summary: 'Show a session, or any other recording, as a readable transcript',
    load: async () => (await import('./show/command.ts')).showCommand,
  },
  {
    name: 'tail',
    usage: '[SESSION | --all]',
    summary: 'Show what agents do, while they do it',
    load: async () => (await import('./tail/command.ts')).tailCommand,
  },
  {
    name: 'search',
    usage: 'WORDS...',
    summary: 'Find what was said in any session',
    load: async () => (await import('./search/command.ts')).searchCommand,
  },
  {
    name: 'run',
    usage: 'PROMPT',
    summary: 'Run an agent and show what happens',
    load: async () => (await import('./run/command.ts')).runCommand,
  },
  {
    name: 'usage',
    usage: '[--by WHAT]',
    summary: 'Tell what agents used and what it cost: tokens and dollars',
    load: async () => (await import('./usage/command.ts')).usageCommand,
  },
  {
    name: 'serve',
    usage: '[--open]',
    summary: 'Look at sessions in a browser, live and later',
    load: async () => (await import('./serve/command.ts')).serveCommand,
  },
  {
    name: 'convert',
    usage: '[FILE] --to SHAPE',
    summary: 'Write what an agent wrote in another shape: messages, html, …',
    load: async () => (await import('./convert/command.ts')).convertCommand,
  },
  {
    name: 'export',
    usage: 'SESSION... --to SHAPE',
    summary: 'Write sessions for others to read, without secrets',
    load: async () => (await import('./export/command.ts')).exportCommand,
  },
  {
    name: 'handoff',
    usage: 'SESSION --to AGENT',
    summary: 'Hand a session over to another agent, which goes on with it',
    load: async () => (await import('./handoff/command.ts')).handoffCommand,
  },
  {
    name: 'check',
    usage: '[FILE...]',
    summary: 'Tell what is in files or sessions: anything broken or unknown?',
    load: async () => (await import('./check/command.ts')).checkCommand,
  },
  {
    name: 'doctor',
    usage: '',
    summary: 'Tell which agents are here, and whether all is understood',
    load: async () => (await import('./doctor/command.ts')).doctorCommand,
  },
  {
    name: 'mcp',
    usage: '[--project DIR]',
    summary: 'Let agents ask about earlier sessions, as an MCP server',
    load: async () => (await import('./mcp/command.ts')).mcpCommand,
  },
  {
    name: 'completion',
    usage: 'bash|zsh|fish',
    summary: 'Write what makes a shell complete commands and options',
    load: async () => (await import('./completion/command.ts')).completionCommand,
  },
  {
    name: 'archive',
    usage: '[ACTION]',
    summary: 'Keep what agents said, to be searched: status, index, forget, …',
    load: async () => (await import('./archive/command.ts')).archiveCommand,
  },
  {
    name: 'collect',
    usage: '[--once] --to URL',
    summary: 'Send the sessions of this machine to a gateway, as they grow',
    load: async () => (await import('./collect/command.ts')).collectCommand,
  },
  {
    name: 'push',
    usage: '--wait SECONDS --to URL',
    summary: 'Send all sessions once, at the end of a CI job',
    load: async () => (await import('./push/command.ts')).pushCommand,
  },
  {
    name: 'gateway',
    usage: '--archive URL',
    summary: 'Take sessions of many machines into PostgreSQL',
    load: async () => (await import('./gateway/command.ts')).gatewayCommand,
  },
  {
    name: 'worker',
    usage: '--archive URL',
    summary: 'Fold what machines sent into sessions, on PostgreSQL',
    load: async () => (await import('./worker/command.ts')).workerCommand,
  },
];

export function globalHelp(): string {
  const width = Math.max(...commands.map(({ name }) => name.length)) + 2;
  const list = commands.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`).join('\n');
  const usage = commands.map((command) => `  threadline ${command.name} ${command.usage}`.trimEnd()).join('\n');
  return `threadline reads what coding agents write into one typed model.

Usage
${usage}

Commands
${list}
  ${'help'.padEnd(width)}Show the help of a command: threadline help show

Options
  -h, --help     Show this help; after a command, the help of that command
  -v, --version  Show the version

Exit codes
    0  done
    1  the agent failed
    2  wrong arguments
    3  no dialect recognises the input, or it has bad lines with --strict
    4  a file cannot be read or written, no such session, or no agent to run
  130  interrupted
`;
}
