import type { ParseArgsOptionsConfig } from 'node:util';
import type { CliContext } from './agents.ts';
import type { ExitCode } from './exit.ts';

/** A command: its options, its help, and its run function. */
export interface Command {
  /** Every option of the command. Shell completion uses them too. */
  options: ParseArgsOptionsConfig;
  /** The whole text of `--help`. */
  help(): Promise<string>;
  run(args: string[], context: CliContext): Promise<ExitCode>;
}

/** The commands, each with its arguments in short and one line for the list. */
const table = [
  { name: 'sessions', usage: '', summary: 'List the sessions that agents keep on this machine' },
  { name: 'show', usage: 'SESSION|FILE', summary: 'Show a session, or any other recording, as a readable transcript' },
  { name: 'tail', usage: '[SESSION | --all]', summary: 'Show what agents do, while they do it' },
  { name: 'search', usage: 'WORDS...', summary: 'Find what was said in any session' },
  { name: 'run', usage: 'PROMPT', summary: 'Run an agent and show what happens' },
  { name: 'usage', usage: '[--by WHAT]', summary: 'Tell what agents used and what it cost: tokens and dollars' },
  { name: 'serve', usage: '[--open]', summary: 'Look at sessions in a browser, live and later' },
  {
    name: 'convert',
    usage: '[FILE] --to SHAPE',
    summary: 'Write what an agent wrote in another shape: messages, html, …',
  },
  { name: 'export', usage: 'SESSION... --to SHAPE', summary: 'Write sessions for others to read, without secrets' },
  {
    name: 'handoff',
    usage: 'SESSION --to AGENT',
    summary: 'Hand a session over to another agent, which goes on with it',
  },
  { name: 'check', usage: '[FILE...]', summary: 'Tell what is in files or sessions: anything broken or unknown?' },
  { name: 'doctor', usage: '', summary: 'Tell which agents are here, and whether all is understood' },
  { name: 'mcp', usage: '[--project DIR]', summary: 'Let agents ask about earlier sessions, as an MCP server' },
  { name: 'completion', usage: 'bash|zsh|fish', summary: 'Write what makes a shell complete commands and options' },
  { name: 'archive', usage: '[ACTION]', summary: 'Keep what agents said, to be searched: status, index, forget, …' },
  {
    name: 'collect',
    usage: '[--once] --to URL',
    summary: 'Send the sessions of this machine to a gateway, as they grow',
  },
  { name: 'push', usage: '--wait SECONDS --to URL', summary: 'Send all sessions once, at the end of a CI job' },
  { name: 'gateway', usage: '--archive URL', summary: 'Take sessions of many machines into PostgreSQL' },
  { name: 'worker', usage: '--archive URL', summary: 'Fold what machines sent into sessions, on PostgreSQL' },
] as const;

/** Loads a command only when it is called, so that `--version` and `--help` start as fast as Node itself. */
const load: Readonly<Record<(typeof table)[number]['name'], () => Promise<Command>>> = {
  sessions: async () => (await import('./sessions/command.ts')).sessionsCommand,
  show: async () => (await import('./show/command.ts')).showCommand,
  tail: async () => (await import('./tail/command.ts')).tailCommand,
  search: async () => (await import('./search/command.ts')).searchCommand,
  run: async () => (await import('./run/command.ts')).runCommand,
  usage: async () => (await import('./usage/command.ts')).usageCommand,
  serve: async () => (await import('./serve/command.ts')).serveCommand,
  convert: async () => (await import('./convert/command.ts')).convertCommand,
  export: async () => (await import('./export/command.ts')).exportCommand,
  handoff: async () => (await import('./handoff/command.ts')).handoffCommand,
  check: async () => (await import('./check/command.ts')).checkCommand,
  doctor: async () => (await import('./doctor/command.ts')).doctorCommand,
  mcp: async () => (await import('./mcp/command.ts')).mcpCommand,
  completion: async () => (await import('./completion/command.ts')).completionCommand,
  archive: async () => (await import('./archive/command.ts')).archiveCommand,
  collect: async () => (await import('./collect/command.ts')).collectCommand,
  push: async () => (await import('./push/command.ts')).pushCommand,
  gateway: async () => (await import('./gateway/command.ts')).gatewayCommand,
  worker: async () => (await import('./worker/command.ts')).workerCommand,
};

/** Every command. A new one is a folder and a line in each of the two tables. */
export const commands: readonly { name: string; usage: string; summary: string; load(): Promise<Command> }[] =
  table.map((row) => ({ ...row, load: load[row.name] }));

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
