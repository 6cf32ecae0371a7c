import { resolve } from 'node:path';
import type { AgentTask } from '../../agent-driver.ts';
import type { GeminiOptions } from './options.ts';

/** What can be a model, a session or a server: nothing that could be taken for an option. */
const NAME = /^[A-Za-z0-9][\w.:/@-]{0,127}$/;
/** A tool, with what it may be called with: `run_shell_command(git status)`. */
const TOOL = /^[A-Za-z_][^\0\n]{0,1000}$/;
const APPROVAL_MODES = ['default', 'auto_edit', 'yolo', 'plan'];

/**
 * The arguments of `gemini` with lines for output. The prompt comes by stdin, which is no terminal: so it asks nobody. Free
 * texts are joined to their option by `=`, so that none is taken for an option.
 */
export function geminiArguments(task: AgentTask, options: GeminiOptions): string[] {
  if (options.images?.length) {
    throw new TypeError('Gemini CLI takes no images by option; name their paths in the prompt, with an @ before them');
  }
  if (task.prompt === undefined)
    throw new TypeError('Gemini CLI goes on with a session only when it is given a prompt');
  const args = ['--output-format', 'stream-json', ...geminiFlags(options), ...resumeFlags(task)];
  for (const argument of args) {
    if (argument.includes('\0')) throw new TypeError('an option holds a NUL character');
  }
  return args;
}

function geminiFlags(options: GeminiOptions): string[] {
  const flags: string[] = [];
  if (options.model !== undefined) flags.push('-m', name('model', options.model));
  if (options.approvalMode !== undefined) flags.push('--approval-mode', approvalMode(options.approvalMode));
  for (const folder of options.addDirs ?? []) flags.push(`--include-directories=${resolve(path(folder))}`);
  for (const tool of options.allowedTools ?? []) flags.push(`--allowed-tools=${toolName(tool)}`);
  for (const server of options.mcpServers ?? []) flags.push(`--allowed-mcp-server-names=${name('MCP server', server)}`);
  if (options.sandbox !== undefined) flags.push(`--sandbox=${flag('sandbox', options.sandbox)}`);
  return flags;
}

function resumeFlags({ resume }: AgentTask): string[] {
  if (resume === undefined) return [];
  // A bare number would be a row of its own list, which changes with every session.
  if (/^\d+$/.test(resume)) throw new TypeError('a session of Gemini CLI is named by its id, or "last"');
  return ['--resume', resume === 'last' ? 'latest' : name('session id', resume)];
}

function approvalMode(mode: string): string {
  if (APPROVAL_MODES.includes(mode)) return mode;
  throw new TypeError(`approvalMode is one of ${APPROVAL_MODES.join(', ')}, not ${JSON.stringify(mode)}`);
}

function name(what: string, value: string): string {
  if (NAME.test(value)) return value;
  throw new TypeError(`not a ${what}: ${JSON.stringify(value.slice(0, 200))}`);
}

/** Another agent's option of the same name takes a word, which would mean something else here. */
function flag(option: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw new TypeError(`${option} of Gemini CLI is true or false, not ${JSON.stringify(value)}`);
}

function toolName(tool: string): string {
  if (TOOL.test(tool)) return tool;
  throw new TypeError(`not a tool: ${JSON.stringify(tool.slice(0, 200))}`);
}

/** A comma would make two folders of one. */
function path(folder: string): string {
  if (folder !== '' && !folder.includes(',')) return folder;
  throw new TypeError(`Gemini CLI cannot take this folder: ${JSON.stringify(folder)}`);
}
