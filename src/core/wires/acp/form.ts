import { isObject, type JsonObject } from '../../lines/json.ts';
import { enveloped, isEnvelope } from '../traffic-envelope.ts';
import type { WireForm } from '../wire.ts';

const METHODS =
  /^session\/(?:new|load|resume|fork|list|prompt|update|cancel|close|request_permission|set_mode|set_model|set_config_option)$/;

/** True for a message that only this protocol has. MCP, whose messages look alike, has no sessions and counts by dates. */
function isAcp({ jsonrpc, method, params, result }: JsonObject): boolean {
  if (jsonrpc !== '2.0') return false;
  if (method === 'initialize') return isObject(params) && typeof params.protocolVersion === 'number';
  if (typeof method === 'string') return METHODS.test(method) && (params === undefined || isObject(params));
  if (!isObject(result)) return false;
  if (typeof result.protocolVersion === 'number' && isObject(result.agentCapabilities)) return true;
  if (typeof result.stopReason === 'string' || typeof result.sessionId === 'string') return true;
  return isObject(result.outcome) && typeof result.outcome.outcome === 'string';
}

/** What an agent and its client say to each other by the Agent Client Protocol, or one of them. */
export const acpForm = {
  name: 'acp',
  agent: '',
  kind: 'stream',
  marksTurnEnds: true,
  hasThreadIds: true,
  ids: 'wire',
  recognises: (record) => isAcp(enveloped(record) ?? record),
  accepts: (record) => record.jsonrpc === '2.0' || isEnvelope(record),
} satisfies WireForm;
