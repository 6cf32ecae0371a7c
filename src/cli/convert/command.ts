import type { Command } from '../commands.ts';
import { usageError } from '../exit.ts';
import { parseOptions } from '../parse-options.ts';

const options = {
  to: { type: 'string' },
  from: { type: 'string' },
  output: { type: 'string', short: 'o' },
  strict: { type: 'boolean' },
} as const;

const helpWith = (wireNames: string) => `threadline convert: read what an agent wrote and write it in another shape.

Usage
  threadline convert [FILE] --to events [--from WIRE] [-o OUT] [--strict]

  FILE holds what the agent printed or kept of a session. Without one, or with
  -, standard input is read, and what a live agent writes appears at once.

Options
      --to SHAPE     events: one typed event per line, as JSON
      --from WIRE    The dialect of the input; by default it is recognised by
                     its first lines. WIRE is one of:
                       ${wireNames}
  -o, --output OUT   Write to this file, whole or not at all, for its owner's
                     eyes only; a symbolic link or a directory is refused
      --strict       Unknown kinds and events without their thread are bad lines
                     too, and any bad line makes the exit code 3
  -h, --help         Show this help

Problems
  A line that cannot be read never stops the rest. It becomes a line such as
    {"type":"problem","code":"invalid-json","message":"…",
     "line":3,"offset":210,"raw":"…"}
  What is wrong inside a line that could be read comes in the same form, after
  the events of that line, and with "raw" only where an event does not have it.

Examples
  codex exec --json "fix the tests" | threadline convert --to events
  threadline convert run.jsonl --to events -o events.jsonl
`;

export const convertCommand: Command = {
  async help() {
    const { wireNames } = await import('./wire-named.ts');
    return helpWith(wireNames());
  },
  async run(args) {
    const { values, positionals } = parseOptions('convert', args, options);
    if (positionals.length > 1) throw usageError(`convert takes one FILE, not ${positionals.length}`, 'convert');
    if (values.to === undefined) throw usageError('say what to convert to: --to events', 'convert');
    if (positionals.length === 0 && process.stdin.isTTY) {
      throw usageError('no FILE given, and nothing is piped in', 'convert');
    }
    const { convert } = await import('./convert.ts');
    return convert({ ...values, to: values.to, path: positionals[0] ?? '-' });
  },
};
