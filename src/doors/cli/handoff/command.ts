import type { Command } from '../commands.ts';
import { usageError } from '../exit.ts';
import { parseCount, parseOptions } from '../options.ts';
import { optionsOf } from '../options-of.ts';

const help = `threadline handoff: hand a session over to another agent.

Usage
  threadline handoff SESSION --to AGENT [--run] [-- PROMPT]

  SESSION is last, a number of the list, an id or a FILE, as 'threadline show'
  takes them. One new file is written where the other agent looks for its
  sessions; no other file of it is changed. OpenCode, Copilot CLI and Goose are
  started to import the session by their own command instead. What was left out
  is told, and the command that resumes it.

  The same session and turns give the same id. Handed over again, the file is
  written anew if the session has grown. A copy that was resumed is left alone.

Options
      --to AGENT           claude, codex, gemini, qwen, pi, opencode, copilot or
                           goose
      --run                Go on at once: with PROMPT as 'threadline run' does,
                           without one in the agent's own window
      --cwd DIR            Where the agent is to work; by default the session's
                           folder, which has to be on this machine
      --from-turn N        Only from this turn on
      --last-turns N       Only the last turns
      --max-tokens N       As many of the last turns as fit into so many tokens,
                           by an estimate; those before become a short list of
                           what was asked and done
      --again              Where the copy was resumed, make a further one
      --remove             Take it away again, as long as nobody has resumed it
      --dry-run            Change nothing; tell what would be done
      --json               Tell it as JSON
      --no-redact          Keep secrets. By default each recognised secret
                           becomes [redacted:NAME-1], as of 'threadline export'
      --redact-also TEXT   Redact this too, as 'threadline export' does
      --redact-rules FILE  Redact by rules of your own: docs/redaction.md
      --private-paths      Write ~ for your home folder and no account name
      --home DIR           Where to look for SESSION; may be given again
  -h, --help               Show this help

  The other agent's home is where its own variable says, such as CODEX_HOME or
  CLAUDE_CONFIG_DIR, else its usual place.

With --run and PROMPT, of the agent
  -m, --model MODEL        --permission-mode MODE    --skip-git-repo-check

Exit codes
  0  done        1  the agent failed (--run)        2  wrong arguments
  4  no such session, its folder is not on this machine, the copy was resumed,
     or the file cannot be written

Examples
  threadline handoff last --to claude
  threadline handoff 3 --to codex --last-turns 5 --run -- "now the tests"
`;

/** The help describes the agent's options on one line. */
const options = {
  ...optionsOf(help, 'home', 'redact-also'),
  'permission-mode': { type: 'string' },
  'skip-git-repo-check': { type: 'boolean' },
} as const;

export const handoffCommand: Command = {
  options,
  help: async () => help,
  async run(args, context) {
    const end = args.indexOf('--');
    const prompts = end === -1 ? [] : args.slice(end + 1);
    const { values, positionals } = parseOptions('handoff', end === -1 ? args : args.slice(0, end), options);
    const [wanted, ...others] = positionals;
    const wrong = (message: string) => usageError(message, 'handoff');
    if (wanted === undefined) throw wrong("no SESSION given; 'last' is the newest one");
    if (wanted === '-') throw wrong('a SESSION is handed over, not standard input');
    if (others.length > 0) throw wrong('handoff takes one SESSION; a PROMPT stands after --');
    if (prompts.length > 1) throw wrong('handoff takes one PROMPT; put it in quotes');
    if (values.to === undefined)
      throw wrong('say who is to go on: --to claude, codex, gemini, qwen, pi, opencode, copilot or goose');
    if (prompts.length > 0 && !values.run) throw wrong('a PROMPT is for --run');
    for (const name of ['json', 'remove', 'dry-run'] as const)
      if (values.run && values[name]) throw wrong(`--run and --${name} exclude each other`);
    if (values['from-turn'] !== undefined && values['last-turns'] !== undefined)
      throw wrong('--from-turn and --last-turns exclude each other');
    if (values['no-redact'] && (values['redact-also'] || values['redact-rules'] || values['private-paths']))
      throw wrong('--no-redact excludes --redact-also, --redact-rules and --private-paths');
    const { handoff } = await import('./handoff.ts');
    return handoff({
      ...context,
      wanted,
      to: values.to,
      prompt: prompts[0],
      run: values.run === true,
      remove: values.remove === true,
      json: values.json === true,
      homes: values.home,
      how: {
        cwd: values.cwd,
        fromTurn: parseCount('handoff', '--from-turn', values['from-turn'], 1),
        lastTurns: parseCount('handoff', '--last-turns', values['last-turns'], 1),
        maxTokens: parseCount('handoff', '--max-tokens', values['max-tokens'], 1),
        again: values.again,
        dryRun: values['dry-run'],
      },
      redaction: values['no-redact']
        ? undefined
        : { also: values['redact-also'], rules: values['redact-rules'], privatePaths: values['private-paths'] },
      model: values.model,
      permissionMode: values['permission-mode'],
      skipGitRepoCheck: values['skip-git-repo-check'],
    });
  },
};
