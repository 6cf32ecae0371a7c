import type { Extra } from '../../thread/usage.ts';
import { anything, optionalFlag, optionalId, optionalRecord, optionalText } from '../field-checks.ts';
import { type FieldsOf, fieldTable } from '../field-table.ts';

/**
 * A `user` or `assistant` line of a session file. Fields not named here are kept beside the event.
 * Source: recordings of 0.2.126 to 2.1.325.
 */
export const projectLineTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  uuid: optionalId(wire.uuid),
  /** The line that this one follows. The lines form a tree: a rewind grows another branch. */
  parentUuid: optionalId(wire.parentUuid),
  sessionId: optionalId(wire.sessionId),
  /** A sub-agent wrote the line. */
  isSidechain: optionalFlag(wire.isSidechain),
  /** The sub-agent. From 2.0.77, where each has a file of its own. */
  agentId: optionalId(wire.agentId),
  /** The CLI added the line. People do not see it. */
  isMeta: optionalFlag(wire.isMeta),
  isCompactSummary: optionalFlag(wire.isCompactSummary),
  isVisibleInTranscriptOnly: optionalFlag(wire.isVisibleInTranscriptOnly),
  isApiErrorMessage: optionalFlag(wire.isApiErrorMessage),
  timestamp: optionalText(wire.timestamp),
  cwd: optionalText(wire.cwd),
  version: optionalText(wire.version),
  userType: optionalText(wire.userType),
  gitBranch: optionalText(wire.gitBranch),
  /** The program that runs the CLI: `cli`, `sdk-cli`, … */
  entrypoint: optionalText(wire.entrypoint),
  /** A readable name of the session. */
  slug: optionalText(wire.slug),
  message: optionalRecord(wire.message),
  requestId: optionalId(wire.requestId),
  /** Groups the lines of one prompt. From 2.1.75. */
  promptId: optionalId(wire.promptId),
  /** The line of the call that a result belongs to. From 2.0.77. */
  sourceToolAssistantUUID: optionalId(wire.sourceToolAssistantUUID),
  /** The CLI's own account of a tool's result: an object, or a text if the tool failed. */
  toolUseResult: anything(wire.toolUseResult),
}));

export type ProjectLine = FieldsOf<typeof projectLineTable>;

/** The fields of a line that the events do not carry. */
export function projectLineRest(line: ProjectLine): Extra {
  const rest: Extra = line.extra ?? {};
  if (line.uuid !== undefined) rest.uuid = line.uuid;
  if (line.parentUuid !== undefined) rest.parentUuid = line.parentUuid;
  if (line.requestId !== undefined) rest.requestId = line.requestId;
  if (line.promptId !== undefined) rest.promptId = line.promptId;
  if (line.sourceToolAssistantUUID !== undefined) rest.sourceToolAssistantUUID = line.sourceToolAssistantUUID;
  if (line.agentId !== undefined) rest.agentId = line.agentId;
  if (line.isSidechain) rest.isSidechain = true;
  if (line.isMeta) rest.isMeta = true;
  if (line.isCompactSummary) rest.isCompactSummary = true;
  if (line.isVisibleInTranscriptOnly) rest.isVisibleInTranscriptOnly = true;
  if (line.isApiErrorMessage) rest.isApiErrorMessage = true;
  if (line.toolUseResult !== undefined) rest.toolUseResult = line.toolUseResult;
  return rest;
}
