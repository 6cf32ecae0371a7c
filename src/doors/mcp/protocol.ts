import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { isObject, type JsonObject } from '../../core/lines/json.ts';
import { type Era, eraOf, type ServerFacts } from './era.ts';
import { FAULT_CODES, RequestFault } from './request-fault.ts';

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
  /** Lines of JSON, none longer than the caller takes. */
  input: Readable;
  output: Writable;
}

/**
 * Speaks the Model Context Protocol over lines of JSON, as a server that is only asked. Returns when the input has ended
 * and all is answered.
 */
export async function speakProtocol(options: ProtocolOptions): Promise<void> {
  const { methods, onFault, input, output } = options;
  const waiting = new Map<string | number, AbortController>();
  const answers = new Set<Promise<void>>();
  let era: Era | undefined;
  let written: Promise<unknown> = Promise.resolve();

  /** One after the other, at the pace of the client. */
  function send(message: object): Promise<unknown> {
    written = written.then(async () => {
      if (output.destroyed || output.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)) return;
      await Promise.race([once(output, 'drain'), once(output, 'close')]).catch(() => {});
    });
    return written;
  }

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

  async function answer(id: string | number, method: string, params: JsonObject): Promise<void> {
    const aborted = new AbortController();
    waiting.set(id, aborted);
    try {
      const result = await resultOf(method, params, aborted.signal);
      if (!aborted.signal.aborted) await send({ id, result });
    } catch (error) {
      if (!aborted.signal.aborted) await send({ id, error: toldFault(error) });
    } finally {
      if (waiting.get(id) === aborted) waiting.delete(id);
    }
  }

  /** A fault of our own is told without its words. */
  function toldFault(error: unknown): object {
    if (error instanceof RequestFault) {
      const { code, message, data } = error;
      return { code, message, ...(data && { data }) };
    }
    onFault(error instanceof Error ? error.message : String(error));
    return { code: FAULT_CODES.internal, message: 'Internal error' };
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
    } else void send({ id: null, error: { code: FAULT_CODES.invalidRequest, message: 'Invalid Request' } });
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
