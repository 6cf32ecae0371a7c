import { defineOptionCommand } from '../define-command.ts';
import { usageError } from '../exit.ts';
import { COLOR_HELP, parseCount } from '../options.ts';
import { optionsOf } from '../options-of.ts';
import { askedServer } from '../server-url.ts';
import { parsePeriod } from '../when.ts';
import { parseStatus } from './filter.ts';

const help = `threadline sessions: list the sessions of all agents, newest first.

Usage
  threadline sessions [--agent NAME] [--here | --project NAME|PATH]
                      [--status STATUS] [--model NAME] [--since WHEN]
                      [--until WHEN] [--grep TEXT] [--limit N] [--tree]
                      [--all] [--home DIR]... [--json]
                      [--usage | --no-usage]

  The number and the id of a row, or the first characters of its id, are for
  'threadline show', 'convert', 'check' and 'run --resume'. A filter changes
  no number. A mark stands before a session that is not done: ● it works,
  ? it asks something, × it failed or was broken off. Where there is an archive,
  sessions whose files the agent deleted are listed too, as (gone), without a
  number: 'threadline show ID' and 'export ID' know them.

Options
      --agent NAME     Only the sessions of one agent
      --here           Only those of this folder and the folders below it
      --project NAME|PATH
                       Only those of a project: its name, a path, or a part of
                       either that no other project has
      --status STATUS  Only those that are working, waiting, failed or done
      --model NAME     Only those of a model, or whose model begins so
      --since WHEN     Only those written to since: 2026-11-15, 36h, 90d, 1w,
                       today, yesterday, monday, 'last week'
      --until WHEN     Only those not written to after then; a day counts whole
      --grep TEXT      Only those with the text in their title or first prompt;
                       where there is an archive, also in what was said
      --starred        Only those with a star: see 'threadline star'
      --tag TAG        Only those with this tag; may be given several times,
                       and all of them must be there
  -n, --limit N        So many at most; 0 is all. On a terminal the newest 30 by
                       default, else all. Where there are very many, only the
                       files that these rows need are looked at, and the rest
                       is counted by their names
      --tree           Also those that an agent started, under the session that
                       they belong to
      --all            Also archived sessions and those that an agent started,
                       which stand under the session that they belong to
      --live-only      Leave out sessions whose files the agent deleted
      --ghosts         Also sessions of which only the prompts are left, in the
                       agents' own logs of what was typed; they count nowhere
      --home DIR       Where to look; may be given several times. By default
                       where the agents' own variables say, else in their
                       usual places
      --json           Write {"sessions": [{agent, id, path, created_at,
                       updated_at, cwd, title, first_prompt, turns, model,
                       version, source, status, archived, gone, compressed,
                       parent_id, forked_from_id, copy_of, size, starred,
                       tags, note, problems, usage, usage_with_agents,
                       changes, resume_command, run_command}]}; status is
                       working, waiting, failed, done, or null beyond the
                       newest 500; changes is {added, removed, files} where
                       the archive has counted them, else null
      --usage          Also tokens and cost of each session, as 'usage' counts
                       them; every file is read for it. With --json they are
                       there anyway, as {requests, input, cached, cache_write,
                       output, reasoning, total, cost_usd, unpriced}
      --no-usage       With --json: leave usage out, which is then null
      --archive URL    Ask this server, postgres://…, instead of this machine;
                       by default the one that THREADLINE_ARCHIVE names, if any.
                       Its sessions have no numbers, the newest 30 are shown
      --machine NAME   Of a server: only those of this machine
      --color WHEN     ${COLOR_HELP}
  -h, --help           Show this help

Exit codes
  0  done      2  wrong arguments      4  a folder or a file cannot be read

Examples
  threadline sessions --here
  threadline sessions --since 7d --grep login
` as const;

const options = optionsOf(help, 'home', 'tag');

export const sessionsCommand = defineOptionCommand('sessions', help, options, async (values, { agents }) => {
  if (values.usage && values['no-usage']) throw usageError('--usage and --no-usage exclude each other', 'sessions');
  const limit = parseCount('sessions', '--limit', values.limit, 0);
  const { since, until } = parsePeriod('sessions', values);
  const address = askedServer('sessions', values);
  if (address !== undefined && values.ghosts)
    throw usageError('--ghosts is about this machine, not a server', 'sessions');
  const { chosenProjects } = await import('../project.ts');
  const wanted = {
    agents,
    homes: values.home,
    filter: {
      agent: values.agent,
      model: values.model,
      status: parseStatus('sessions', values.status),
      projects: await chosenProjects('sessions', values, { agents, homes: values.home, archive: address }),
      since: since?.at,
      until: until?.at,
      grep: values.grep,
      machine: values.machine,
      starred: values.starred,
      tags: values.tag,
    },
    limit,
    all: values.all === true,
    tree: values.tree === true,
    liveOnly: values['live-only'] === true,
    ghosts: values.ghosts === true,
    json: values.json === true,
    usage: values.usage === true || (values.json === true && values['no-usage'] !== true),
    color: values.color,
  };
  if (address !== undefined) {
    const { withRemoteStore } = await import('../remote/remote-store.ts');
    const { listRemote } = await import('../remote/remote-sessions.ts');
    return withRemoteStore(address, (store) => listRemote(store, wanted));
  }
  return (await import('./sessions.ts')).sessions(wanted);
});
