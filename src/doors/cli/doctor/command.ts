import { defineOptionCommand } from '../define-command.ts';
import { COLOR_HELP, parseCount } from '../options.ts';
import { optionsOf } from '../options-of.ts';

const SAMPLE = 10;

const help = `threadline doctor: check the installed agents, their files and the archive.

Usage
  threadline doctor [--sample N] [--json] [--home DIR]... [--archive URL]

  Agents with their versions, the homes in which they keep sessions, how the
  archive is, and what in the files is broken or of a kind that this version of
  threadline does not know, by version of the agent. Of each version the newest
  files are read; 'threadline check' reads all.

Options
  -n, --sample N     How many files of each version: 10 by default
      --json         Write {"threadline", "agents", "homes", "archive",
                     "looked_at", "versions"}. It holds names of types, fields
                     and codes and counts of them, no text of any session and no
                     id, so that it can be shared; ~ stands for your home
      --archive URL  Ask this server, too: postgres://USER@HOST/DATABASE, by
                     default the one that THREADLINE_ARCHIVE names, if any. Its
                     version, what waits, its clock, machines that were not
                     seen for a week; in --json "server". Of a team's https://…
                     its version, its clock and your login. And what this
                     machine's collector holds, with the free space of its
                     disk; in --json "collector"
      --home DIR     Where to look for sessions; may be given several times
      --color WHEN   ${COLOR_HELP}
  -h, --help         Show this help

Exit codes
  0  done      2  wrong arguments
` as const;

const options = optionsOf(help, 'home');

export const doctorCommand = defineOptionCommand('doctor', help, options, async (values, { agents }) => {
  const sample = parseCount('doctor', '--sample', values.sample, 1) ?? SAMPLE;
  const isNamed = Boolean(values.archive ?? process.env.THREADLINE_ARCHIVE);
  const server = isNamed ? (await import('../server-url.ts')).namedServer('doctor', values.archive) : undefined;
  const { doctor } = await import('./doctor.ts');
  return doctor({ agents, homes: values.home, sample, json: values.json === true, server, color: values.color });
});
