import { resolve } from 'node:path';
import type { AgentTask } from '../../agent-driver.ts';
import { nameCheck, notEmpty, oneOf, sessionId, withoutNul } from '../argument-checks.ts';
import type { CodexOptions } from './options.ts';
import { toTomlValue } from './toml.ts';

/** The form of a model or a profile: nothing that could be taken for an option. */
const name = nameCheck(/^[A-Za-z0-9][\w.:/-]{0,127}$/);
const SANDBOXES = ['read-only', 'workspace-write', 'danger-full-access'];
const APPROVALS = ['untrusted', 'on-failure', 'on-request', 'never'];

/** The arguments of `codex exec --json`, all before `resume`: only there every version accepts them. */
export function codexArguments(task: AgentTask, options: CodexOptions, schemaFile?: string): string[] {
  return withoutNul([
    'exec',
    // An image option takes every argument up to the next option, so one must follow.
    ...imageFlags(options),
    '--json',
    ...codexFlags(options),
    ...(schemaFile === undefined ? [] : ['--output-schema', resolve(schemaFile)]),
    ...(task.resume === undefined ? [] : ['resume', sessionSelector(task.resume)]),
    ...(task.prompt === undefined ? [] : ['-']),
  ]);
}

/** The options, in the order of Codex's own SDK and its predecessors. */
export function codexFlags(options: CodexOptions): string[] {
  const flags: string[] = [];
  for (const [key, value] of Object.entries(options.config ?? {}))
    flags.push('-c', override(`${key}=${toTomlValue(value)}`));
  for (const text of options.configOverrides ?? []) flags.push('-c', override(text));
  if (options.model !== undefined) flags.push('-m', name('model', options.model));
  if (options.profile !== undefined) flags.push('--profile', name('profile', options.profile));
  if (options.cwd !== undefined) flags.push('-C', resolve(notEmpty('cwd', options.cwd)));
  if (options.skipGitRepoCheck) flags.push('--skip-git-repo-check');
  for (const folder of options.addDirs ?? []) flags.push('--add-dir', resolve(notEmpty('addDirs', folder)));
  if (options.ephemeral) flags.push('--ephemeral');
  if (options.ignoreUserConfig) flags.push('--ignore-user-config');
  if (options.ignoreRules) flags.push('--ignore-rules');
  if (options.lastMessageFile !== undefined) {
    flags.push('--output-last-message', resolve(notEmpty('lastMessageFile', options.lastMessageFile)));
  }
  return [...flags, ...permissionFlags(options)];
}

function permissionFlags(options: CodexOptions): string[] {
  if (options.dangerouslyBypassApprovalsAndSandbox) return ['--dangerously-bypass-approvals-and-sandbox'];
  const flags: string[] = [];
  if (options.fullAuto) flags.push('--full-auto');
  if (options.sandbox !== undefined) flags.push('-s', oneOf('sandbox', options.sandbox, SANDBOXES));
  if (options.approval !== undefined) {
    flags.push('-c', `approval_policy=${toTomlValue(oneOf('approval', options.approval, APPROVALS))}`);
  }
  return flags;
}

function imageFlags(options: CodexOptions): string[] {
  return (options.images ?? []).flatMap((image) => {
    if (image.includes(',')) throw new TypeError(`Codex cannot take an image whose path holds a comma: ${image}`);
    return ['--image', resolve(notEmpty('images', image))];
  });
}

function sessionSelector(session: string): string {
  return session === 'last' ? '--last' : sessionId(session);
}

function override(text: string): string {
  if (/^[\w"'][^=]*=/.test(text)) return text;
  throw new TypeError(`a configuration override is key=value, not ${JSON.stringify(text.slice(0, 200))}`);
}
