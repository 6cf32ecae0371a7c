import type { Command } from '../commands.ts';
import { usageError } from '../exit.ts';
import { didYouMean } from '../nearest.ts';
import { parseOptions } from '../options.ts';

const options = {
  home: { type: 'string', multiple: true },
  deleted: { type: 'string' },
  project: { type: 'string' },
  before: { type: 'string' },
  gone: { type: 'boolean' },
  undo: { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  json: { type: 'boolean' },
} as const;

export const archiveActions = ['status', 'index', 'keep', 'exclude', 'forget', 'prune', 'rebuild', 'verify'] as const;
export type ArchiveAction = (typeof archiveActions)[number];

/** What was given, as it was given. */
export interface ArchiveValues {
  home?: string[] | undefined;
  deleted?: string | undefined;
  project?: string | undefined;
  before?: string | undefined;
  gone?: boolean | undefined;
  undo?: boolean | undefined;
  yes?: boolean | undefined;
  json?: boolean | undefined;
}

const help = `threadline archive: what agents said, kept on this machine to be searched.

Usage
  threadline archive status [--json]
  threadline archive index [--home DIR]... [--yes]
  threadline archive keep --deleted forever|DAYS|never
  threadline archive exclude --project DIR [--undo]
  threadline archive forget SESSION | --project DIR | --before WHEN [--yes]
  threadline archive prune --before WHEN | --gone [--yes]
  threadline archive rebuild [--yes]
  threadline archive verify

  The archive holds all texts as they are, also of sessions whose files the
  agent has deleted: of those it is the only copy. It lies in your data folder,
  readable by you alone; THREADLINE_HOME names another.

Actions
  status    Where it is, how large, how fresh, what is wrong
  index     Take in what is new
  keep      How long to keep sessions whose files are gone; for ever by default
  exclude   Leave a folder and all below it out from now on; --undo takes it in
  forget    Remove sessions with all that was made of them, for good
  prune     Make it smaller: sessions without a message since WHEN. Those whose
            files are gone only with --gone
  rebuild   Make it anew from the files; what is gone is carried over
  verify    Read all of it and say what is wrong

Options
      --home DIR      Where to look; may be given several times. By default
                      where each agent keeps its sessions
      --deleted HOW   forever, never, or a number of days
      --project DIR   A folder and all below it
      --before WHEN   2026-11-15, or 90d, 12w: so long ago
      --gone          Sessions whose files are gone
      --undo          Take a folder in again
  -y, --yes           Do not ask
      --json          {folder, bytes, version, sessions, gone, blocks, sources,
                      problems: [{path, message}], fresh_at, keep_deleted,
                      excluded, set_aside}
  -h, --help          Show this help

Exit codes
  0  done      2  wrong arguments, or --yes is wanted      3  something is wrong
  4  the archive cannot be read or written
`;

export const archiveCommand: Command = {
  help: async () => help,
  options,
  async run(args, { agents }) {
    const { values, positionals } = parseOptions('archive', args, options);
    const [name = 'status', ...rest] = positionals;
    const action = archiveActions.find((known) => known === name);
    if (!action) throw usageError(`there is no 'archive ${name}'${didYouMean(name, archiveActions)}`, 'archive');
    if (rest.length > (action === 'forget' ? 1 : 0)) {
      throw usageError(`archive ${action} takes no argument '${rest.at(-1)}'`, 'archive');
    }
    const { archive } = await import('./archive.ts');
    return archive(action, { ...values, session: rest[0], agents });
  },
};
