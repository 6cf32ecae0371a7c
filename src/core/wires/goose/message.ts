// block/goose (now AAIF), crates/goose/src/conversation/message.rs: Message and MessageMetadata.
import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import { timeFrom } from '../../thread/time.ts';
import type { Extra } from '../../thread/usage.ts';
import * as check from '../field-checks.ts';
import { type FieldsOf, fieldTable } from '../field-table.ts';

const inferenceTable = fieldTable((wire) => ({
  provider: check.optionalText(wire.provider),
  /** The model that was asked for. */
  requestedModel: check.optionalText(wire.requestedModel),
}));

const metadataTable = fieldTable((wire) => ({
  /** False for what goose tells the model by itself. */
  userVisible: check.optionalFlag(wire.userVisible),
  /** False for what the model no longer gets: a summary stands for it. */
  agentVisible: check.optionalFlag(wire.agentVisible),
  /** A user row that goose adds to each prompt (1.50 and later). */
  turnContext: check.optionalFlag(wire.turnContext),
  /** Only on answers of a model (1.50 and later). */
  inference: check.optionalNested(wire.inference, inferenceTable),
  /** The counts of the request. Only the store has them. */
  usage: check.optionalRecord(wire.usage),
}));

const messageTable = fieldTable((wire) => ({
  /** Of an answer the provider's id of the response, the same live and stored. Null on error texts of 1.37. */
  id: check.optionalId(wire.id),
  /** `assistant` or `user`. Results of tools are in user messages. */
  role: check.text(wire.role),
  /** Seconds since 1970. */
  created: check.optionalNumber(wire.created),
  content: check.list(wire.content),
  metadata: check.optionalNested(wire.metadata, metadataTable),
}));

/** A message of goose, live or stored. */
export interface GooseMessage {
  id: string | undefined;
  role: string;
  /** ISO 8601. */
  time: string | undefined;
  content: unknown[];
  metadata: FieldsOf<typeof metadataTable>;
  /** What is unknown in it, under the wire's names. */
  extra: Extra | undefined;
}

export function readMessage(source: JsonObject, problems: Problem[]): GooseMessage {
  const { id, role, created, content, metadata = NO_METADATA, extra: rest } = messageTable.read(source, problems);
  const more = metadata.extra || metadata.inference?.extra;
  const extra = more ? { ...rest, metadata: { ...metadata.extra, ...metadata.inference?.extra } } : rest;
  return { id, role, time: timeFrom(created, 's'), content, metadata, extra };
}

const NO_METADATA: FieldsOf<typeof metadataTable> = {
  userVisible: undefined,
  agentVisible: undefined,
  turnContext: undefined,
  inference: undefined,
  usage: undefined,
  extra: undefined,
};

/** A text of goose itself, not of a model: such messages have no id of a response. */
export function isOwnText({ id, role, metadata }: GooseMessage): boolean {
  return role === 'assistant' && metadata.inference === undefined && (id === undefined || id.startsWith('msg_'));
}
