// anomalyco/opencode, packages/opencode/src/session: message-v2.ts (Part, Info), session.ts (Info). Kilo writes the same.
import * as check from '../field-checks.ts';
import { type FieldsOf, fieldTable } from '../field-table.ts';

const timeTable = fieldTable((wire) => ({
  created: check.optionalNumber(wire.created),
  updated: check.optionalNumber(wire.updated),
  completed: check.optionalNumber(wire.completed),
  start: check.optionalNumber(wire.start),
  end: check.optionalNumber(wire.end),
}));

/** A session: `info` of the server and of exports, a file of the tree, or a row with other names. */
export const sessionTable = fieldTable((wire) => ({
  id: check.optionalId(wire.id) ?? '',
  parentID: check.optionalId(wire.parentID) ?? check.optionalId(wire.parent_id),
  directory: check.optionalText(wire.directory),
  /** The version that made the session. */
  version: check.optionalText(wire.version),
  time: check.optionalNested(wire.time, timeTable),
  time_created: check.optionalNumber(wire.time_created),
}));

const modelTable = fieldTable((wire) => ({
  modelID: check.optionalText(wire.modelID),
  providerID: check.optionalText(wire.providerID),
}));

const pathTable = fieldTable((wire) => ({ cwd: check.optionalText(wire.cwd), root: check.optionalText(wire.root) }));

const errorDataTable = fieldTable((wire) => ({ message: check.optionalText(wire.message) }));

/** `{name, data{message, statusCode, …}}`; Kilo also writes a plain text. */
const errorTable = fieldTable((wire) => ({
  name: check.optionalText(wire.name),
  data: check.optionalNested(wire.data, errorDataTable),
}));

export type WireError = FieldsOf<typeof errorTable> | string;

export const optionalError = (value: unknown): WireError | undefined =>
  typeof value === 'string' ? check.optionalText(value) : check.optionalNested(value, errorTable);

/** A message of the person, or of the agent: one request of the model. */
export const messageTable = fieldTable((wire) => ({
  id: check.optionalId(wire.id) ?? '',
  sessionID: check.optionalId(wire.sessionID),
  role: check.text(wire.role),
  /** The message of the person that this one answers. */
  parentID: check.optionalId(wire.parentID),
  modelID: check.optionalText(wire.modelID),
  model: check.optionalNested(wire.model, modelTable),
  path: check.optionalNested(wire.path, pathTable),
  time: check.optionalNested(wire.time, timeTable),
  /** `tool-calls`, `stop`, `length`, … once the request is done. */
  finish: check.optionalText(wire.finish),
  error: optionalError(wire.error),
  /** True for a summary of what was before; an object with the changes of files in a message of the person. */
  summary: check.anything(wire.summary),
}));

/** The state of a tool call. */
const stateTable = fieldTable((wire) => ({
  /** `pending`, `running`, `completed` or `error`. */
  status: check.text(wire.status),
  input: check.anything(wire.input),
  output: check.optionalText(wire.output),
  error: check.optionalText(wire.error),
  /** What the tool tells besides: exit code, diff, the session of a sub-agent. */
  metadata: check.optionalRecord(wire.metadata),
  time: check.optionalNested(wire.time, timeTable),
}));

export type ToolState = FieldsOf<typeof stateTable>;

const cacheTable = fieldTable((wire) => ({
  read: check.optionalCount(wire.read),
  write: check.optionalCount(wire.write),
}));

/** What a request used. */
export const tokensTable = fieldTable((wire) => ({
  /** Without what was read from or written to the cache. */
  input: check.count(wire.input),
  output: check.count(wire.output),
  reasoning: check.count(wire.reasoning),
  cache: check.optionalNested(wire.cache, cacheTable),
  /** From 1.1 on. */
  total: check.optionalCount(wire.total),
}));

/** The fields of all kinds of parts. What a kind does not know stays in `extra`. */
export const partTable = fieldTable((wire) => ({
  id: check.optionalId(wire.id) ?? '',
  sessionID: check.optionalId(wire.sessionID),
  messageID: check.optionalId(wire.messageID),
  type: check.text(wire.type),
  /** Of `text` and `reasoning`. */
  text: check.optionalText(wire.text),
  time: check.optionalNested(wire.time, timeTable),
  /** The program wrote the text, not the person. */
  synthetic: check.optionalFlag(wire.synthetic),
  /** Of `tool`. */
  tool: check.optionalText(wire.tool),
  callID: check.optionalText(wire.callID),
  state: check.optionalNested(wire.state, stateTable),
  /** Of `step-finish`. */
  reason: check.optionalText(wire.reason),
  tokens: check.optionalNested(wire.tokens, tokensTable),
  /** Of `file`: an address, or the data itself. */
  mime: check.optionalText(wire.mime),
  url: check.optionalText(wire.url),
  filename: check.optionalText(wire.filename),
  /** Of `subtask`. */
  prompt: check.optionalText(wire.prompt),
  /** Of `retry`. */
  error: optionalError(wire.error),
}));

export type Part = FieldsOf<typeof partTable>;
