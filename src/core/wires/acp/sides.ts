import type { JsonObject } from '../../lines/json.ts';
import type { RpcSides } from '../rpc-requests.ts';
import type { AcpSession } from './sessions.ts';

/** A request that waits for its answer. */
export interface Asked {
  method: string;
  params: JsonObject;
  session: AcpSession | undefined;
  /** The turn that a prompt began. */
  turnId?: string | undefined;
}

/** Methods of clients. Agents call `session/update`, `session/request_permission`, `fs/*`, `terminal/*` and their own. */
const OF_CLIENT = /^(?:initialize|authenticate|logout|session\/(?!update$|request_permission$|elicitation).*)$/;

export const acpSides: RpcSides = {
  isOfClient: (method) => OF_CLIENT.test(method),
  isAnswerOfClient: (result) => 'outcome' in result || 'content' in result || 'terminalId' in result,
};
