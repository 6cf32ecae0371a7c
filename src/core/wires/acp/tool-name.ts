import { isObject, type JsonObject } from '../../lines/json.ts';
import type { Habits } from '../agent-habits.ts';
import type { CallFields } from './messages.ts';

/** What tells the name of a tool, for which the protocol has no field. */
export interface NameSigns extends CallFields {
  toolCallId: string;
  /** The name that stood beside the call, in some message about it. */
  told: string | undefined;
  /** The name in the title of the first message about it. */
  titled: string | undefined;
}

/**
 * An id that begins with the tool's name twice: `read_file__read_file_1794819866853_0`. A name has a bound, because in a row
 * of `_` every part may be one.
 */
const NAME_IN_ID = /^([\w-]{1,100}?)__\1_\d/;

/** The tool's own name. Its kind, if nothing tells it. */
export function toolName({ toolCallId, kind = 'other', told, titled, rawInput }: NameSigns, habits?: Habits): string {
  const named = told ?? NAME_IN_ID.exec(toolCallId)?.[1] ?? titled;
  if (named !== undefined) return named;
  const input = isObject(rawInput) ? rawInput : {};
  return habits?.tools?.find((tool) => tool.kind === kind && tool.field in input)?.name ?? kind;
}

/** The name beside the call: `_meta.toolName`, `_meta.<agent>.toolName` or `_meta.<agent>.toolCall.toolName`. */
export function toldName(_meta: JsonObject): string | undefined {
  const own = Object.values(_meta).filter(isObject);
  const places = [_meta, ...own, ...own.map(({ toolCall }) => toolCall).filter(isObject)];
  return places.map(({ toolName: name }) => name).find((name) => typeof name === 'string');
}

/**
 * The title of the first message about a call is the tool's name in some agents; later ones say what the call does. In others it is
 * a word of the input from the start: a description, a command, the name of a file.
 */
export function titledName({ title = '', rawInput, locations = [] }: CallFields): string | undefined {
  if (!/^[\w-]{1,60}$/.test(title)) return undefined;
  const words = isObject(rawInput) ? Object.values(rawInput).flat() : [];
  const paths = [...words, ...locations.map((place) => (isObject(place) ? place.path : undefined))];
  const isOfInput = paths.some((word) => typeof word === 'string' && (word === title || word.endsWith(`/${title}`)));
  return isOfInput ? undefined : title;
}
