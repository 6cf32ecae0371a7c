import { isObject, type JsonObject } from '../../lines/json.ts';
import { enveloped, isEnvelope } from '../traffic-envelope.ts';
import type { WireForm } from '../wire.ts';

/** Methods of the server and of its clients. Those of other protocols with the same names have a `jsonrpc`. */
const METHODS =
  /^(?:(?:thread|turn|item|review|codex\/event|remoteControl|mcpServer|account\/rateLimits|serverRequest)\/|(?:new|resume|list|archive|interrupt)Conversations?$|sendUser(?:Message|Turn)$|addConversationListener$|sessionConfigured$|(?:execCommand|applyPatch)Approval$)/;

/** True for a message that only this protocol has. Answers mostly have nothing that tells. */
function isServerMessage(record: JsonObject): boolean {
  const { method, params, id, result, error } = record;
  if ('jsonrpc' in record || 'type' in record || 'schema' in record) return false;
  if (typeof method === 'string') {
    if (method === 'initialize') return isObject(params) && isObject(params.clientInfo) && id !== undefined;
    return METHODS.test(method) && (params === undefined || isObject(params));
  }
  if (isObject(error)) return id !== undefined && isOfServer(error.code) && typeof error.message === 'string';
  if (id === undefined || !isObject(result)) return false;
  if (typeof result.userAgent === 'string') return true;
  if (isObject(result.thread)) return typeof result.thread.id === 'string' && 'preview' in result.thread;
  return typeof result.conversationId === 'string' && typeof result.rolloutPath === 'string';
}

/** The codes that JSON-RPC keeps for servers. */
function isOfServer(code: unknown): boolean {
  return typeof code === 'number' && code <= -32000;
}

/** Any message, once the connection is known to be of this protocol. */
function isMessage(record: JsonObject): boolean {
  if (isEnvelope(record)) return true;
  const { method, id, result, error } = record;
  return typeof method === 'string' || (id !== undefined && (result !== undefined || error !== undefined));
}

/** `codex app-server`, both of its forms, 0.43 to today: what it and its client say to each other, or one of them. */
export const codexAppServerForm = {
  name: 'codex-app-server',
  agent: 'codex',
  kind: 'stream',
  marksTurnEnds: true,
  hasThreadIds: true,
  ids: 'wire',
  recognises: (record) => isServerMessage(enveloped(record) ?? record),
  accepts: isMessage,
} satisfies WireForm;
