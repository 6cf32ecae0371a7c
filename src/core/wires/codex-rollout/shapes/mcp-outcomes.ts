import type { Problem } from '../../../../errors.ts';
import { isObject, type JsonObject, parseJson } from '../../../lines/json.ts';
import type { McpToolCallItem, McpToolResult } from '../../../thread/item.ts';
import type { Extra } from '../../../thread/usage.ts';
import { parseCommandOutput } from '../../../tools/command-output.ts';
import { mcpResultTable } from '../../codex/mcp-result.ts';
import { anything, optionalNested } from '../../field-checks.ts';
import { fieldTable, keyCount } from '../../field-table.ts';
import type { CallAnswer } from './call-results.ts';
import { keepFields } from './kept-fields.ts';

export type McpOutcome = Pick<McpToolCallItem, 'result' | 'error' | 'status'>;

const endTable = fieldTable((wire) => ({
  Ok: optionalNested(wire.Ok, mcpResultTable),
  Err: anything(wire.Err),
}));

/** `{"Ok": result}` or `{"Err": message}`, and other fields there. */
export function outcomeOfEnd(
  value: JsonObject,
  problems: Problem[],
): { outcome: McpOutcome; extra: Extra | undefined } {
  const { Ok: ok, Err: message, extra } = endTable.read(value, problems);
  if (ok) return { outcome: outcomeOf(ok), extra: keepFields(extra, { Err: message }) };
  return { outcome: { result: null, error: mcpError(message), status: 'failed' }, extra };
}

/** A message, or an object that holds one. */
function mcpError(value: unknown): { message: string; extra?: Extra } {
  if (typeof value === 'string') return { message: value };
  if (!isObject(value))
    return value === undefined || value === null ? { message: '' } : { message: '', extra: { Err: value } };
  const { message, ...extra } = value;
  if (typeof message !== 'string') return { message: '', extra: value };
  return Object.keys(extra).length > 0 ? { message, extra } : { message };
}

function outcomeOf(result: McpToolResult): McpOutcome {
  return { result, error: null, status: result.is_error ? 'failed' : 'completed' };
}

const FAILED = /^(?:tool call error:|err:|failed to parse function arguments)/i;

/** The result, as far as the model's input shows it. It does not show whether the server marked an error. */
export function outcomeOfOutput({ output, text: whole }: CallAnswer): McpOutcome {
  if (Array.isArray(output)) return outcomeOfParts(withoutHeader(output).map(contentPart));
  const text = whole.startsWith('Wall time') ? parseCommandOutput(whole).body : whole;
  if (FAILED.test(text)) return { result: null, error: { message: errorMessage(text) }, status: 'failed' };
  const value = /^[[{]/.test(text) ? parseJson(text) : undefined;
  if (Array.isArray(value) && value.every((part) => isObject(part) && typeof part.type === 'string')) {
    return outcomeOfParts(value);
  }
  const result: McpToolResult = { content: [{ type: 'text', text }] };
  if (isObject(value)) result.structured_content = value;
  return outcomeOf(result);
}

/** From 0.111 to 0.129 a failed call also returns a list of parts: one, in Codex's own words. */
function outcomeOfParts(content: unknown[]): McpOutcome {
  const [only] = content;
  const message = content.length === 1 && isObject(only) && typeof only.text === 'string' ? only.text : '';
  if (message.startsWith('tool call error: ')) return { result: null, error: { message }, status: 'failed' };
  return outcomeOf({ content });
}

/** Up to 0.120 a message may be a quoted string after `err:`. */
function errorMessage(text: string): string {
  const quoted = /^err: "/i.test(text) && text.endsWith('"') ? text.slice('err: '.length) : undefined;
  const message = quoted === undefined ? undefined : parseJson(quoted);
  return typeof message === 'string' ? message : text;
}

/** `Wall time: … Output:` is above the text since 0.121, in lists as a separate part. */
function withoutHeader(parts: unknown[]): unknown[] {
  const [first, ...others] = parts;
  if (!isObject(first) || typeof first.text !== 'string' || !first.text.startsWith('Wall time')) return parts;
  const { body } = parseCommandOutput(first.text);
  return body === '' && keyCount(first) === 2 ? others : [{ ...first, text: body }, ...others];
}

/** The model's input has its own part names. A server's text is just text. */
function contentPart(part: unknown): unknown {
  return isObject(part) && part.type === 'input_text' ? { ...part, type: 'text' } : part;
}
