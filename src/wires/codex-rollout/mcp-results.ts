import { isObject, type JsonObject } from '../../lines/json.ts';
import type { McpToolCallItem, McpToolResult } from '../../thread/item.ts';
import { parseCommandOutput } from '../../tools/command-output.ts';
import { anything, fieldTable, flag, list, nested } from '../fields.ts';

/** A result as the server gave it: the names on the wire are camelCase. */
export const mcpResult = nested(
  fieldTable({
    content: { read: list, otherwise: () => [] },
    structured_content: { read: anything, aliases: ['structuredContent'] },
    is_error: { read: flag, aliases: ['isError'] },
    _meta: { read: anything },
  }),
);

type Outcome = Pick<McpToolCallItem, 'result' | 'error' | 'status'>;

/** `{"Ok": result}` or `{"Err": message}`. */
export function outcomeOfEnd(value: unknown): Outcome {
  const ok = isObject(value) ? mcpResult(value.Ok, []) : undefined;
  if (ok) return outcomeOf(ok as McpToolResult);
  const message = isObject(value) && typeof value.Err === 'string' ? value.Err : '';
  return { result: null, error: { message }, status: 'failed' };
}

function outcomeOf(result: McpToolResult): Outcome {
  return { result, error: null, status: result.is_error ? 'failed' : 'completed' };
}

const ERROR = /^(?:tool call error:|err:|failed to parse function arguments)/i;

/** The result as far as the text that the model was given tells it. Whether the server called it an error, it does not. */
export function outcomeOfOutput(output: unknown): Outcome {
  if (Array.isArray(output)) return outcomeOfParts(withoutHeader(output.filter(isObject)).map(contentPart));
  const text = typeof output === 'string' ? bodyOf(output) : '';
  if (ERROR.test(text)) return { result: null, error: { message: errorMessage(text) }, status: 'failed' };
  const value = parseJson(text);
  if (Array.isArray(value) && value.every((part) => isObject(part) && typeof part.type === 'string')) {
    return outcomeOfParts(value);
  }
  const result: McpToolResult = { content: [{ type: 'text', text }] };
  if (isObject(value)) result.structured_content = value;
  return outcomeOf(result);
}

/** From 0.111 to 0.129 a call that failed gives, like any other, a list of parts: one, in Codex's own words. */
function outcomeOfParts(content: JsonObject[]): Outcome {
  const [only] = content;
  const isError = content.length === 1 && typeof only?.text === 'string' && only.text.startsWith('tool call error: ');
  if (isError) return { result: null, error: { message: String(only.text) }, status: 'failed' };
  return outcomeOf({ content });
}

/** Up to 0.120 a message may stand as a quoted string behind `err:`. */
function errorMessage(text: string): string {
  const quoted = /^err: ("[\s\S]*")$/i.exec(text)?.[1];
  const message = quoted === undefined ? undefined : parseJson(quoted);
  return typeof message === 'string' ? message : text;
}

/** `Wall time: … Output:` stands above the text since 0.121, in lists as a part of its own. */
function bodyOf(text: string): string {
  return text.startsWith('Wall time') ? parseCommandOutput(text).body : text;
}

function withoutHeader(parts: JsonObject[]): JsonObject[] {
  const [first, ...others] = parts;
  if (typeof first?.text !== 'string' || !first.text.startsWith('Wall time')) return parts;
  const body = bodyOf(first.text);
  return body === '' ? others : [{ ...first, text: body }, ...others];
}

/** What the model was given is named after its input; a server's text is just text. */
function contentPart(part: JsonObject): JsonObject {
  return part.type === 'input_text' ? { ...part, type: 'text' } : part;
}

function parseJson(text: string): unknown {
  if (!/^[[{"]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
