import type { JsonObject } from '../lines/json.ts';
import { plainName, type SessionCall } from './session-format.ts';

/** pi's tool for one of Claude's, and its input. Undefined if that would not read back the same. */
type PiTwin = (input: JsonObject) => { name: string; input: JsonObject } | undefined;

const TWINS = new Map<string, PiTwin>([
  ['Bash', commandTwin],
  ['Read', fileTwin('read')],
  ['Write', fileTwin('write')],
  ['Edit', editTwin],
]);

/** The name and arguments of a call in a session of pi: in its own words where it has such a tool. */
export function piCall({ name, input }: SessionCall): { name: string; input: JsonObject } {
  return TWINS.get(name)?.(input) ?? { name: plainName(name), input };
}

/** The calls that keep their name, which may be that of a tool of pi's. */
export function ownCalls(calls: readonly SessionCall[]): object {
  const own = calls.filter(({ name, input }) => TWINS.get(name)?.(input) === undefined).map(({ id }) => id);
  return own.length === 0 ? {} : { own };
}

/** A time-out is in seconds. */
function commandTwin(input: JsonObject): ReturnType<PiTwin> {
  const { timeout } = input;
  if (timeout === undefined) return { name: 'bash', input };
  if (typeof timeout !== 'number' || (timeout / 1000) * 1000 !== timeout) return undefined;
  return { name: 'bash', input: { ...input, timeout: timeout / 1000 } };
}

function fileTwin(name: string): PiTwin {
  return ({ file_path: path, ...rest }) =>
    typeof path === 'string' && rest.path === undefined ? { name, input: { path, ...rest } } : undefined;
}

function editTwin({
  file_path: path,
  old_string: oldText,
  new_string: newText,
  ...rest
}: JsonObject): ReturnType<PiTwin> {
  const isPlain = [path, oldText, newText].every((value) => typeof value === 'string');
  if (!isPlain || Object.keys(rest).length > 0) return undefined;
  return { name: 'edit', input: { path, edits: [{ oldText, newText }] } };
}
