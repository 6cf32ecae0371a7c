import { defineCommand } from '../define-command.ts';
import { usageError } from '../exit.ts';
import { COLOR_HELP } from '../options.ts';
import { optionsOf } from '../options-of.ts';
import { namedServer } from '../server-url.ts';

const help = `threadline show: show a session, or a file that an agent wrote, as a transcript.

Usage
  threadline show SESSION|FILE [--full] [--context] [--json] [--home DIR]...

  SESSION   last                the session that was last written to
            a number            of the list of 'threadline sessions'
            an id               or its first characters, at least 6
            agent:ID            for one that two agents have
            SESSION#MESSAGE     one message, with those before and after it:
                                a hit of 'threadline search'
  FILE      any file that an agent wrote: a session (.jsonl, .jsonl.zst, .json)
            or what the agent printed; - is standard input. What comes through
            a pipe is shown as it comes

  Long outputs, diffs and prompts are folded: their first and last lines are
  shown. What goes to a file or a pipe is not cut at the screen's width.

Options
      --full         Fold nothing: show every line
      --context      Also the context that the CLI put in by itself, and turns
                     that were taken back
      --all          Both of these, and --agents
      --no-agents    Leave out what agents did that the agent started. It stands
                     under the call that started them, further in
      --agents       With --json: their messages, too, each with its "parent"
      --json         Write {"session": {…}, "messages": […]}, a message a line
      --home DIR     Where to look for sessions; may be given several times. By
                     default where each agent keeps them
      --archive URL  Show a session of this server, postgres://…; by default of
                     the one that THREADLINE_ARCHIVE names, if any
      --color WHEN   ${COLOR_HELP}
  -h, --help         Show this help

Exit codes
  0  done                             2  wrong arguments
  3  no dialect recognises the file   4  no such session, or it cannot be read

Examples
  threadline show last
  threadline show last --color always | less -R
  codex exec --json "fix the tests" | threadline show -
` as const;

const options = optionsOf(help, 'home');

export const showCommand = defineCommand('show', help, options, async ({ values, positionals }, context) => {
  const [wanted] = positionals;
  if (wanted === undefined) throw usageError("say what to show: a SESSION, a FILE or 'last'", 'show');
  if (positionals.length > 1) throw usageError(`show takes one session, not ${positionals.length}`, 'show');
  const address = namedServer('show', values.archive);
  const { show } = await import('./show.ts');
  return show({
    ...context,
    wanted,
    homes: values.home,
    archive: address,
    full: values.full === true || values.all === true,
    context: values.context === true || values.all === true,
    subagents: values['no-agents'] !== true && (values.json !== true || values.agents === true || values.all === true),
    json: values.json === true,
    color: values.color,
  });
});
