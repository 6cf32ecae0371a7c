import { resolve } from 'node:path';
import type { AgentTask } from '../../agent-driver.ts';
import { nameCheck, notEmpty, oneOf, sessionId, withoutNul } from '../argument-checks.ts';
import type { ClaudeOptions } from './options.ts';

/** The form of a model: nothing that could be taken for an option. */
const name = nameCheck(/^[A-Za-z0-9][\w.:/@[\]-]{0,127}$/);
/** A tool, with its permitted arguments: `Bash(git log:*)`. */
const toolName = nameCheck(/^[A-Za-z_*][^\0\n]{0,1000}$/);
const PERMISSION_MODES = ['default', 'acceptEdits', 'plan', 'bypassPermissions', 'dontAsk', 'auto'];

/** The arguments of `claude -p`. The prompt comes by stdin. With `=` no free text is taken for an option. */
export function claudeArguments(task: AgentTask, options: ClaudeOptions): string[] {
  if (options.images?.length)
    throw new TypeError('Claude Code takes no images by option; name their paths in the prompt');
  return withoutNul([
    '-p',
    '--output-format',
    'stream-json',
    '--verbose',
    ...claudeFlags(options),
    ...resumeFlags(task, options),
  ]);
}

export function claudeFlags(options: ClaudeOptions): string[] {
  const flags: string[] = [];
  if (options.model !== undefined) flags.push('--model', name('model', options.model));
  if (options.permissionMode !== undefined) {
    flags.push('--permission-mode', oneOf('permissionMode', options.permissionMode, PERMISSION_MODES));
  }
  flags.push(...tools('--allowedTools', options.allowedTools), ...tools('--disallowedTools', options.disallowedTools));
  if (options.appendSystemPrompt !== undefined) flags.push(`--append-system-prompt=${options.appendSystemPrompt}`);
  for (const folder of options.addDirs ?? []) flags.push(`--add-dir=${resolve(notEmpty('addDirs', folder))}`);
  for (const config of options.mcpConfig ?? []) flags.push(`--mcp-config=${fileOrJson('mcpConfig', config)}`);
  if (options.settings !== undefined) flags.push(`--settings=${fileOrJson('settings', options.settings)}`);
  if (options.outputSchema !== undefined) flags.push(`--json-schema=${JSON.stringify(options.outputSchema)}`);
  if (options.maxTurns !== undefined) flags.push('--max-turns', String(turnLimit(options.maxTurns)));
  if (options.partialMessages) flags.push('--include-partial-messages');
  if (options.ephemeral) flags.push('--no-session-persistence');
  return flags;
}

function resumeFlags({ resume }: AgentTask, { forkSession }: ClaudeOptions): string[] {
  if (resume === undefined) {
    if (forkSession) throw new TypeError('forkSession needs a session to go on with');
    return [];
  }
  const fork = forkSession ? ['--fork-session'] : [];
  return resume === 'last' ? ['--continue', ...fork] : ['--resume', sessionId(resume), ...fork];
}

/** A list takes every argument up to the next option, so all of it is one argument, joined to its option. */
function tools(flag: string, names: readonly string[] | undefined): string[] {
  if (!names || names.length === 0) return [];
  return [`${flag}=${names.map((tool) => toolName('tool', tool)).join(',')}`];
}

function turnLimit(turns: number): number {
  if (Number.isSafeInteger(turns) && turns > 0) return turns;
  throw new TypeError('maxTurns is a whole number above 0');
}

function fileOrJson(option: string, value: string): string {
  return value.trimStart().startsWith('{') ? value : resolve(notEmpty(option, value));
}
