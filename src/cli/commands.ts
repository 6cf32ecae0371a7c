import type { ExitCode } from './exit.ts';

/** A command: what it says about itself, and what it does. */
export interface Command {
  /** The whole text of `--help`. */
  help(): Promise<string>;
  run(args: string[]): Promise<ExitCode>;
}

interface CommandEntry {
  name: string;
  /** One line for the list of commands. */
  summary: string;
  /** Loads the command only when it is called: `--version` and `--help` start as fast as Node itself. */
  load(): Promise<Command>;
}

/** Every command. A new one is a folder and an entry here. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'convert',
    summary: 'Read what an agent wrote and write it in another shape',
    load: async () => (await import('./convert/command.ts')).convertCommand,
  },
  {
    name: 'check',
    summary: 'Tell what is in files: dialect, events, problems, unknown kinds',
    load: async () => (await import('./check/command.ts')).checkCommand,
  },
  {
    name: 'sessions',
    summary: 'List the sessions that Codex keeps',
    load: async () => (await import('./sessions/command.ts')).sessionsCommand,
  },
  {
    name: 'show',
    summary: 'Show a session, or any other recording, as a readable transcript',
    load: async () => (await import('./show/command.ts')).showCommand,
  },
  {
    name: 'run',
    summary: 'Run Codex and show what happens',
    load: async () => (await import('./run/command.ts')).runCommand,
  },
];

export function globalHelp(): string {
  const list = commands.map(({ name, summary }) => `  ${name.padEnd(10)}${summary}`).join('\n');
  return `threadline reads what coding agents write into one typed model.

Usage
  threadline convert [FILE] --to events|messages|ndjson
  threadline check FILE...
  threadline sessions
  threadline show ID|FILE|last
  threadline run PROMPT

Commands
${list}

Options
  -h, --help     Show this help; after a command, the help of that command
  -V, --version  Show the version

Exit codes
    0  done
    1  the agent failed
    2  wrong arguments
    3  no dialect recognises the input, or it has bad lines with --strict
    4  a file cannot be read or written, or there is no agent to run
  130  interrupted
`;
}
