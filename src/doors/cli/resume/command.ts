import { defineCommand } from '../define-command.ts';
import { usageError } from '../exit.ts';
import { optionsOf } from '../options-of.ts';

const help = `threadline resume: go on with a session in its agent's own window.

Usage
  threadline resume [SESSION] [--agent NAME] [--here] [--force]

  Without a session, shows the newest ones to choose from, with a preview. Type
  to narrow the list, ↑ and ↓ move, Enter starts the agent, Esc ends. The
  command and its folder are printed before the agent starts there.

  'threadline run --resume SESSION PROMPT' sends one prompt instead.

Options
      --agent NAME  Choose from the sessions of one agent
      --here        Choose from those of this folder and the folders below it
      --home DIR    Where to look for sessions; may be given several times
      --force       Take a session whose file grew in the last minute without
                    threadline: another program may work on it
  -h, --help        Show this help

Exit codes
    0  the agent ended well           1  the agent failed
    2  wrong arguments, or no terminal to choose on
    4  no such session, its folder is gone, there is no agent to run, or another
       process has it
  130  nothing was chosen

Examples
  threadline resume
  threadline resume last
` as const;

const options = optionsOf(help, 'home');

export const resumeCommand = defineCommand('resume', help, options, async ({ values, positionals }, context) => {
  if (positionals.length > 1) throw usageError(`resume takes one session, not ${positionals.length}`, 'resume');
  const { resume } = await import('./resume.ts');
  const { folderNames } = await import('../project.ts');
  return resume({
    ...context,
    wanted: positionals[0],
    homes: values.home,
    force: values.force === true,
    filter: { agent: values.agent, projects: values.here ? folderNames('.') : undefined },
  });
});
