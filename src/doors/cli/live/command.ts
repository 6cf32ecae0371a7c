import { defineCommand } from '../define-command.ts';
import { usageError } from '../exit.ts';
import { COLOR_HELP } from '../options.ts';
import { optionsOf } from '../options-of.ts';

const help = `threadline live: work with an agent that asks you before it acts.

Usage
  threadline live [AGENT] [--resume SESSION] [--policy FILE] [--json]

  Type to begin a turn; what you type while the agent works reaches it, or waits
  for the end of the turn where the agent takes none. Ctrl-C interrupts the turn
  and ends what it started; twice, or Ctrl-D, ends the session. Whatever the
  agent does not itself call read-only is asked for, whatever its settings say:

    a  allow once             A  allow for this session, to the byte
    e  change, then allow     d  decline, and say why

  What is deleted, what lies outside of the folder and what reaches others is
  told from the command itself. No answer is a refusal: at an interrupt, at the
  end, when the terminal is gone.

Options
      --resume SESSION   Go on with a session: last, a number of the list, or an
                         id, as 'threadline show' takes them
      --fork             Go on in a copy of it
      --policy FILE      Rules that answer first; 'threadline policy --help'
      --mode MODE        ask (the default), edits: changes of files in the
                         folder are not asked for, or plan
      --model MODEL      The model; the agent's own choice by default
      --cd DIR           The folder to work in; the present one by default
      --force            Take a session whose file grew in the last minute
                         without threadline: another program may work on it
      --json             For programs: events out, a line each; in {"send":
                         TEXT}, {"say": TEXT, "how"?}, {"answer": {"id",
                         "allow"?: "once" or "session", "deny"?: true,
                         "reason"?, "input"?, "answers"?}}, {"interrupt": true},
                         {"close": true}; the end of the input closes
      --color WHEN       ${COLOR_HELP}
  -h, --help             Show this help

  What an earlier 'threadline live' left running when it was killed is named and
  ended at the start.

Exit codes
  0  the session was closed         2  wrong arguments, or a wrong policy
  1  the agent ended by itself      4  no such session or agent, or it is held
` as const;

const options = optionsOf(help);

export const liveCommand = defineCommand('live', help, options, async ({ values, positionals }, context) => {
  if (positionals.length > 1) throw usageError('live takes one AGENT', 'live');
  const { mode = 'ask' } = values;
  if (mode !== 'ask' && mode !== 'edits' && mode !== 'plan') {
    throw usageError("--mode is 'ask', 'edits' or 'plan'", 'live');
  }
  const { live } = await import('./live.ts');
  return live({
    ...context,
    agent: positionals[0],
    resume: values.resume,
    fork: values.fork === true,
    policy: values.policy,
    mode,
    model: values.model,
    cwd: values.cd,
    force: values.force === true,
    json: values.json === true,
    color: values.color,
  });
});
