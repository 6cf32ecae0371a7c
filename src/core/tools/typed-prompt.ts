/** Text that a program put around a prompt. */
export interface PromptWrapper {
  /** What it is: the name of its tag (`ide_selection`), `editor` or `template`. */
  name: string;
  text: string;
}

/** What a person typed in a prompt, and what programs added to it. */
export interface TypedPrompt {
  /** The words of the person: a text, `/review src`, `! ls`. Empty if the person typed nothing. */
  text: string;
  /** A command of the program: `/review`, `!` for the shell, `#` for a note. */
  command?: { name: string; arguments: string };
  /** The output of a command that the person ran beside the conversation. */
  output?: string;
  wrappers?: PromptWrapper[];
}

/** Elements that programs add before, between and after typed lines. */
const WRAPPERS =
  /<(system-reminder|task-notification|local-command-caveat|user-prompt-submit-hook|ide_opened_file|ide_selection|ide_diagnostics|uploaded_files)>/g;
const OUTPUT_TAGS = ['local-command-stdout', 'local-command-stderr', 'bash-stdout', 'bash-stderr'];
/** What a person types before a shell command or a note, and the element that holds it. */
const MARKS: readonly [tag: string, mark: string][] = [
  ['bash-input', '!'],
  ['user-memory-input', '#'],
];
/** Editors put open files and the selection before the typed text, which follows the last such heading. */
const REQUEST = '## My request for ';
const LONGEST_HEADING = 200;
/** A template of spec-kit holds what was typed in a fence below this heading. */
const USER_INPUT = '## User Input';
const FENCE = '```';
const LONGEST_PREAMBLE = 2000;

/**
 * The one answer to "what did the person type?". Lists, titles, pages, terminals, the viewer and search ask here. It
 * knows the forms of every agent by the text alone, because a thread may be handed over to another agent.
 */
export function typedPrompt(text: string): TypedPrompt {
  const wrappers: PromptWrapper[] = [];
  const rest = text.includes('<') ? withoutWrappers(text, wrappers) : text;
  const prompt = fromTags(rest.trimStart()) ?? fromEditor(rest, wrappers) ?? fromTemplate(rest, wrappers);
  return { ...(prompt ?? { text: rest }), ...(wrappers.length > 0 && { wrappers }) };
}

/** True for the output of a local command. It belongs to the turn of the command. */
export function isCommandOutput(text: string): boolean {
  const start = text.trimStart();
  return OUTPUT_TAGS.some((tag) => start.startsWith(`<${tag}>`));
}

/** The text between the first opening and the last closing tag of a name. Undefined if there is none. */
export function insideTag(text: string, tag: string): string | undefined {
  const start = text.indexOf(`<${tag}>`);
  if (start === -1) return undefined;
  const begin = start + tag.length + 2;
  const end = text.lastIndexOf(`</${tag}>`);
  return text.slice(begin, end < begin ? undefined : end);
}

/** Takes whole elements out. An opening tag inside a line is a person's own, unless it is a reminder. */
function withoutWrappers(text: string, wrappers: PromptWrapper[]): string {
  const parts: string[] = [];
  /** Names without a further closing tag: each is looked for once. */
  const unclosed = new Set<string>();
  let from = 0;
  WRAPPERS.lastIndex = 0;
  for (let found = WRAPPERS.exec(text); found; found = WRAPPERS.exec(text)) {
    const [opening, name = ''] = found;
    if (unclosed.has(name) || (name !== 'system-reminder' && !isLineStart(text, found.index, from))) continue;
    const end = text.indexOf(`</${name}>`, found.index);
    if (end === -1) unclosed.add(name);
    else {
      parts.push(text.slice(from, found.index));
      wrappers.push({ name, text: text.slice(found.index + opening.length, end).trim() });
      from = end + opening.length + 1;
      WRAPPERS.lastIndex = from;
    }
  }
  if (from === 0) return text;
  parts.push(text.slice(from));
  return parts.join('').trim();
}

/** True at the start of a line, or behind the element that was taken out last. */
function isLineStart(text: string, index: number, from: number): boolean {
  return index === from || text[index - 1] === '\n';
}

/** A command, its output, a shell command or a note. Each is a whole text. */
function fromTags(text: string): TypedPrompt | undefined {
  if (text.startsWith('<command-')) {
    const name = insideTag(text, 'command-name')?.trim();
    if (name) return commandPrompt(name, insideTag(text, 'command-args')?.trim() ?? '');
  }
  for (const [tag, mark] of MARKS) {
    if (text.startsWith(`<${tag}>`)) return commandPrompt(mark, insideTag(text, tag)?.trim() ?? '');
  }
  if (!isCommandOutput(text)) return undefined;
  const parts = OUTPUT_TAGS.map((tag) => insideTag(text, tag)?.trim() ?? '');
  return { text: '', output: parts.filter((part) => part !== '').join('\n') };
}

function commandPrompt(name: string, words: string): TypedPrompt {
  return { text: words === '' ? name : `${name} ${words}`, command: { name, arguments: words } };
}

function fromEditor(text: string, wrappers: PromptWrapper[]): TypedPrompt | undefined {
  if (!text.startsWith('#')) return undefined;
  const start = text.lastIndexOf(`\n${REQUEST}`) + 1;
  const [heading] = /^## My request for [A-Z]\w{0,40}:/.exec(text.slice(start, start + LONGEST_HEADING)) ?? [];
  if (heading === undefined) return undefined;
  if (start > 0) wrappers.push({ name: 'editor', text: text.slice(0, start).trim() });
  return { text: text.slice(start + heading.length).trim() };
}

function fromTemplate(text: string, wrappers: PromptWrapper[]): TypedPrompt | undefined {
  const matter = text.startsWith('---\n') ? text.indexOf('\n---\n') + 5 : 0;
  if (
    !text
      .slice(matter, matter + LONGEST_HEADING)
      .trimStart()
      .startsWith(USER_INPUT)
  )
    return undefined;
  const heading = text.indexOf(USER_INPUT, matter) + USER_INPUT.length;
  const fence = text.indexOf(FENCE, heading);
  const begin = fence === -1 ? -1 : text.indexOf('\n', fence);
  const end = begin === -1 ? -1 : text.indexOf(`\n${FENCE}`, begin);
  if (end === -1 || text.slice(heading, fence).trim() !== '') return undefined;
  wrappers.push({ name: 'template', text });
  return { text: text.slice(begin, end).trim() || purposeOf(text.slice(end + 1 + FENCE.length)) };
}

/** The first sentence of a template that was called without a word: its name is not in the text. */
function purposeOf(text: string): string {
  const lines = text.slice(0, LONGEST_PREAMBLE).split('\n');
  return lines.find((line) => /^\s*[^#\s]/.test(line) && !line.startsWith('You **MUST**'))?.trim() ?? '';
}
