import { agentDrivers } from '../../../machine/run/index.ts';
import type { CliContext } from '../agents.ts';
import { commands } from '../commands.ts';
import type { ExitCode } from '../exit.ts';
import { printOnce } from '../output.ts';
import { bashScript } from './bash.ts';
import type { CompletedCommand, CompletedOption } from './completed-command.ts';
import { fishScript } from './fish.ts';
import { zshScript } from './zsh.ts';

const SCRIPTS: Readonly<Record<string, (list: readonly CompletedCommand[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** Writes a shell's completion script. */
export async function completion(shell: string, context: CliContext): Promise<ExitCode> {
  return printOnce(SCRIPTS[shell]?.(await completedCommands(context)) ?? '');
}

/** All commands with all their options, from the tables that parse them. */
export async function completedCommands({ agents = [] }: CliContext): Promise<CompletedCommand[]> {
  // The caller's agents may have any name. Only plain names are put into a script.
  const names = [...agentDrivers, ...agents].map(({ name }) => name).filter((name) => /^[\w-]+$/.test(name));
  const values: Readonly<Record<string, readonly string[]>> = {
    color: ['always', 'never', 'auto'],
    agent: [...new Set(names)],
  };
  return Promise.all(
    commands.map(async ({ name, summary, load }) => {
      const command = await load();
      const options = Object.entries(command.options).map(
        ([option, { type, short, multiple }]): CompletedOption => ({
          name: option,
          short,
          takesValue: type === 'string',
          values: type === 'string' ? (values[option] ?? []) : [],
          isRepeatable: multiple === true,
        }),
      );
      return { name, summary, options: [...options, HELP] };
    }),
  );
}

const HELP: CompletedOption = { name: 'help', short: 'h', takesValue: false, values: [], isRepeatable: false };
