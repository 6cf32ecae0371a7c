import { defineCommand } from '../define-command.ts';
import { usageError } from '../exit.ts';
import { COLOR_HELP, parseCount } from '../options.ts';
import { optionsOf } from '../options-of.ts';

const SHAPES = ['events', 'messages'];
const SHOWN_MESSAGES = 10;

const help = `threadline tail: follow a session, or all of them, while agents work.

Usage
  threadline tail [SESSION|FILE] [-n N] [--full] [--to SHAPE] [--home DIR]...
  threadline tail --all [--agent NAME] [--to SHAPE] [--home DIR]...

  SESSION is last (by default), a number of the list, or an id, as 'threadline
  show' takes them. Its last messages are shown, then each that comes, until
  Ctrl-C. A file that is cut or replaced is shown anew; one that the agent
  compresses, or deletes and writes again, is followed. With --all the archive
  is brought up to date, too ('threadline archive --help').

Options
      --all          All sessions, also those that begin; a line says who speaks
      --agent NAME   With --all: only the sessions of one agent
  -n, --messages N   Begin with the last N messages: 10 by default
      --full         Fold nothing: show every line
      --context      Also the context that the CLI put in by itself
      --to SHAPE     Write a line of JSON for each: events or messages. With
                     --all in {agent, session, event} or {agent, session,
                     message}
      --json         The same as --to messages
      --home DIR     Where to look for sessions; may be given several times
      --color WHEN   ${COLOR_HELP}
  -h, --help         Show this help

Exit codes
  130  ended by Ctrl-C      2  wrong arguments      4  no such session

Examples
  threadline tail
  threadline tail --all --to events | jq .event.type
` as const;

const options = optionsOf(help, 'home');

export const tailCommand = defineCommand('tail', help, options, async ({ values, positionals }, context) => {
  const [wanted = 'last'] = positionals;
  if (positionals.length > 1) throw usageError(`tail takes one session, not ${positionals.length}`, 'tail');
  if (values.all && positionals.length > 0) throw usageError('--all takes no session', 'tail');
  if (values.agent !== undefined && !values.all) throw usageError('--agent goes with --all', 'tail');
  const to = values.to ?? (values.json ? 'messages' : undefined);
  if (to !== undefined && !SHAPES.includes(to)) {
    throw usageError(`unknown shape '${to}'; --to takes: ${SHAPES.join(', ')}`, 'tail');
  }
  const last = parseCount('tail', '--messages', values.messages, 0) ?? SHOWN_MESSAGES;
  const { tail } = await import('./tail.ts');
  return tail({
    ...context,
    wanted: values.all ? undefined : wanted,
    agent: values.agent,
    homes: values.home,
    last,
    to,
    full: values.full === true,
    context: values.context === true,
    color: values.color,
  });
});
