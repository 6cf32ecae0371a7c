import { defineCommand } from '../define-command.ts';
import { COLOR_HELP } from '../options.ts';
import { optionsOf } from '../options-of.ts';

const help = `threadline check: check sessions and files for broken lines and unknown kinds.

Usage
  threadline check [FILE|FOLDER|SESSION]... [--strict] [--fail-on RULES] [-v]
                   [--json] [--home DIR]...

  Without an argument all sessions of this machine are checked. SESSION is last,
  a number of the list, or an id, as 'threadline show' takes them; - is standard
  input. For each file: its dialect, the agent's version where the file says it,
  lines, events, problems, how many kinds of events and items this version does
  not know, and how many fields it keeps as extra.

Options
      --strict       Unknown kinds and events without their thread are problems
                     too, and a file with a problem makes the exit code 3
      --fail-on RULES
                     Rules joined by commas; a broken one makes the exit code 1
                     and is one line. failed-tests: the last run of a test
                     failed. denied: a call was not allowed. cost>2: more than
                     2 dollars were spent. docs/ci.md says what counts
  -v, --verbose      Every file, and all names of extra fields: fields that this
                     version has no place for and keeps as they are, which is
                     normal
      --json         Write {"files": [{path, wire, version, lines, blank,
                     events, problems, unknown_events, unknown_items,
                     extra_fields}]}, with --fail-on also broken_rules,
                     a list of {rule, message}, and for a trajectory (ATIF)
                     warnings, a list of texts. problems is a list of {line,
                     code}; unknown_events, unknown_items and extra_fields count
                     how often each name was seen; wire is "unknown" where no
                     dialect fits
      --home DIR     Where to look for sessions; may be given several times
      --color WHEN   ${COLOR_HELP}
  -h, --help         Show this help

Names of extra fields
  They tell the level where the field stood: the kind of the event, or item. and
  the kind of the item, then the fields down to it.
    turn.completed.usage.new_count       in the usage of turn.completed
    item.completed.new_field             beside the item of item.completed
    item.command_execution.new_field     in an item of this kind
    item.file_change.changes.new_field   in one of its changes

Exit codes
  0  every file was read            1  a rule of --fail-on is broken
  2  wrong arguments                4  a file cannot be read
  3  no dialect recognises a file, or it has problems with --strict
` as const;

const options = optionsOf(help, 'home');

export const checkCommand = defineCommand('check', help, options, async ({ values, positionals }, context) => {
  const { check } = await import('./check.ts');
  const { parseRules } = await import('./fail-rules.ts');
  return check({
    ...context,
    wanted: positionals,
    homes: values.home,
    json: values.json === true,
    verbose: values.verbose === true,
    strict: values.strict === true,
    rules: parseRules(values['fail-on']),
    color: values.color,
  });
});
