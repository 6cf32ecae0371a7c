import type { Command } from '../commands.ts';
import { usageError } from '../exit.ts';
import { COLOR_HELP, parseOptions, screenOptions } from '../options.ts';

const options = { json: { type: 'boolean' }, ...screenOptions } as const;

const help = `threadline check: tell what is in files that agents wrote.

Usage
  threadline check FILE... [--json]

  For each file: its dialect, the agent's version where the file says it, lines,
  events, problems, and how many kinds of events and items and how many fields
  this version does not know. A FILE named - is standard input.

Options
      --json   Write {"files": [{path, wire, version, lines, blank, events,
               problems, unknown_events, unknown_items, extra_fields}]}.
               problems is a list of {line, code}; the last three count how
               often each name was seen; wire is "unknown" where no dialect fits
${COLOR_HELP}
  -h, --help   Show this help

Names of extra fields
  They tell the level where the field stood: the kind of the event, or item. and
  the kind of the item, then the fields down to it.
    turn.completed.usage.new_count       in the usage of turn.completed
    item.completed.new_field             beside the item of item.completed
    item.command_execution.new_field     in an item of this kind
    item.file_change.changes.new_field   in one of its changes

Exit codes
  0  every file was read            2  wrong arguments
  3  no dialect recognises a file   4  a file cannot be read
`;

export const checkCommand: Command = {
  help: async () => help,
  async run(args) {
    const { values, positionals } = parseOptions('check', args, options);
    if (positionals.length === 0) throw usageError('name at least one FILE', 'check');
    const { check } = await import('./check.ts');
    return check({ paths: positionals, json: values.json === true, color: values.color });
  },
};
