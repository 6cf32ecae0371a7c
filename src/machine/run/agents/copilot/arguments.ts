import { resolve } from 'node:path';
import type { AgentTask } from '../../agent-driver.ts';
import { nameCheck, notEmpty, oneOf, sessionId, withoutNul } from '../argument-checks.ts';
import type { CopilotOptions, CopilotPermissions } from './options.ts';

/** The form of a model: nothing that could be taken for an option. */
const name = nameCheck(/^[A-Za-z0-9][\w.:/@-]{0,127}$/);
/** A kind with its argument: `shell(git status)`, `write`, `my-server(tool)`. A comma would begin another one. */
const rule = nameCheck(/^[A-Za-z_][^\0\n,]{0,1000}$/);

/** What each name allows. */
const PERMISSIONS = new Map<CopilotPermissions, readonly string[]>([
  ['default', []],
  ['plan', ['--plan']],
  ['edits', ['--allow-tool=write']],
  ['all', ['--allow-all']],
]);

/**
 * The arguments of `copilot`. The prompt is one of them: it takes none by stdin in every version. With `=` no free text is
 * taken for an option. `newId` names a new session, which is otherwise told by the last line alone.
 */
export function copilotArguments(task: AgentTask, options: CopilotOptions, newId: string): string[] {
  if (options.images?.length) {
    throw new TypeError('Copilot CLI takes no images by option; name their paths in the prompt, with an @ before them');
  }
  if (task.prompt === undefined)
    throw new TypeError('Copilot CLI goes on with a session only when it is given a prompt');
  const base = [`--prompt=${task.prompt}`, '--output-format', 'json', '--no-color'];
  return withoutNul([...base, ...copilotFlags(options), ...sessionFlags(task, newId)]);
}

function copilotFlags(options: CopilotOptions): string[] {
  const flags: string[] = [];
  if (options.model !== undefined) flags.push(`--model=${name('model', options.model)}`);
  const { permissions = 'default' } = options;
  oneOf('permissions', permissions, [...PERMISSIONS.keys()]);
  flags.push(...(PERMISSIONS.get(permissions) ?? []));
  for (const tool of options.allowTools ?? []) flags.push(`--allow-tool=${rule('tool', tool)}`);
  for (const tool of options.denyTools ?? []) flags.push(`--deny-tool=${rule('tool', tool)}`);
  for (const folder of options.addDirs ?? []) flags.push(`--add-dir=${resolve(notEmpty('addDirs', folder))}`);
  return flags;
}

/** A session is resumed by its whole id: a prefix or a name may be another one's. */
function sessionFlags({ resume }: AgentTask, newId: string): string[] {
  if (resume === undefined) return [`--session-id=${newId}`];
  return resume === 'last' ? ['--continue'] : [`--resume=${sessionId(resume)}`];
}
