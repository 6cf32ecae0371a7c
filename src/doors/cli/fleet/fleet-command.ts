import type { ParseArgsOptionsConfig } from 'node:util';
import type { CliContext } from '../agents.ts';
import type { Command } from '../commands.ts';
import type { ExitCode } from '../exit.ts';
import { parseOnlyOptions } from '../options.ts';

/** The set-up of `collect`, `push`, `gateway` and `worker`: a table of options, a help text, and what runs. */
export function fleetCommand<const Options extends ParseArgsOptionsConfig>(command: {
  name: string;
  options: Options;
  help: string;
  /** Its heavy parts are loaded here. */
  run(values: ReturnType<typeof parseOnlyOptions<Options>>, context: CliContext): Promise<ExitCode>;
}): Command {
  const { name, options, help, run } = command;
  return {
    options,
    help: async () => help,
    run: async (args, context) => run(parseOnlyOptions(name, args, options), context),
  };
}
