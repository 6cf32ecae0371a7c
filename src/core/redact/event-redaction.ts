import type { ThreadEvent } from '../thread/event.ts';
import type { StringRedaction } from './redact-value.ts';
import type { TextRedaction } from './text-redaction.ts';

/** Other fields that grow while an item is in progress, by kind. Text that deltas add to is held until it is done. */
const GROWING_NAMES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['command_execution', new Set(['stdout', 'stderr'])],
  ['tool_call', new Set(['output'])],
  ['unknown', new Set(['text', 'aggregated_output', 'stdout', 'stderr', 'output', 'content', 'summary'])],
]);
/** Names of pieces, anywhere in a record that the model has no place for. */
const PIECE_NAME = /delta$|^partial|^chunk$/;
/** Kinds of records that are pieces, with the names of the pieces. */
const PIECE_KIND = /delta|chunk|partial|stream/i;
const PIECE_KIND_NAMES = new Set(['text', 'thinking', 'content', 'output', 'data', 'arguments', 'input', 'signature']);

/** Chooses the redaction of an event's strings by whether they are whole. */
export function redactionOf(event: ThreadEvent, isCutShort: boolean, texts: TextRedaction): StringRedaction {
  const { whole } = texts;
  if (isCutShort) return { ...whole, text: (text) => texts.cutShort(text) };
  switch (event.type) {
    case 'item.started':
    case 'item.updated': {
      const names = GROWING_NAMES.get(event.item.type);
      if (!names) return whole;
      return { ...whole, text: (text, key) => (names.has(key) ? texts.begun(text) : whole.text(text, key)) };
    }
    case 'context':
      return ofRecord(PIECE_KIND.test(event.kind), texts);
    case 'unknown':
      return ofRecord(PIECE_KIND.test(event.wire_type), texts);
    default:
      return whole;
  }
}

function ofRecord(isPiece: boolean, texts: TextRedaction): StringRedaction {
  const { whole } = texts;
  const hasPiece = (key: string) => PIECE_NAME.test(key) || (isPiece && PIECE_KIND_NAMES.has(key));
  return { ...whole, text: (text, key) => (hasPiece(key) ? texts.piece(text) : whole.text(text, key)) };
}
