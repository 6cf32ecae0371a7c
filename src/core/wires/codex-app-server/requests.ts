import * as coreLimits from '../../../limits/core.ts';
import { isObject } from '../../lines/json.ts';
import { forgetOldest } from '../forget-oldest.ts';
import type { Said } from '../traffic.ts';
import type { Message } from './messages.ts';

/** A request that waits for its answer. */
export interface Asked {
  method: string;
  thread_id?: string | undefined;
  turn_id?: string | undefined;
  item_id?: string | undefined;
}

/** Which side said a message, and what an answer answers. Both sides ask, each with ids of its own that begin at 0. */
export interface Requests {
  /** True for a message of the client. */
  isOfClient(message: Message, direction: Said['direction']): boolean;
  asked(message: Message, isOfClient: boolean, request: Asked): void;
  /** The request that the answer is to. It is no longer open. */
  answered(message: Message, isOfClient: boolean): Asked | undefined;
}

/** What the server asks of the client, in all versions. */
const OF_SERVER =
  /\/requestApproval$|\/requestUserInput$|\/elicitation\/request$|^item\/tool\/call$|Approval$|^currentTime\/read$|^attestation\/generate$|\/chatgptAuthTokens\/refresh$/;

/** What clients answer. The server's own answers have none of these. */
const ANSWERS = ['decision', 'answers', 'action', 'permissions', 'contentItems'];

export function createRequests(): Requests {
  const open = { client: new Map<unknown, Asked>(), server: new Map<unknown, Asked>() };

  return {
    isOfClient({ method, id, result }, direction) {
      if (direction === 'in' || direction === 'out') return direction === 'in';
      if (method === undefined)
        return open.server.has(id) && isObject(result) && ANSWERS.some((name) => name in result);
      return id === undefined ? method === 'initialized' : !OF_SERVER.test(method);
    },
    asked({ id }, isOfClient, request) {
      const asked = open[isOfClient ? 'client' : 'server'];
      asked.set(id, request);
      forgetOldest(asked, coreLimits.maxOpenCalls);
    },
    answered({ id }, isOfClient) {
      const asked = open[isOfClient ? 'server' : 'client'];
      const request = asked.get(id);
      asked.delete(id);
      return request;
    },
  };
}
