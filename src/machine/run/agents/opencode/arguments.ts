import { resolve } from 'node:path';
import type { AgentTask } from '../../agent-driver.ts';
import { nameCheck, notEmpty, sessionId, withoutNul } from '../argument-checks.ts';
import type { OpencodeOptions } from './options.ts';

/** `provider/model`; the rest may hold further slashes. The program itself refuses a model without its provider. */
const modelName = nameCheck(/^[A-Za-z0-9][\w.:/@~-]{0,191}$/);
const agentName = nameCheck(/^[A-Za-z0-9][\w.-]{0,127}$/);

/** The arguments of `opencode` and of `kilo`. The prompt comes by stdin: as an argument it would be kept in quotes. */
export function opencodeArguments(task: AgentTask, options: OpencodeOptions, program: string): string[] {
  if (task.prompt === undefined)
    throw new TypeError(`${program} goes on with a session only when it is given a prompt`);
  const args = ['run', '--format', 'json'];
  if (options.model !== undefined) args.push('--model', modelName('model', options.model));
  if (options.agent !== undefined) args.push('--agent', agentName('agent', options.agent));
  if (options.thinking) args.push('--thinking');
  for (const path of options.images ?? []) args.push(`--file=${resolve(notEmpty('image', path))}`);
  if (task.resume === 'last') args.push('--continue');
  else if (task.resume !== undefined) args.push('--session', sessionId(task.resume));
  return withoutNul(args);
}
