import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import { functionCallTable, textPartTable } from './records.ts';

/** A part of a message: something said or thought, a call, a result, or anything else. */
export type Part =
  | { kind: 'text' | 'thought'; text: string; extra: JsonObject | undefined }
  | { kind: 'call'; id: string | undefined; name: string; input: unknown; extra: JsonObject | undefined }
  | { kind: 'response'; source: JsonObject }
  | { kind: 'other'; source: unknown };

/** The parts of a message, in order. Pieces of one text that follow each other are one. */
export function readParts(parts: readonly unknown[], problems: Problem[]): Part[] {
  const found: Part[] = [];
  for (const part of parts) {
    const next = readPart(part, problems);
    const last = found.at(-1);
    const isPiece = (next.kind === 'text' || next.kind === 'thought') && last?.kind === next.kind;
    if (isPiece) {
      last.text += next.text;
      last.extra = next.extra ? { ...last.extra, ...next.extra } : last.extra;
    } else found.push(next);
  }
  return found;
}

function readPart(part: unknown, problems: Problem[]): Part {
  if (typeof part === 'string') return { kind: 'text', text: part, extra: undefined };
  if (!isObject(part)) return { kind: 'other', source: part };
  const { functionCall, functionResponse } = part;
  if (isObject(functionCall)) {
    const { id, name, args: input, extra } = functionCallTable.read(functionCall, problems);
    const { functionCall: _call, ...beside } = part;
    const more = { ...extra, ...beside };
    return { kind: 'call', id, name, input, extra: isEmpty(more) ? undefined : more };
  }
  if (isObject(functionResponse)) {
    const { functionResponse: _response, ...beside } = part;
    return { kind: 'response', source: isEmpty(beside) ? functionResponse : { ...functionResponse, part: beside } };
  }
  if (typeof part.text !== 'string') return { kind: 'other', source: part };
  const { text, thought, extra } = textPartTable.read(part, problems);
  return { kind: thought ? 'thought' : 'text', text, extra };
}

function isEmpty(value: JsonObject): boolean {
  for (const _ in value) return false;
  return true;
}
