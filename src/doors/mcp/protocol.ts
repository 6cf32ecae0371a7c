import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { isObject, type JsonObject } from '../../core/lines/json.ts';

/** The versions of the protocol that are spoken, the newest first. What is used of it is the same in all of them. */
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];

/** Codes of JSON-RPC. */
const CODES = { invalidRequest: -32600, methodNotFound: -32601, invalidParams: -32602, internal: -32603 };

/** A fault that the asking program caused. The message is told to it. */
class RequestFault extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** A tool as clients see it. */
export interface ListedTool {
  name: string;
  [field: string]: unknown;
}

export interface ProtocolOptions {
  name: string;
  version: string;
  tools: readonly ListedTool[];
  /** Answers a call. `params` are those of the request: `arguments`, `_meta`. `client` is the name it gave itself. */
  call(tool: string, params: JsonObject, client: string | undefined, signal: AbortSignal): Promise<object>;
  onFault(message: string): void;
  /** Lines of JSON, none longer than the caller takes. */
  input: Readable;
  output: Writable;
}

/**
 * Speaks the Model Context Protocol over lines of JSON, as far as a server of tools needs it: `initialize`, `ping`,
 * `tools/list`, `tools/call` and `notifications/cancelled`. Returns when the input has ended and all is answered.
 */
export async function speakProtocol(options: ProtocolOptions): Promise<void> {
  const { tools, onFault, input, output } = options;
  const waiting = new Map<string | number, AbortController>();
  const answers = new Set<Promise<void>>();
  let client: string | undefined;
  let written: Promise<unknown> = Promise.resolve();

  /** One after the other, at the pace of the client. */
  function send(message: object): Promise<unknown> {
    written = written.then(async () => {
      if (output.destroyed || output.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)) return;
      await Promise.race([once(output, 'drain'), once(output, 'close')]).catch(() => {});
    });
    return written;
  }

  function initialize(params: JsonObject): object {
    const { protocolVersion, clientInfo } = params;
    if (typeof protocolVersion !== 'string') throw new RequestFault(CODES.invalidParams, 'no protocolVersion');
    if (isObject(clientInfo) && typeof clientInfo.name === 'string') client = clientInfo.name;
    return {
      protocolVersion: VERSIONS.includes(protocolVersion) ? protocolVersion : VERSIONS[0],
      capabilities: { tools: {} },
      serverInfo: { name: options.name, version: options.version },
    };
  }

  function resultOf(method: string, params: JsonObject, signal: AbortSignal): object | Promise<object> {
    switch (method) {
      case 'initialize':
        return initialize(params);
      case 'ping':
        return {};
      case 'tools/list':
        return { tools };
      case 'tools/call': {
        if (typeof params.name !== 'string') throw new RequestFault(CODES.invalidParams, 'no name');
        return options.call(params.name, params, client, signal);
      }
      default:
        throw new RequestFault(CODES.methodNotFound, 'Method not found');
    }
  }

  async function answer(id: string | number, method: string, params: JsonObject): Promise<void> {
    const aborted = new AbortController();
    waiting.set(id, aborted);
    try {
      const result = await resultOf(method, params, aborted.signal);
      if (!aborted.signal.aborted) await send({ id, result });
    } catch (error) {
      if (aborted.signal.aborted) return;
      const isAskers = error instanceof RequestFault;
      if (!isAskers) onFault(error instanceof Error ? error.message : String(error));
      const message = isAskers ? error.message : 'Internal error';
      await send({ id, error: { code: isAskers ? error.code : CODES.internal, message } });
    } finally {
      if (waiting.get(id) === aborted) waiting.delete(id);
    }
  }

  function take(line: string): void {
    const message = parse(line);
    if (!isObject(message)) {
      onFault('a line is no JSON object');
      return;
    }
    const { id, method, params } = message;
    const given = isObject(params) ? params : {};
    // Answers to requests that were never sent, and other things without a method.
    if (typeof method !== 'string') return;
    if (id === undefined) {
      const { requestId } = given;
      const isId = typeof requestId === 'string' || typeof requestId === 'number';
      if (method === 'notifications/cancelled' && isId) waiting.get(requestId)?.abort();
    } else if (typeof id === 'string' || typeof id === 'number') {
      const answered = answer(id, method, given).finally(() => answers.delete(answered));
      answers.add(answered);
    } else void send({ id: null, error: { code: CODES.invalidRequest, message: 'Invalid Request' } });
  }

  let held = '';
  input.setEncoding('utf8');
  for await (const chunk of input) {
    const lines = `${held}${chunk}`.split('\n');
    held = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') take(line);
  }
  for (const aborted of waiting.values()) aborted.abort();
  await Promise.all(answers);
  await written;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
