import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { isObject, type JsonObject } from '../../core/lines/json.ts';
import { createBoundedInput, type DroppedLine } from './bounded-input.ts';
import { FAULT_CODES, RequestFault } from './request-fault.ts';

/** A request with what its answer may need. */
export interface RpcRequest {
  method: string;
  params: JsonObject;
  signal: AbortSignal;
  /** Sends a notification before the answer. Waits for a client that reads slowly. */
  notify(method: string, params: object): Promise<unknown>;
}

export interface JsonRpcOptions {
  /** The result of a request. A `RequestFault` is told to the client; any other error is not. */
  answer(request: RpcRequest): object | Promise<object>;
  /** The id of the request that a notification takes back. */
  cancelledBy?(method: string, params: JsonObject): unknown;
  onFault(message: string): void;
  input: Readable;
  output: Writable;
  /** Longer lines are dropped. */
  maxRequestBytes: number;
}

/** Speaks JSON-RPC over lines, as a side that is only asked. Returns when the input has ended and all is answered. */
export async function speakJsonRpc(options: JsonRpcOptions): Promise<void> {
  const { onFault, output } = options;
  const waiting = new Map<unknown, AbortController>();
  const answers = new Set<Promise<void>>();
  let written: Promise<unknown> = Promise.resolve();

  /** One after the other, at the pace of the client. */
  function send(message: object): Promise<unknown> {
    written = written.then(async () => {
      if (output.destroyed || output.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)) return;
      await Promise.race([once(output, 'drain'), once(output, 'close')]).catch(() => {});
    });
    return written;
  }

  async function answer(id: string | number, method: string, params: JsonObject): Promise<void> {
    const aborted = new AbortController();
    const { signal } = aborted;
    waiting.set(id, aborted);
    try {
      const notify: RpcRequest['notify'] = async (name, about) => {
        if (!signal.aborted) await send({ method: name, params: about });
      };
      const result = await options.answer({ method, params, signal, notify });
      if (!signal.aborted) await send({ id, result });
    } catch (error) {
      if (!signal.aborted) await send({ id, error: toldFault(error) });
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
      const isJson = message !== undefined;
      void send({
        id: null,
        error: isJson
          ? { code: FAULT_CODES.invalidRequest, message: 'Invalid Request' }
          : { code: FAULT_CODES.parse, message: 'Parse error' },
      });
      return;
    }
    const { id, method, params } = message;
    const given = isObject(params) ? params : {};
    // Answers to requests that were never sent, and other things without a method.
    if (typeof method !== 'string') return;
    if (id === undefined) waiting.get(options.cancelledBy?.(method, given))?.abort();
    else if (typeof id === 'string' || typeof id === 'number') {
      const answered = answer(id, method, given).finally(() => answers.delete(answered));
      answers.add(answered);
    } else void send({ id: null, error: { code: FAULT_CODES.invalidRequest, message: 'Invalid Request' } });
  }

  let held = '';
  /** Who asked is told, so that nobody waits for ever. */
  function refuseLong(line: DroppedLine): void {
    onFault('a request was too long and was dropped');
    const message = `a request has at most ${options.maxRequestBytes} bytes`;
    void send({ id: idOf(line), error: { code: FAULT_CODES.invalidRequest, message } });
  }

  for await (const chunk of linesOf(options, refuseLong)) {
    const lines = `${held}${chunk}`.split('\n');
    held = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') take(line);
  }
  for (const aborted of waiting.values()) aborted.abort();
  await Promise.all(answers);
  await written;
}

/** The input without lines that are too long. */
function linesOf({ input, output, maxRequestBytes }: JsonRpcOptions, onDropped: (line: DroppedLine) => void): Readable {
  const lines = createBoundedInput(onDropped, maxRequestBytes);
  input.once('close', () => lines.end());
  // A client that is gone reads nothing any more.
  output.once('error', () => lines.end());
  input.pipe(lines);
  return lines.setEncoding('utf8');
}

/** Where programs write the id of a request: before what it is about, or after. */
const ID = String.raw`"id"\s{0,4}:\s{0,4}(\d{1,15}|"[^"\\]{1,128}")`;
const AT_HEAD = new RegExp(
  String.raw`^\s{0,8}\{\s{0,8}(?:"(?:jsonrpc|method)"\s{0,4}:\s{0,4}"[\w./]{1,80}"\s{0,4},\s{0,4}){0,2}${ID}`,
);
const AT_TAIL = new RegExp(
  String.raw`\}\s{0,4},\s{0,4}(?:"(?:jsonrpc|method)"\s{0,4}:\s{0,4}"[\w./]{1,80}"\s{0,4},\s{0,4}){0,2}${ID}(?:\s{0,4},\s{0,4}"(?:jsonrpc|method)"\s{0,4}:\s{0,4}"[\w./]{1,80}"){0,2}\s{0,8}\}\s{0,8}$`,
);

/** The id of a request of which only the ends are known; null where it does not stand there. */
function idOf({ head, tail }: DroppedLine): string | number | null {
  const [, id] = AT_HEAD.exec(head) ?? AT_TAIL.exec(tail) ?? [];
  return id === undefined ? null : JSON.parse(id);
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
