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

/** A command in the list: its name, one sentence, and how to load it. */
interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Loaded only when it is called, so that `--version` and `--help` start as fast as Node itself. */
  load(): Promise<Command>;
}

/** The commands for one kind of work. */
export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  /** The commands that `threadline --help` lists. */
  readonly common: readonly CommandEntry[];
  /** The commands that few people type. Only `threadline help GROUP` lists them. */
  readonly rare: readonly CommandEntry[];
}

/** A command is exported as its name and `Command`. */
function row<const Name extends string>(
  name: Name,
  summary: string,
  load: () => Promise<Readonly<Record<`${Name}Command`, Command>>>,
): CommandEntry {
  return { name, summary, load: async () => (await load())[`${name}Command`] };
}

/** Every command, in its group. A new command is a folder and a row here. */
export const groups: readonly CommandGroup[] = [
  {
    name: 'look',
    summary: 'Look at sessions',
    common: [
      row('sessions', 'List the sessions of all agents, newest first', () => import('./sessions/command.ts')),
      row('show', 'Show a session, or a file that an agent wrote, as a transcript', () => import('./show/command.ts')),
      row('changes', 'Show the files that a session changed', () => import('./changes/command.ts')),
      row('tail', 'Follow a session, or all of them, while agents work', () => import('./tail/command.ts')),
      row('serve', 'Open the viewer in a browser', () => import('./serve/command.ts')),
    ],
    rare: [
      row('at', 'Write the files of a repository as they were at a turn', () => import('./at/command.ts')),
      row('check', 'Check sessions and files for broken lines and unknown kinds', () => import('./check/command.ts')),
      row('compare', 'Put two or three sessions side by side', () => import('./compare/command.ts')),
      row('doctor', 'Check the installed agents, their files and the archive', () => import('./doctor/command.ts')),
    ],
  },
  {
    name: 'find',
    summary: 'Find what was said',
    common: [
      row('search', 'Search what was said in all sessions', () => import('./search/command.ts')),
      row('blame', 'Say which session, prompt and model wrote a line', () => import('./blame/command.ts')),
    ],
    rare: [
      row(
        'archive',
        'Manage the archive: status, index, exclude, forget and more',
        () => import('./archive/command.ts'),
      ),
    ],
  },
  {
    name: 'count',
    summary: 'Count tokens and cost',
    common: [
      row('usage', 'Show token usage and cost', () => import('./usage/command.ts')),
      row('insights', 'Find what agents fail at and what costs too much', () => import('./insights/command.ts')),
      row('report', 'Write a report of a week, to be mailed', () => import('./report/command.ts')),
    ],
    rare: [],
  },
  {
    name: 'act',
    summary: 'Act: run agents, write sessions',
    common: [
      row('run', 'Run an agent and show what it does', () => import('./run/command.ts')),
      row('live', 'Work with an agent that asks before it acts', () => import('./live/command.ts')),
      row('resume', 'Choose a session and go on with it in its agent', () => import('./resume/command.ts')),
      row('handoff', 'Hand a session over to another agent', () => import('./handoff/command.ts')),
      row(
        'export',
        'Write sessions for others to read, recognised secrets replaced',
        () => import('./export/command.ts'),
      ),
      row('delete', 'Delete a session from this machine for good', () => import('./delete/command.ts')),
      row('convert', 'Convert a session or a file to another format', () => import('./convert/command.ts')),
      row('star', 'Mark a session, so that it is found again', () => import('./annotate/command.ts')),
    ],
    rare: [
      row('policy', "Try the rules that answer an agent's questions", () => import('./policy/command.ts')),
      row('fork', 'Go on from a turn of a session, in a repository of its own', () => import('./fork/command.ts')),
      row('tag', 'Give a session tags', () => import('./annotate/command.ts')),
      row('note', 'Write a note to a session', () => import('./annotate/command.ts')),
      row('rename', 'Give a session a title', () => import('./annotate/command.ts')),
      row('mcp', 'Run an MCP server, so that agents can search earlier sessions', () => import('./mcp/command.ts')),
      row('acp', 'Show earlier sessions in an editor, by the Agent Client Protocol', () => import('./acp/command.ts')),
      row('completion', 'Print a completion script for bash, zsh or fish', () => import('./completion/command.ts')),
    ],
  },
  {
    name: 'share',
    summary: 'Share sessions between machines and people',
    common: [
      row(
        'collect',
        'Send the sessions of this machine to a gateway as they grow',
        () => import('./collect/command.ts'),
      ),
    ],
    rare: [
      row('push', 'Send all sessions to a gateway once, at the end of a CI job', () => import('./push/command.ts')),
      row('login', "Log in to a team's server, to search what it holds", () => import('./login/command.ts')),
      row('team', "Run a team's server: people log in and read what they may", () => import('./team/command.ts')),
      row('gateway', 'Receive the sessions of many machines into PostgreSQL', () => import('./gateway/command.ts')),
      row('worker', 'Fold what machines sent into sessions that can be searched', () => import('./worker/command.ts')),
    ],
  },
];

/** Every command. */
export const commands: readonly CommandEntry[] = groups.flatMap(({ common, rare }) => [...common, ...rare]);
