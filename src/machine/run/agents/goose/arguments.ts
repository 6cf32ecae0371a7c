import type { AgentTask } from '../../agent-driver.ts';
import { nameCheck, sessionId, withoutNul } from '../argument-checks.ts';
import type { GooseOptions } from './options.ts';

/** The form of a model or a provider: nothing that could be taken for an option. */
const name = nameCheck(/^[A-Za-z0-9][\w.:/@-]{0,127}$/);

/** The arguments of `goose run`. The prompt comes by stdin. */
export function gooseArguments(task: AgentTask, options: GooseOptions): string[] {
  if (options.images?.length) throw new TypeError('goose takes no images by option; name their paths in the prompt');
  if (task.prompt === undefined) throw new TypeError('goose goes on with a session only when it is given a prompt');
  const args = ['run', '--output-format', 'stream-json', ...gooseFlags(options), ...resumeFlags(task)];
  return withoutNul([...args, '--instructions', '-']);
}

function gooseFlags({ model, provider, maxTurns }: GooseOptions): string[] {
  const flags: string[] = [];
  if (provider !== undefined) flags.push('--provider', name('provider', provider));
  if (model !== undefined) flags.push('--model', name('model', model));
  if (maxTurns !== undefined) {
    if (!Number.isSafeInteger(maxTurns) || maxTurns < 1) throw new TypeError('maxTurns counts from 1');
    flags.push('--max-turns', String(maxTurns));
  }
  return flags;
}

function resumeFlags({ resume }: AgentTask): string[] {
  if (resume === undefined) return [];
  return resume === 'last' ? ['--resume'] : ['--resume', '--session-id', sessionId(resume)];
}
