import type { JsonObject } from '../lines/json.ts';
import { anything, optionalRecord, optionalText } from './field-checks.ts';

/** The fields of a message of JSON-RPC, for the tables of the protocols that speak it. */
export function rpcFields(wire: JsonObject) {
  return {
    jsonrpc: optionalText(wire.jsonrpc),
    method: optionalText(wire.method),
    /** A number from 0 in most agents, or a text. Each side counts its own requests. */
    id: anything(wire.id),
    params: optionalRecord(wire.params),
    result: anything(wire.result),
    error: anything(wire.error),
  };
}
