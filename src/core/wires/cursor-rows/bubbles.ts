import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject, parseJson } from '../../lines/json.ts';
import { resultText, textOf } from '../anthropic-blocks.ts';
import { cursorPrompt } from '../cursor/prompt.ts';
import type { Piece } from '../described-thread.ts';
import type { FieldsOf } from '../field-table.ts';
import type { bubbleTable } from './records.ts';

/** The parts of a bubble. A call is a bubble of its own, with an empty text. */
export function bubblePieces(bubble: FieldsOf<typeof bubbleTable>, row: JsonObject, problems: Problem[]): Piece[] {
  const { type, text = '', thinking, toolFormerData: tool, bubbleId: id } = bubble;
  const pieces: Piece[] = [];
  if (typeof thinking?.text === 'string' && thinking.text !== '') pieces.push({ is: 'thought', text: thinking.text });
  if (type === 1) pieces.push(...cursorPrompt(text).pieces);
  else if (text !== '') pieces.push({ is: 'answer', text, id });
  if (tool) pieces.push(...toolPieces(tool, problems));
  // Empty bubbles exist.
  return pieces.length > 0 ? pieces : [{ is: 'context', kind: 'bubble', data: row }];
}

function toolPieces(tool: JsonObject, problems: Problem[]): Piece[] {
  const { toolCallId, status, rawArgs, params, result, userDecision } = tool;
  const id = typeof toolCallId === 'string' && toolCallId !== '' ? toolCallId : undefined;
  const call: Piece = { is: 'call', id, name: textOf(tool, 'name', problems), input: unpacked(rawArgs ?? params) };
  const isDeclined = userDecision === 'rejected';
  const isEnded = isDeclined || status === 'completed' || status === 'error' || status === 'cancelled';
  if (!isEnded) return [call];
  const output = outputOf(unpacked(result));
  return [call, { is: 'result', id, output, isError: status !== 'completed', ...(isDeclined && { isDeclined }) }];
}

/** JSON in a text. */
function unpacked(value: unknown): unknown {
  return typeof value === 'string' ? (parseJson(value) ?? value) : value;
}

/** Results are objects with a field for each tool; most have one of these texts. */
function outputOf(result: unknown): string {
  if (!isObject(result)) return resultText(result);
  for (const key of ['output', 'contents', 'content', 'result']) {
    if (Object.hasOwn(result, key) && typeof result[key] === 'string') return result[key];
  }
  return resultText(result);
}
