import type { Command } from '../commands.ts';
import { usageError } from '../exit.ts';
import { parseCount, parseOptions } from '../options.ts';
import { separatePrompts } from './separate-prompts.ts';

const options = {
  to: { type: 'string' },
  json: { type: 'boolean' },
  all: { type: 'boolean' },
  resume: { type: 'string' },
  timeout: { type: 'string' },
  'idle-timeout': { type: 'string' },
  // From here on Codex's own.
  model: { type: 'string', short: 'm' },
  sandbox: { type: 'string', short: 's' },
  cd: { type: 'string', short: 'C' },
  config: { type: 'string', short: 'c', multiple: true },
  image: { type: 'string', short: 'i', multiple: true },
  profile: { type: 'string', short: 'p' },
  'output-schema': { type: 'string' },
  'output-last-message': { type: 'string', short: 'o' },
  'add-dir': { type: 'string', multiple: true },
  'skip-git-repo-check': { type: 'boolean' },
  ephemeral: { type: 'boolean' },
  'dangerously-bypass-approvals-and-sandbox': { type: 'boolean' },
} as const;

const help = `threadline run: run Codex and show what happens.

Usage
  threadline run PROMPT [--resume ID|last] [--to SHAPE] [options of Codex]

  PROMPT is one argument; - reads it from standard input. An argument that holds
  a space is never an option, and after -- nothing is: a prompt may begin with
  anything.

Options
      --resume ID          Go on with a session; last is the newest one of the
                           working folder, else of all
      --to SHAPE           For scripts: events, messages or ndjson, a line each,
                           as 'threadline convert' writes them
      --json               The same as --to events
      --all                Do not fold long outputs
      --timeout SECONDS    End the agent after so long
      --idle-timeout SECONDS
                           End it when it has printed nothing for so long
  -h, --help               Show this help

Options of Codex, passed on as they are
  -m, --model MODEL        -s, --sandbox MODE        -C, --cd DIR
  -c, --config KEY=VALUE   -i, --image FILE[,FILE]   -p, --profile NAME
  -o, --output-last-message FILE                     --output-schema FILE
      --add-dir DIR            --skip-git-repo-check --ephemeral
      --dangerously-bypass-approvals-and-sandbox

  The program is the one that CODEX_CLI_PATH names, else the one in PATH.

Exit codes
  0  the agent is done              1  the agent failed, or took too long
  2  wrong arguments                4  there is no Codex, or it cannot be run
  130  interrupted: the agent and all that it started are ended first

Examples
  threadline run "fix the tests" -s workspace-write
  threadline run --resume last "now the docs"
  git diff | threadline run - --to messages
`;

export const runCommand: Command = {
  help: async () => help,
  async run(args) {
    const { prompts, rest } = separatePrompts(args, options);
    const { values, positionals } = parseOptions('run', rest, options);
    const [prompt, ...others] = [...prompts, ...positionals];
    if (prompt === undefined) throw usageError('no PROMPT given', 'run');
    if (others.length > 0) throw usageError('run takes one PROMPT; put it in quotes', 'run');
    if (values.json && values.to !== undefined) throw usageError('--json means --to events; give one of them', 'run');
    const { runAgent } = await import('./run-agent.ts');
    return runAgent({
      prompt,
      isPrompt: prompts.length > 0,
      to: values.json ? 'events' : values.to,
      all: values.all === true,
      resume: values.resume,
      codex: {
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
      },
    });
  },
};

function milliseconds(option: string, text: string | undefined): number | undefined {
  const seconds = parseCount('run', option, text, 1);
  return seconds === undefined ? undefined : seconds * 1000;
}
