import { resolve } from 'node:path';
import type { AgentTask } from '../../agent-driver.ts';
import { nameCheck, oneOf, sessionId, withoutNul } from '../argument-checks.ts';
import type { QwenOptions } from './options.ts';

/** The form of a model or a kind of login: nothing that could be taken for an option. */
const name = nameCheck(/^[A-Za-z0-9][\w.:/@-]{0,127}$/);
/** A tool, with its permitted arguments: `run_shell_command(git status)`. A comma would begin another one. */
const toolName = nameCheck(/^[A-Za-z_][^\0\n,]{0,1000}$/);
const APPROVAL_MODES = ['default', 'plan', 'auto-edit', 'yolo'];

/** Linux takes an argument of 128 KiB, with the name of the option; Windows a whole command of 32 kB. */
const LONGEST_ARGUMENT = process.platform === 'win32' ? 16_000 : 120_000;

/** The arguments of `qwen`. With `=` no free text is taken for an option. */
export function qwenArguments(task: AgentTask, options: QwenOptions): string[] {
  if (options.images?.length) {
    throw new TypeError('Qwen Code takes no images by option; name their paths in the prompt, with an @ before them');
  }
  if (task.prompt === undefined) throw new TypeError('Qwen Code goes on with a session only when it is given a prompt');
  const prompt = qwenInput(task) === '' ? [`--prompt=${task.prompt}`] : [];
  return withoutNul(['--output-format', 'stream-json', ...qwenFlags(options), ...resumeFlags(task), ...prompt]);
}

/**
 * What stdin is given: nothing, because Qwen Code appends two empty lines to a prompt that comes from there. Only one that
 * is too long for an argument does. As JSON it would be taken as it is, but then Qwen Code waits for approvals for ever.
 */
export function qwenInput({ prompt = '' }: AgentTask): string {
  return prompt === '' || Buffer.byteLength(prompt) > LONGEST_ARGUMENT ? prompt : '';
}

function qwenFlags(options: QwenOptions): string[] {
  const { approvalMode = 'default', maxTurns } = options;
  // Its settings may allow more, which nobody asked for.
  const flags = [`--approval-mode=${oneOf('approvalMode', approvalMode, APPROVAL_MODES)}`];
  if (options.model !== undefined) flags.push(`--model=${name('model', options.model)}`);
  if (options.authType !== undefined) flags.push(`--auth-type=${name('authType', options.authType)}`);
  for (const folder of options.addDirs ?? []) flags.push(`--include-directories=${resolve(path(folder))}`);
  for (const tool of options.allowedTools ?? []) flags.push(`--allowed-tools=${toolName('tool', tool)}`);
  for (const tool of options.excludedTools ?? []) flags.push(`--exclude-tools=${toolName('tool', tool)}`);
  if (maxTurns !== undefined) flags.push(`--max-session-turns=${turnCount(maxTurns)}`);
  if (options.partialMessages) flags.push('--include-partial-messages');
  return flags;
}

function resumeFlags({ resume }: AgentTask): string[] {
  if (resume === undefined) return [];
  return resume === 'last' ? ['--continue'] : [`--resume=${sessionId(resume)}`];
}

function turnCount(value: number): number {
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new TypeError(`maxTurns is a whole number above 0, not ${JSON.stringify(value)}`);
}

/** A comma would split the folder in two. */
function path(folder: string): string {
  if (folder !== '' && !folder.includes(',')) return folder;
  throw new TypeError(`Qwen Code cannot take this folder: ${JSON.stringify(folder)}`);
}
