import * as coreLimits from '../../limits/core.ts';
import { isObject, type JsonObject } from '../lines/json.ts';
import { forgetOldest } from './forget-oldest.ts';
import type { Said } from './traffic.ts';

/** A message of JSON-RPC: a request has a method and an id, a notification a method, an answer an id. */
interface RpcMessage {
  method?: string | undefined;
  id?: unknown;
  result?: unknown;
}

/** What tells the two sides apart where nobody wrote down who spoke. */
export interface RpcSides {
  /** True for a method that clients call. */
  isOfClient(method: string, id: unknown): boolean;
  /** True for what clients answer. */
  isAnswerOfClient(result: JsonObject): boolean;
}

/** Which side said a message, and what an answer answers. Both sides ask, each with ids of its own that begin at 0. */
export interface RpcRequests<Asked> {
  isOfClient(message: RpcMessage, direction: Said['direction']): boolean;
  asked(message: RpcMessage, isOfClient: boolean, request: Asked): void;
  /** The request that the answer is to. It is no longer open. */
  answered(message: RpcMessage, isOfClient: boolean): Asked | undefined;
}

export function createRpcRequests<Asked>(sides: RpcSides): RpcRequests<Asked> {
  const open = { client: new Map<unknown, Asked>(), agent: new Map<unknown, Asked>() };

  return {
    isOfClient({ method, id, result }, direction) {
      if (direction === 'in' || direction === 'out') return direction === 'in';
      if (method !== undefined) return sides.isOfClient(method, id);
      if (open.agent.has(id) && !open.client.has(id)) return true;
      return isObject(result) && sides.isAnswerOfClient(result);
    },
    asked({ id }, isOfClient, request) {
      const asked = open[isOfClient ? 'client' : 'agent'];
      asked.set(id, request);
      forgetOldest(asked, coreLimits.maxOpenCalls);
    },
    answered({ id }, isOfClient) {
      const asked = open[isOfClient ? 'agent' : 'client'];
      const request = asked.get(id);
      asked.delete(id);
      return request;
    },
  };
}
