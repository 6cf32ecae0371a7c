import type { Readable, Writable } from 'node:stream';
import type { JsonObject } from '../../core/lines/json.ts';
import { doorLimits } from '../../limits/doors.ts';
import { speakJsonRpc } from '../../machine/rpc/json-rpc.ts';
import { FAULT_CODES, RequestFault } from '../../machine/rpc/request-fault.ts';
import { type Era, eraOf, type ServerFacts } from './era.ts';

/** A request as a method sees it. */
export interface Request {
  params: JsonObject;
  /** The name that the client gave itself, if it gave one. */
  client: string | undefined;
  signal: AbortSignal;
}

/** Answers one kind of request. */
export type Method = (request: Request) => object | Promise<object>;

export interface ProtocolOptions extends ServerFacts {
  /** What the server answers besides the greetings of the protocol itself, by name. */
  methods: ReadonlyMap<string, Method>;
  onFault(message: string): void;
  /** Lines of JSON. */
  input: Readable;
  output: Writable;
}

/**
 * Speaks the Model Context Protocol over lines of JSON, as a server that is only asked. Returns when the input has ended
 * and all is answered.
 */
export async function speakProtocol(options: ProtocolOptions): Promise<void> {
  const { methods, onFault, input, output } = options;
  let era: Era | undefined;

  async function resultOf(method: string, params: JsonObject, signal: AbortSignal): Promise<object> {
    era ??= eraOf(params, options);
    const client = era.client(method, params);
    const greeting = Object.hasOwn(era.methods, method) ? era.methods[method] : undefined;
    const answerOf = methods.get(method);
    if (greeting) return era.answer(method, greeting(params));
    if (method === 'ping') return era.answer(method, {});
    if (!answerOf) throw new RequestFault(FAULT_CODES.methodNotFound, 'Method not found');
    return era.answer(method, await answerOf({ params, client, signal }));
  }

  await speakJsonRpc({
    answer: ({ method, params, signal }) => resultOf(method, params, signal),
    cancelledBy: (method, { requestId }) => (method === 'notifications/cancelled' ? requestId : undefined),
    onFault,
    input,
    output,
    maxRequestBytes: doorLimits.maxMcpRequestBytes,
  });
}
