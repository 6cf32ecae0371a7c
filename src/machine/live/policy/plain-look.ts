import { readSimpleCommand } from './simple-command.ts';

/** Programs that print and cannot do more, whatever their arguments are. */
const LOOKING = new Set(['ls', 'pwd', 'cat', 'head', 'tail', 'wc', 'echo', 'true', 'whoami', 'basename', 'dirname']);

/** True for one simple command that only looks. For these, and no others, the agent's own judgement is trusted. */
export function isPlainLook(command: string): boolean {
  const program = readSimpleCommand(command)?.words[0];
  return program !== undefined && LOOKING.has(program);
}
