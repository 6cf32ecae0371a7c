import type { Command } from '../commands.ts';
import { usageError } from '../exit.ts';
import { COLOR_HELP, parseCount, parseOptions, screenOptions } from '../options.ts';

const options = {
  home: { type: 'string', multiple: true },
  agent: { type: 'string' },
  limit: { type: 'string', short: 'n' },
  all: { type: 'boolean' },
  json: { type: 'boolean' },
  ...screenOptions,
} as const;

const help = `threadline sessions: list the sessions that agents keep, the newest first.

Usage
  threadline sessions [--limit N] [--all] [--agent NAME] [--home DIR]...
                      [--json]

  The number before a session is for 'threadline show', 'convert', 'check' and
  'run --resume'.

Options
  -n, --limit N    So many at most; 0 is all. On a terminal the newest 30 by
                   default, else all
      --all        Also archived sessions and those that an agent started, which
                   stand under the session that they belong to
      --home DIR   Where to look; may be given several times. By default
                   where each agent keeps them
      --agent NAME Only those of this agent
      --json       Write {"sessions": [{agent, id, path, created_at, updated_at,
                   cwd, title, first_prompt, turns, model, version, source,
                   archived, compressed, parent_id, forked_from_id, size,
                   problems, resume_command, run_command}]}
${COLOR_HELP}
  -h, --help       Show this help

Exit codes
  0  done      2  wrong arguments      4  a folder or a file cannot be read
`;

export const sessionsCommand: Command = {
  help: async () => help,
  async run(args, context) {
    const { values, positionals } = parseOptions('sessions', args, options);
    if (positionals.length > 0) throw usageError(`sessions takes no argument '${positionals[0]}'`, 'sessions');
    const limit = parseCount('sessions', '--limit', values.limit, 0);
    const { sessions } = await import('./sessions.ts');
    return sessions({
      ...context,
      agent: values.agent,
      homes: values.home,
      limit,
      all: values.all === true,
      json: values.json === true,
      color: values.color,
    });
  },
};
