import { createHash } from 'node:crypto';
import { firstWords } from '../../core/facts/first-words.ts';
import { jsonText } from '../../core/lines/json.ts';
import type { ToolUseContent } from '../../core/messages/message.ts';
import { plainPath, resolvePath } from '../../core/tools/paths.ts';
import { splitWords } from '../../core/tools/shell-words.ts';
import * as coreLimits from '../../limits/core.ts';
import type { StoryCall } from './session-story.ts';

const READERS: ReadonlySet<string> = new Set(['Read', 'NotebookRead', 'view_image']);
const WRITERS: ReadonlySet<string> = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit']);
/** Programs that print a file, for agents without a tool for that. */
const PRINTERS: ReadonlySet<string> = new Set(['cat', 'head', 'tail', 'nl', 'sed']);
/** A line with one of these does more than to print a file. */
const OPERATORS = /[|&;<>`$(){}\n]/;
const MOST_WHAT = 160;
/** The text of a step lies two below the list of them. */
const MOST_DEPTH = 3;
/** A longer command prints no single file. */
const MOST_COMMAND = 2000;

type Asked = Pick<StoryCall, 'tool' | 'what' | 'identity' | 'command' | 'reads' | 'writes'>;

/** What a call asks for. Paths are made whole with the working folder. */
export function askedOf({ name, input }: ToolUseContent, folder: string | undefined): Asked {
  const command = name === 'Bash' && typeof input.command === 'string' ? input.command : undefined;
  const given = input.file_path ?? input.notebook_path ?? input.path;
  const path =
    typeof given === 'string' && given !== '' && given.length <= coreLimits.maxFolderLength ? given : undefined;
  const file = path === undefined ? undefined : resolvePath(folder, plainPath(path));
  const text = jsonText(input);
  const asked: Asked = {
    tool: name,
    what: firstWords(command ?? file ?? textOf(input, text), MOST_WHAT),
    identity: createHash('sha1')
      .update(name)
      .update('\0')
      .update(command ?? text)
      .digest('base64'),
  };
  if (command !== undefined) asked.command = command.slice(0, MOST_COMMAND);
  if (file !== undefined && READERS.has(name)) asked.reads = file;
  if (file !== undefined && WRITERS.has(name)) asked.writes = file;
  const printed = command === undefined ? undefined : printedFile(command);
  if (printed !== undefined) asked.reads = resolvePath(folder, printed);
  return asked;
}

/** The first text of an input says more than its braces; of a plan, that of its first step. */
function textOf(input: Record<string, unknown>, text: string): string {
  const { description, prompt } = input;
  if (typeof description === 'string' && typeof prompt === 'string' && describesLess(description, prompt))
    return prompt;
  return firstText(Object.values(input), MOST_DEPTH) ?? (text === '{}' ? '' : text);
}

/** True for a description that is one word, the name of the tool: what a sub-agent was asked says more. */
export function describesLess(description: string, prompt: string): boolean {
  return prompt.trim() !== '' && !/\s/.test(description.trim());
}

/** Texts before lists: the first one at the least depth of each value. */
function firstText(values: readonly unknown[], depth: number): string | undefined {
  const found = values.find((value) => typeof value === 'string' && value.trim() !== '');
  if (typeof found === 'string') return found;
  if (depth === 0) return undefined;
  for (const value of values) {
    const inside = typeof value === 'object' && value !== null ? firstText(Object.values(value), depth - 1) : undefined;
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** The file that a command prints and does nothing else: `cat src/a.ts`, `sed -n 1,200p src/a.ts`. */
function printedFile(command: string): string | undefined {
  if (command.length > MOST_COMMAND || OPERATORS.test(command)) return undefined;
  const [program = '', ...rest] = splitWords(command) ?? [];
  const path = rest.at(-1);
  const isPrinter = PRINTERS.has(program) && (program !== 'sed' || rest[0] === '-n');
  return isPrinter && path !== undefined && !path.startsWith('-') ? path : undefined;
}

/** The first words of a command, which name what it does: `npm test`, `git commit`. */
export function programOf(command: string): string {
  const words = splitWords(command.slice(0, MOST_COMMAND).split('\n', 1)[0] ?? '') ?? [];
  const start = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  const [program = '', second = ''] = start === -1 ? [] : words.slice(start);
  const name = program.split('/').at(-1) ?? '';
  return /^[a-z][\w:-]*$/.test(second) && SPEAKING.has(name) ? `${name} ${second}` : name;
}

/** Programs whose first argument is what they do. */
const SPEAKING: ReadonlySet<string> = new Set(
  'npm npx pnpm yarn bun deno git gh go cargo docker kubectl make dotnet mvn gradle uv pip poetry python python3 node'.split(
    ' ',
  ),
);
