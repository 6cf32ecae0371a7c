import type { AgentTask } from '../../agent-driver.ts';
import { nameCheck, sessionId, withoutNul } from '../argument-checks.ts';
import type { KimiOptions } from './options.ts';

/** The form of a model, as `config.toml` names it: nothing that could be taken for an option. */
const name = nameCheck(/^[A-Za-z0-9][\w.:/@-]{0,127}$/);

/** Linux takes an argument of 128 KiB, with the name of the option. */
const LONGEST_PROMPT = 120_000;

/** The arguments of `kimi`. With `=` no prompt is taken for an option. */
export function kimiArguments(task: AgentTask, options: KimiOptions): string[] {
  if (options.allowAll !== true) {
    throw new TypeError(
      'Kimi Code does everything without asking when it runs without a person; ask for that with bypassPermissions (allowAll)',
    );
  }
  if (options.images?.length)
    throw new TypeError('Kimi Code takes no images by option; name their paths in the prompt');
  if (task.prompt === undefined) throw new TypeError('Kimi Code goes on with a session only when it is given a prompt');
  if (task.prompt.trim() === '') throw new TypeError('Kimi Code does nothing without a prompt');
  if (Buffer.byteLength(task.prompt) > LONGEST_PROMPT) {
    throw new TypeError('Kimi Code takes a prompt as an argument, which cannot be longer than 120 000 bytes');
  }
  const model = options.model === undefined ? [] : ['-m', name('model', options.model)];
  return withoutNul([...['--output-format', 'stream-json', ...model, ...resumeFlags(task)], `--prompt=${task.prompt}`]);
}

/** The thread of a sub-agent has the id of its session and more. Kimi goes on with sessions alone. */
export function isSubAgent(id: string): boolean {
  return id.includes('.');
}

function resumeFlags({ resume }: AgentTask): string[] {
  if (resume === undefined) return [];
  if (resume === 'last') return ['--continue'];
  if (isSubAgent(resume)) throw new TypeError('Kimi Code goes on with sessions, not with their sub-agents');
  return ['-S', sessionId(resume)];
}
