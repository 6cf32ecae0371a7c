import { isObject, type JsonObject } from '../../lines/json.ts';

/** A record of a stored session, in the form of a row. */
export function sessionRecord(row: JsonObject): JsonObject {
  return { table: 'session', row };
}

/** A message with its parts, in the order in which they came about: an answer is told when it begins and when it ends. */
export function* messageRecords({ info, parts, ...rest }: JsonObject): Generator<JsonObject> {
  // What is no object has a place of its own, where the reader finds it wrong.
  const message = isObject(info) ? info : { data: info };
  const isAnswer = message.role === 'assistant';
  yield { table: 'message', row: isAnswer ? beginningOf(message) : { ...rest, ...message } };
  const ids = { session_id: message.sessionID, message_id: message.id };
  for (const part of Array.isArray(parts) ? parts : [parts]) {
    if (part !== undefined) yield { table: 'part', row: isObject(part) ? part : { ...ids, data: part } };
  }
  if (isAnswer) yield { table: 'message', row: { ...rest, ...message } };
}

/** The fields of an answer that are known when it begins and never change. */
const STEADY = ['id', 'sessionID', 'role', 'parentID', 'modelID', 'providerID', 'mode', 'agent', 'path', 'summary'];

export function beginningOf(message: JsonObject): JsonObject {
  const beginning: JsonObject = {};
  for (const name of STEADY) if (message[name] !== undefined) beginning[name] = message[name];
  if (isObject(message.time)) beginning.time = { created: message.time.created };
  return beginning;
}
