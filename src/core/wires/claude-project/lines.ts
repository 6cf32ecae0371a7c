import type { Extra } from '../../thread/usage.ts';
import { anything, optionalFlag, optionalId, optionalRecord, optionalText } from '../field-checks.ts';
import { type FieldsOf, fieldTable } from '../field-table.ts';

/**
 * A `user` or `assistant` line of a session file. What the table does not name is kept beside the event.
 * Source: recordings of 0.2.126 to 2.1.325.
 */
export const projectLineTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  uuid: optionalId(wire.uuid),
  /** The line that this one follows. The lines are a tree: a rewind grows another branch. */
  parentUuid: optionalId(wire.parentUuid),
  sessionId: optionalId(wire.sessionId),
  /** Said by a sub-agent. */
  isSidechain: optionalFlag(wire.isSidechain),
  /** The sub-agent; from 2.0.77, where each has a file of its own. */
  agentId: optionalId(wire.agentId),
  /** The CLI put it in; people do not see it. */
  isMeta: optionalFlag(wire.isMeta),
  isCompactSummary: optionalFlag(wire.isCompactSummary),
  isVisibleInTranscriptOnly: optionalFlag(wire.isVisibleInTranscriptOnly),
  isApiErrorMessage: optionalFlag(wire.isApiErrorMessage),
  timestamp: optionalText(wire.timestamp),
  cwd: optionalText(wire.cwd),
  version: optionalText(wire.version),
  userType: optionalText(wire.userType),
  gitBranch: optionalText(wire.gitBranch),
  /** What runs the CLI: `cli`, `sdk-cli`, … */
  entrypoint: optionalText(wire.entrypoint),
  /** A name of the session that people can say. */
  slug: optionalText(wire.slug),
  message: optionalRecord(wire.message),
  requestId: optionalId(wire.requestId),
  /** Groups the lines of one prompt; from 2.1.75. */
  promptId: optionalId(wire.promptId),
  /** The line of the call that a result belongs to; from 2.0.77. */
  sourceToolAssistantUUID: optionalId(wire.sourceToolAssistantUUID),
  /** The CLI's own account of a tool's result: an object, or a text when it failed. */
  toolUseResult: anything(wire.toolUseResult),
}));

export type ProjectLine = FieldsOf<typeof projectLineTable>;

/** What of a line the events do not say by themselves. */
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
