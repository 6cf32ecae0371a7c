import type { AgentOptions } from '../../../machine/run/index.ts';
import type { Command } from '../commands.ts';
import { usageError } from '../exit.ts';
import { parseCount, parseDollars, parseOptions } from '../options.ts';
import { optionsOf } from '../options-of.ts';
import { separatePrompts } from './separate-prompts.ts';

const help = `threadline run: run an agent and show what it does.

Usage
  threadline run PROMPT [--resume SESSION] [--to SHAPE] [options of the agent]

  PROMPT is one argument; - reads it from standard input. An argument that holds
  a space is never an option, and after -- nothing is: a prompt may begin with
  anything.

Options
      --resume SESSION     Go on with a session: last (the newest one of the
                           working folder, else of all), a number of the list,
                           or an id, as 'threadline show' takes them
      --force              Take a session whose file grew in the last minute
                           without threadline: another program may work on it
      --agent NAME         Which agent; by default Codex, or the one whose
                           session goes on
      --permission-mode MODE
                           What the agent may do, by the same names for all:
                           default, plan (read only), acceptEdits (write, do
                           not ask), bypassPermissions (everything). Without
                           it the agent's own default; Gemini CLI then has no
                           shell and cannot write
      --to SHAPE           For scripts: events, messages or ndjson, a line each,
                           as 'threadline convert' writes them
      --json               The same as --to events
      --full               Do not fold long outputs
      --all                The same, and what the CLI puts in by itself
      --timeout SECONDS    End the agent after so long
      --idle-timeout SECONDS
                           End it when it has printed nothing for so long
      --max-cost DOLLARS   End it, as Ctrl-C does, when the run has cost more;
                           exit code 1. Its files are read once a second
      --color WHEN         always, never, or auto: colours on a terminal only
  -h, --help               Show this help

Options of the agent, by Codex's names
  -m, --model MODEL        -s, --sandbox MODE        -C, --cd DIR
  -c, --config KEY=VALUE   -i, --image FILE[,FILE]   -p, --profile NAME
  -o, --output-last-message FILE                     --output-schema FILE
      --add-dir DIR            --skip-git-repo-check --ephemeral
      --dangerously-bypass-approvals-and-sandbox

  The program is the one that CODEX_CLI_PATH names, else the one in PATH.

Exit codes
  0  the agent is done
  1  the agent failed, took too long, cost too much, or went on with another
     session
  2  wrong arguments
  4  no such session, no agent that can be run, or another process has it
  130  interrupted: the agent and all that it started are ended first

Examples
  threadline run "fix the tests" -s workspace-write
  threadline run --resume last "now the docs"
  git diff | threadline run - --to messages
`;

/** The help describes several of the agent's options on one line. */
const options = {
  ...optionsOf(help, 'config', 'add-dir'),
  sandbox: { type: 'string', short: 's' },
  cd: { type: 'string', short: 'C' },
  image: { type: 'string', short: 'i', multiple: true },
  profile: { type: 'string', short: 'p' },
  'output-schema': { type: 'string' },
  'skip-git-repo-check': { type: 'boolean' },
  ephemeral: { type: 'boolean' },
} as const;

export const runCommand: Command = {
  options,
  help: async () => help,
  async run(args, context) {
    const { prompts, rest } = separatePrompts(args, options);
    const { values, positionals } = parseOptions('run', rest, options);
    const [prompt, ...others] = [...prompts, ...positionals];
    if (prompt === undefined) throw usageError('no PROMPT given', 'run');
    if (others.length > 0) throw usageError('run takes one PROMPT; put it in quotes', 'run');
    if (values.json && values.to !== undefined) throw usageError('--json means --to events; give one of them', 'run');
    const { runAgent } = await import('./run-agent.ts');
    return runAgent({
      ...context,
      prompt,
      isPrompt: prompts.length > 0,
      to: values.json ? 'events' : values.to,
      full: values.full === true || values.all === true,
      all: values.all === true,
      agent: values.agent,
      color: values.color,
      resume: values.resume,
      force: values.force === true,
      permissionMode: values['permission-mode'],
      maxUsd: parseDollars('run', '--max-cost', values['max-cost']),
      task: given({
        timeoutMs: milliseconds('--timeout', values.timeout),
        idleTimeoutMs: milliseconds('--idle-timeout', values['idle-timeout']),
        model: values.model,
        sandbox: values.sandbox,
        cwd: values.cd,
        configOverrides: values.config,
        images: values.image?.flatMap((list) => list.split(',')),
        profile: values.profile,
        outputSchema: values['output-schema'],
        lastMessageFile: values['output-last-message'],
        addDirs: values['add-dir'],
        skipGitRepoCheck: values['skip-git-repo-check'],
        ephemeral: values.ephemeral,
        dangerouslyBypassApprovalsAndSandbox: values['dangerously-bypass-approvals-and-sandbox'],
      }),
    });
  },
};

/** Only the options that were given: a driver refuses an option that its agent does not have. */
function given(options: AgentOptions & Record<string, unknown>): AgentOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

function milliseconds(option: string, text: string | undefined): number | undefined {
  const seconds = parseCount('run', option, text, 1);
  return seconds === undefined ? undefined : seconds * 1000;
}
