// anomalyco/opencode, packages/opencode/src/session: message-v2.ts (Part, Info), session.ts (Info). Kilo writes the same.
import {
  anything,
  count,
  optionalCount,
  optionalFlag,
  optionalId,
  optionalNested,
  optionalNumber,
  optionalRecord,
  optionalText,
  text,
} from '../field-checks.ts';
import { type FieldsOf, fieldTable } from '../field-table.ts';

/** A time in milliseconds since 1970, as text in ISO 8601. */
export function isoTime(milliseconds: unknown): string | undefined {
  if (typeof milliseconds !== 'number' || !(milliseconds > 0 && milliseconds <= 8.64e15)) return undefined;
  return new Date(milliseconds).toISOString();
}

const timeTable = fieldTable((wire) => ({
  created: optionalNumber(wire.created),
  updated: optionalNumber(wire.updated),
  completed: optionalNumber(wire.completed),
  start: optionalNumber(wire.start),
  end: optionalNumber(wire.end),
}));

/** A session: `info` of the server and of exports, a file of the tree, or a row with other names. */
export const sessionTable = fieldTable((wire) => ({
  id: optionalId(wire.id) ?? '',
  parentID: optionalId(wire.parentID) ?? optionalId(wire.parent_id),
  directory: optionalText(wire.directory),
  /** The version that made the session. */
  version: optionalText(wire.version),
  time: optionalNested(wire.time, timeTable),
  time_created: optionalNumber(wire.time_created),
}));

const modelTable = fieldTable((wire) => ({
  modelID: optionalText(wire.modelID),
  providerID: optionalText(wire.providerID),
}));

const pathTable = fieldTable((wire) => ({ cwd: optionalText(wire.cwd), root: optionalText(wire.root) }));

const errorDataTable = fieldTable((wire) => ({ message: optionalText(wire.message) }));

/** `{name, data{message, statusCode, …}}`; Kilo also writes a plain text. */
const errorTable = fieldTable((wire) => ({
  name: optionalText(wire.name),
  data: optionalNested(wire.data, errorDataTable),
}));

export type WireError = FieldsOf<typeof errorTable> | string;

export const optionalError = (value: unknown): WireError | undefined =>
  typeof value === 'string' ? optionalText(value) : optionalNested(value, errorTable);

/** A message of the person, or of the agent: one request of the model. */
export const messageTable = fieldTable((wire) => ({
  id: optionalId(wire.id) ?? '',
  sessionID: optionalId(wire.sessionID),
  role: text(wire.role),
  /** The message of the person that this one answers. */
  parentID: optionalId(wire.parentID),
  modelID: optionalText(wire.modelID),
  model: optionalNested(wire.model, modelTable),
  path: optionalNested(wire.path, pathTable),
  time: optionalNested(wire.time, timeTable),
  /** `tool-calls`, `stop`, `length`, … once the request is done. */
  finish: optionalText(wire.finish),
  error: optionalError(wire.error),
  /** True for a summary of what was before; an object with the changes of files in a message of the person. */
  summary: anything(wire.summary),
}));

/** The state of a tool call. */
const stateTable = fieldTable((wire) => ({
  /** `pending`, `running`, `completed` or `error`. */
  status: text(wire.status),
  input: anything(wire.input),
  output: optionalText(wire.output),
  error: optionalText(wire.error),
  /** What the tool tells besides: exit code, diff, the session of a sub-agent. */
  metadata: optionalRecord(wire.metadata),
  time: optionalNested(wire.time, timeTable),
}));

export type ToolState = FieldsOf<typeof stateTable>;

const cacheTable = fieldTable((wire) => ({ read: optionalCount(wire.read), write: optionalCount(wire.write) }));

/** What a request used. */
export const tokensTable = fieldTable((wire) => ({
  /** Without what was read from or written to the cache. */
  input: count(wire.input),
  output: count(wire.output),
  reasoning: count(wire.reasoning),
  cache: optionalNested(wire.cache, cacheTable),
  /** From 1.1 on. */
  total: optionalCount(wire.total),
}));

/** The fields of all kinds of parts. What a kind does not know stays in `extra`. */
export const partTable = fieldTable((wire) => ({
  id: optionalId(wire.id) ?? '',
  sessionID: optionalId(wire.sessionID),
  messageID: optionalId(wire.messageID),
  type: text(wire.type),
  /** Of `text` and `reasoning`. */
  text: optionalText(wire.text),
  time: optionalNested(wire.time, timeTable),
  /** The program wrote the text, not the person. */
  synthetic: optionalFlag(wire.synthetic),
  /** Of `tool`. */
  tool: optionalText(wire.tool),
  callID: optionalText(wire.callID),
  state: optionalNested(wire.state, stateTable),
  /** Of `step-finish`. */
  reason: optionalText(wire.reason),
  tokens: optionalNested(wire.tokens, tokensTable),
  /** Of `file`: an address, or the data itself. */
  mime: optionalText(wire.mime),
  url: optionalText(wire.url),
  filename: optionalText(wire.filename),
  /** Of `subtask`. */
  prompt: optionalText(wire.prompt),
  /** Of `retry`. */
  error: optionalError(wire.error),
}));

export type Part = FieldsOf<typeof partTable>;
