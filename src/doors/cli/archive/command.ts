import { defineCommand } from '../define-command.ts';
import { usageError } from '../exit.ts';
import { didYouMean } from '../nearest.ts';
import type { OptionValues } from '../options.ts';
import { optionsOf } from '../options-of.ts';

/** The actions on this machine, each with the options that say what it acts on. */
const localActions = {
  status: [],
  index: [],
  keep: ['deleted'],
  exclude: ['project', 'undo'],
  forget: ['project', 'before'],
  prune: ['before', 'gone'],
  rebuild: [],
  verify: [],
} as const;
/** The same of the actions on an archive on a server. */
const serverActions = {
  status: [],
  migrate: ['roles-only', 'restored'],
  tokens: ['owner', 'group', 'new-tenant'],
  retain: ['text', 'raw', 'usage'],
  refold: ['agent'],
  verify: ['heads'],
  forget: ['project', 'person', 'machine', 'overwrite'],
  hold: ['project', 'repository', 'person', 'machine'],
} as const;
/** Options that choose nothing: where to look, and how to ask and answer. */
const COMMON_OPTIONS = ['home', 'archive', 'tenant', 'yes', 'json'];

export type ArchiveAction = keyof typeof localActions;
export type ServerAction = keyof typeof serverActions;

const help = `threadline archive: manage the archive, in which what was said can be searched.

On this machine
  threadline archive status [--json]
  threadline archive index [--home DIR]... [--yes]
  threadline archive keep --deleted forever|DAYS|never
  threadline archive exclude --project NAME|PATH [--undo]
  threadline archive forget SESSION | --project NAME|PATH | --before WHEN
                            [--yes]
  threadline archive prune --before WHEN | --gone [--yes]
  threadline archive rebuild [--yes]
  threadline archive verify

  The archive holds all texts as they are, also of sessions whose files the
  agent has deleted: of those it is the only copy. It lies in your data folder,
  readable by you alone; THREADLINE_HOME names another.

On PostgreSQL, with --archive postgres://… or THREADLINE_ARCHIVE
  threadline archive migrate [--roles-only | --restored]
  threadline archive tokens add NAME [--owner WHO] [--group] [--new-tenant]
  threadline archive tokens list [--json]
  threadline archive tokens revoke NAME
  threadline archive retain [--text DAYS] [--raw DAYS] [--usage DAYS] [--yes]
  threadline archive refold [--agent NAME]
  threadline archive verify [--json] [--heads FILE]
  threadline archive status [--json]
  threadline archive forget SESSION | --project NAME | --person WHO |
                            --machine NAME [--overwrite] [--yes]
  threadline archive hold add SESSION | --project NAME | --repository NAME |
                            --person WHO | --machine NAME
  threadline archive hold [list [--json] | lift NUMBER]

  The user of the address has to own the tables.

Actions
  status    Where it is, how large, how fresh, what is wrong
  index     Take in what is new
  keep      How long to keep sessions whose files are gone; for ever by default
  exclude   Leave a project out from now on; --undo takes it in again. The
            answer names its folder and how many sessions it holds
  forget    Remove sessions with all that was made of them, for good. On a
            server nothing of them is taken in again
  prune     Make it smaller: sessions without a message since WHEN. Those whose
            files are gone only with --gone
  rebuild   Make it anew from the files; what is gone is carried over
  verify    Read all of it and say what is wrong
  migrate   Make the tables, or bring them to this version, and give all rights
            again
  tokens    What machines send with: add prints one, once; revoke ends it
  retain    List what was kept longer than wanted; --yes drops it. With DAYS,
            set how long to keep it
  hold      A legal hold: what is held is not forgotten or dropped, until it is
            lifted
  refold    Have all files folded again, also those that failed

Options
      --home DIR      Where to look; may be given several times. By default
                      where each agent keeps its sessions
      --deleted HOW   forever, never, or a number of days
      --project NAME  A project: its name, a path, or a part that no other has;
                      a folder and all below it, on a server of any machine
      --before WHEN   2026-11-15, 90d, 12w, 'last week', …
      --gone          Sessions whose files are gone
      --undo          Take a folder in again
      --archive URL   postgres://USER@HOST/DATABASE
      --roles-only    migrate: make only the roles, before a restore into a new
                      server
      --restored      migrate: the disk is an earlier one; collectors ask about
                      all files again. After pg_restore they do so anyway
      --tenant NAME   Whose part of the server (default: default)
      --new-tenant    tokens add: make the tenant that --tenant names
      --owner WHO     tokens add: whose machine it is
      --group         tokens add: for many machines, which name themselves: CI
      --person WHO    forget, hold: all that a person sent: #N or the subject as
                      'threadline team people' lists them, or a name
      --machine NAME  forget, hold: all that a machine sent
      --repository NAME
                      hold: all of a repository, github.com/acme/app
      --overwrite     forget: write the tables anew afterwards, so that nothing
                      is left in their files; they are locked meanwhile
      --heads FILE    verify: a team server's log, which tells the last row of
                      its audit each hour: all of those must be there
      --agent NAME    refold: only files of this agent
      --text, --raw, --usage DAYS
                      retain: how long texts, the bytes as they were sent, and
                      counts of tokens are kept; forever for the last two
  -y, --yes           Do not ask
      --json          Of status: {folder, bytes, version, sessions, gone,
                      blocks, sources, problems: [{path, message}], fresh_at,
                      keep_deleted, excluded, set_aside}; on a server
                      {version, server, epoch, bytes, sessions, sources, jobs,
                      lag_seconds, parked, folded_at, machines: [{name, owner,
                      seen_at, sources, bytes}]}. Of verify: {tenants,
                      machines, sources, segments, sessions, blocks, wrong,
                      parked: [{source, problem}]}. Of tokens list: {tokens:
                      [{name, owner, group, created_at, seen_at, revoked_at}]}
  -h, --help          Show this help

Exit codes
  0  done      2  wrong arguments, or --yes is wanted      3  something is wrong
  4  the archive cannot be read or written
`;

/** The help describes three options on one line. */
const options = {
  ...optionsOf(help, 'home'),
  text: { type: 'string' },
  raw: { type: 'string' },
  usage: { type: 'string' },
} as const;

/** The values as they were given. */
export type ArchiveValues = OptionValues<typeof options>;

export const archiveCommand = defineCommand('archive', help, options, async ({ values, positionals }, { agents }) => {
  const [name = 'status', ...rest] = positionals;
  const local = actionOf(localActions, name);
  const remote = actionOf(serverActions, name);
  if (!local && !remote) {
    const known = [...new Set([...Object.keys(localActions), ...Object.keys(serverActions)])];
    throw usageError(`there is no 'archive ${name}'${didYouMean(name, known)}`, 'archive');
  }
  const most = name === 'forget' ? 1 : name === 'tokens' || name === 'hold' ? 2 : 0;
  if (rest.length > most) throw usageError(`archive ${name} takes no argument '${rest.at(-1)}'`, 'archive');
  const isOnServer = values.archive !== undefined || (process.env.THREADLINE_ARCHIVE ?? '') !== '';
  if (remote && (isOnServer || !local)) {
    refuseOptions(remote, values, serverActions[remote], 'on a server');
    const { serverUrl } = await import('../server-url.ts');
    const { archiveOnServer } = await import('./on-server.ts');
    return archiveOnServer(remote, rest, serverUrl('archive', values.archive), values);
  }
  if (!local || values.archive !== undefined) throw usageError(`archive ${name} is of this machine alone`, 'archive');
  refuseOptions(local, values, localActions[local], 'on this machine');
  const { archive } = await import('./archive.ts');
  return archive(local, { ...values, session: rest[0], agents });
});

function actionOf<Action extends string>(actions: Record<Action, unknown>, name: string): Action | undefined {
  return Object.hasOwn(actions, name) ? (name as Action) : undefined;
}

/** Whoever says `index --project ~/work` means that folder alone: what an action does not look at is refused. */
function refuseOptions(action: string, values: ArchiveValues, takes: readonly string[], where: string): void {
  const other = Object.keys(values).find((name) => !takes.includes(name) && !COMMON_OPTIONS.includes(name));
  if (other !== undefined) throw usageError(`archive ${action} takes no --${other} ${where}`, 'archive');
}
