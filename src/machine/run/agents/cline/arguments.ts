import type { AgentTask } from '../../agent-driver.ts';
import { nameCheck, withoutNul } from '../argument-checks.ts';
import type { ClineOptions } from './options.ts';

/** The form of a model or a provider: nothing that could be taken for an option. */
const name = nameCheck(/^[A-Za-z0-9][\w.:/@-]{0,127}$/);

/** The arguments of `cline` 3. The prompt comes by stdin. */
export function clineArguments(task: AgentTask, options: ClineOptions): string[] {
  if (task.resume !== undefined) {
    throw new TypeError('Cline goes on with a session only at a terminal: run cline --id ID there');
  }
  if (task.prompt === undefined) throw new TypeError('Cline needs a prompt');
  if (options.images?.length) throw new TypeError('Cline takes no images by option; name their paths in the prompt');
  return withoutNul(['--json', ...clineFlags(options)]);
}

function clineFlags({ model, provider, plan, autoApprove = false }: ClineOptions): string[] {
  if (typeof autoApprove !== 'boolean') throw new TypeError('autoApprove of Cline is true or false');
  const flags = ['--auto-approve', String(autoApprove)];
  if (plan) flags.push('--plan');
  if (provider !== undefined) flags.push('-P', name('provider', provider));
  if (model !== undefined) flags.push('-m', name('model', model));
  return flags;
}
