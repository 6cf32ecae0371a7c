import { defineCommand } from '../define-command.ts';
import { usageError } from '../exit.ts';
import { didYouMean } from '../nearest.ts';
import { SHELLS } from './completed-command.ts';

const options = {} as const;

const help = `threadline completion: print a completion script for a shell.

Usage
  threadline completion bash|zsh|fish

  Writes a script to standard output. To have it in every shell:

  bash   echo 'eval "$(threadline completion bash)"' >> ~/.bashrc
  zsh    echo 'eval "$(threadline completion zsh)"' >> ~/.zshrc
  fish   threadline completion fish > ~/.config/fish/completions/threadline.fish

Options
  -h, --help   Show this help

Exit codes
  0  done      2  wrong arguments
`;

export const completionCommand = defineCommand('completion', help, options, async ({ positionals }, context) => {
  const [shell = '', ...others] = positionals;
  if (!SHELLS.includes(shell) || others.length > 0) {
    const given = positionals.join(' ');
    throw usageError(`say which shell: ${SHELLS.join(', ')}${didYouMean(given, SHELLS)}`, 'completion');
  }
  const { completion } = await import('./completion.ts');
  return completion(shell, context);
});
