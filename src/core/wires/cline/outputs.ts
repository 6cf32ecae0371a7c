// cline/cline, sdk/packages/agents: what a tool returns. Live it is an object or a list, stored also JSON in a text.
import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject, jsonText, parseJson } from '../../lines/json.ts';
import type { ItemNote } from '../../thread/item.ts';
import { sentencesIn, wordsIn } from '../../tools/words-in.ts';
import { anything, list, optionalFlag, optionalText } from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';
import { restOfPart } from '../rest-of-part.ts';

/** One of the things that a call did: a command, a file, a query. */
const entryTable = fieldTable((wire) => ({
  /** The command, the file or the query. */
  query: optionalText(wire.query),
  /** A text, or a list of texts and images. */
  result: anything(wire.result),
  success: optionalFlag(wire.success),
  error: optionalText(wire.error),
}));

/** The answer of an MCP server. */
const answerTable = fieldTable((wire) => ({
  content: list(wire.content),
  structuredContent: anything(wire.structuredContent),
  isError: optionalFlag(wire.isError),
}));

const imageTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  data: optionalText(wire.data),
  mediaType: optionalText(wire.mediaType),
  mimeType: optionalText(wire.mimeType),
}));

/** The result of a call. */
export interface ClineOutput {
  /** The texts of all that the call did. */
  text: string;
  isError: boolean;
  images: string[];
  /** The text of each thing that it did, in their order. */
  parts: string[];
  notes: ItemNote[];
  /** The answer of an MCP server. */
  mcp?: JsonObject;
  exitCode?: number;
  /** What is unknown in the parts. */
  rest: unknown[];
}

const EXIT = /^Command exited with code (\d{1,9})$/;

/** Reads what a tool returned, from any of its forms. `told` stands beside it if the call could not run: why, or the same again as JSON. */
export function readOutput(given: unknown, told: string | undefined, problems: Problem[]): ClineOutput {
  const output = typeof given === 'string' ? inText(given) : given;
  const isSame = told !== undefined && isObject(output) && told === jsonText(output);
  const made = readForms(output, isSame ? undefined : told, problems);
  made.isError ||= isSame;
  return made;
}

function readForms(output: unknown, error: string | undefined, problems: Problem[]): ClineOutput {
  if (Array.isArray(output) && (output.length === 0 || output.some(isEntry)))
    return readEntries(output, error, problems);
  if (isEntry(output)) return readEntries([output], error, problems);
  const made: ClineOutput = { text: '', isError: error !== undefined, images: [], parts: [], notes: [], rest: [] };
  if (Array.isArray(output)) addParts(made, output, problems);
  else if (isObject(output) && Array.isArray(output.content)) {
    const { content, structuredContent, isError = false, extra = {} } = answerTable.read(output, problems);
    addParts(made, content, problems);
    addOthers(made, extra);
    made.isError ||= isError;
    const answer: JsonObject = { content };
    if (structuredContent !== undefined) answer.structured_content = structuredContent;
    if (made.isError) answer.is_error = true;
    made.mcp = answer;
  } else if (isObject(output) && typeof output.error === 'string') {
    const { error: reason, ...others } = output;
    made.text = output.error;
    made.isError = true;
    addOthers(made, others);
  } else if (isObject(output) && typeof output.text === 'string') {
    const { text, ...others } = output;
    made.text = output.text;
    made.isError ||= output.finishReason === 'error';
    addOthers(made, others);
  } else if (output !== undefined && output !== null) {
    made.text = typeof output === 'string' ? output : jsonText(output);
  }
  if (error !== undefined && !made.text.includes(error)) made.text = joinLines(made.text, error);
  return made;
}

/** What stands beside the words of an answer. Sentences in it are a note. */
function addOthers(made: ClineOutput, others: JsonObject): void {
  if (Object.keys(others).length === 0) return;
  made.rest.push(others);
  const words = sentencesIn(others);
  if (words !== '') made.notes.push({ kind: 'resource', text: words });
}

function inText(text: string): unknown {
  return /^\s*[[{]/.test(text) ? (parseJson(text) ?? text) : text;
}

function isEntry(value: unknown): value is JsonObject {
  return isObject(value) && (typeof value.success === 'boolean' || (value.query !== undefined && 'result' in value));
}

function readEntries(entries: readonly unknown[], error: string | undefined, problems: Problem[]): ClineOutput {
  const made: ClineOutput = { text: '', isError: error !== undefined, images: [], parts: [], notes: [], rest: [] };
  for (const entry of entries) {
    const read = isObject(entry) ? entryTable.read(entry, problems) : undefined;
    const part: ClineOutput = { ...made, text: '', parts: [] };
    if (read?.extra) made.rest.push(read.extra);
    if (Array.isArray(read?.result)) addParts(part, read.result, problems);
    else if (typeof read?.result === 'string') part.text = read.result;
    else if (read?.result !== undefined && read.result !== null) part.text = jsonText(read.result);
    else if (!read) part.text = typeof entry === 'string' ? entry : jsonText(entry);
    const reason = read?.error;
    // The words of a failed command begin with the reason, in brackets.
    if (reason !== undefined && !part.text.includes(reason)) part.text = joinLines(part.text, reason);
    const [, code] = EXIT.exec(reason ?? '') ?? [];
    if (code !== undefined) made.exitCode = Number(code);
    made.isError ||= read?.success === false || reason !== undefined;
    made.parts.push(part.text);
  }
  made.text = made.parts.filter((text) => text !== '').join('\n');
  if (error !== undefined && !made.text.includes(error)) made.text = joinLines(made.text, error);
  return made;
}

function joinLines(before: string, after: string): string {
  return before === '' ? after : `${before}\n${after}`;
}

const TEXT = new Set(['type', 'text']);

/** Texts and images of MCP's form. Words of other parts are a note. */
function addParts(made: ClineOutput, parts: readonly unknown[], problems: Problem[]): void {
  const texts: string[] = [];
  const others: unknown[] = [];
  for (const part of parts) {
    if (!isObject(part)) others.push(part);
    else if (typeof part.text === 'string') {
      texts.push(part.text);
      const rest = restOfPart(part, TEXT);
      if (rest) made.rest.push(rest);
    } else if (part.type === 'image' && typeof part.data === 'string') {
      const { mimeType = 'image/png', mediaType = mimeType, extra } = imageTable.read(part, problems);
      made.images.push(`data:${mediaType};base64,${part.data}`);
      if (extra) made.rest.push(extra);
    } else others.push(part);
  }
  made.text = texts.join('\n');
  const words = wordsIn(others);
  if (words !== '') made.notes.push({ kind: 'resource', text: words });
}
