import { resolve } from 'node:path';
import type { AgentTask } from '../../agent-driver.ts';
import { nameCheck, oneOf, sessionId, withoutNul } from '../argument-checks.ts';
import type { GeminiOptions } from './options.ts';

/** The form of a model or a server: nothing that could be taken for an option. */
const name = nameCheck(/^[A-Za-z0-9][\w.:/@-]{0,127}$/);
/** A tool, with its permitted arguments: `run_shell_command(git status)`. */
const toolName = nameCheck(/^[A-Za-z_][^\0\n]{0,1000}$/);
const APPROVAL_MODES = ['default', 'auto_edit', 'yolo', 'plan'];

/** The arguments of `gemini`. The prompt comes by stdin. With `=` no free text is taken for an option. */
export function geminiArguments(task: AgentTask, options: GeminiOptions): string[] {
  if (options.images?.length) {
    throw new TypeError('Gemini CLI takes no images by option; name their paths in the prompt, with an @ before them');
  }
  if (task.prompt === undefined)
    throw new TypeError('Gemini CLI goes on with a session only when it is given a prompt');
  return withoutNul(['--output-format', 'stream-json', ...geminiFlags(options), ...resumeFlags(task)]);
}

export function geminiFlags(options: GeminiOptions): string[] {
  const flags: string[] = [];
  if (options.model !== undefined) flags.push('-m', name('model', options.model));
  if (options.approvalMode !== undefined) {
    flags.push('--approval-mode', oneOf('approvalMode', options.approvalMode, APPROVAL_MODES));
  }
  for (const folder of options.addDirs ?? []) flags.push(`--include-directories=${resolve(path(folder))}`);
  for (const tool of options.allowedTools ?? []) flags.push(`--allowed-tools=${toolName('tool', tool)}`);
  for (const server of options.mcpServers ?? []) flags.push(`--allowed-mcp-server-names=${name('MCP server', server)}`);
  if (options.sandbox !== undefined) flags.push(`--sandbox=${flag('sandbox', options.sandbox)}`);
  return flags;
}

/** A bare number is a row of Gemini CLI's own list, which changes with every session; `latest` is the first. */
export function isListWord(session: string): boolean {
  return session === 'latest' || /^\d+$/.test(session);
}

function resumeFlags({ resume }: AgentTask): string[] {
  if (resume === undefined) return [];
  if (resume !== 'latest' && isListWord(resume))
    throw new TypeError('a session of Gemini CLI is named by its id, or "last"');
  return ['--resume', resume === 'last' ? 'latest' : sessionId(resume)];
}

/** Another agent's option of the same name takes a word, which would have another meaning here. */
function flag(option: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw new TypeError(`${option} of Gemini CLI is true or false, not ${JSON.stringify(value)}`);
}

/** A comma would split the folder in two. */
function path(folder: string): string {
  if (folder !== '' && !folder.includes(',')) return folder;
  throw new TypeError(`Gemini CLI cannot take this folder: ${JSON.stringify(folder)}`);
}
