import type { ParseArgsOptionsConfig } from 'node:util';
import type { CliContext } from './agents.ts';
import type { Command } from './commands.ts';
import type { ExitCode } from './exit.ts';
import { type OptionValues, parseOnlyOptions, parseOptions } from './options.ts';

/** Defines a command with options and arguments. It loads its heavy parts when it runs. */
export function defineCommand<const Options extends ParseArgsOptionsConfig>(
  name: string,
  help: string,
  options: Options,
  run: (given: ReturnType<typeof parseOptions<Options>>, context: CliContext) => Promise<ExitCode>,
): Command {
  return {
    options,
    help: async () => help,
    run: async (args, context) => run(parseOptions(name, args, options), context),
  };
}

/** Defines a command with options only. */
export function defineOptionCommand<const Options extends ParseArgsOptionsConfig>(
  name: string,
  help: string,
  options: Options,
  run: (values: OptionValues<Options>, context: CliContext) => Promise<ExitCode>,
): Command {
  return {
    options,
    help: async () => help,
    run: async (args, context) => run(parseOnlyOptions(name, args, options), context),
  };
}
