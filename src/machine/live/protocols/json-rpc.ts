import { ThreadlineError } from '../../../errors.ts';
import type { AgentLine, LiveLink } from '../live-protocol.ts';
import { type Fields, fieldsOf, textOf } from './fields.ts';
import { OpenRequests } from './open-requests.ts';

/** A request of the agent, which wants an answer. */
export interface AgentRequest {
  /** Its id as it came: 0 is one, and a text is not a number. */
  id: string | number;
  method: string;
  params: Fields;
}

/** What a driver does with the lines of the agent. */
export interface RpcHandlers {
  request(request: AgentRequest): void;
  notification(method: string, params: Fields): void;
}

/** Both sides ask, and each numbers its own requests: two requests may be open with the same id. */
export class JsonRpc {
  readonly #link: LiveLink;
  readonly #base: Fields;
  readonly #handlers: RpcHandlers;
  readonly #open = new OpenRequests();
  #last = 0;

  /** `base` is a member of every frame: one protocol has `jsonrpc`, the other never. */
  constructor(link: LiveLink, base: Fields, handlers: RpcHandlers) {
    this.#link = link;
    this.#base = base;
    this.#handlers = handlers;
  }

  /** Resolves with the result. Rejects with the agent's own words. */
  request(method: string, params: Fields, timeoutMs?: number): Promise<Fields> {
    this.#last += 1;
    const id = this.#last;
    const answer = this.#open.wait(String(id), method, timeoutMs);
    this.#link.write({ ...this.#base, id, method, params });
    return answer;
  }

  notify(method: string, params?: Fields): void {
    this.#link.write({ ...this.#base, method, ...(params && { params }) });
  }

  reply(id: AgentRequest['id'], result: Fields): void {
    this.#link.write({ ...this.#base, id, result });
  }

  /** Refuses a request that is not known. */
  refuse(id: AgentRequest['id'], method: string): void {
    this.#link.write({ ...this.#base, id, error: { code: -32601, message: `Method not found: ${method}` } });
  }

  receive(line: AgentLine): void {
    const { id, method } = line;
    if (typeof method === 'string') {
      const params = fieldsOf(line.params);
      if (typeof id === 'string' || typeof id === 'number') this.#handlers.request({ id, method, params });
      else this.#handlers.notification(method, params);
      return;
    }
    if (typeof id !== 'number') return;
    if ('error' in line && line.error !== null && line.error !== undefined) {
      this.#open.fail(String(id), refusalOf(fieldsOf(line.error)));
    } else {
      this.#open.settle(String(id), fieldsOf(line.result));
    }
  }

  gone(reason: Error): void {
    this.#open.failAll(reason);
  }
}

function refusalOf({ message, data }: Fields): ThreadlineError {
  const details = textOf(data) ?? textOf(fieldsOf(data).details) ?? textOf(fieldsOf(data).message);
  const said = textOf(message) ?? 'the agent refused';
  return new ThreadlineError('refused', details === undefined ? said : `${said}: ${details}`);
}
