import { ThreadlineError } from '../../../errors.ts';
import { machineLimits } from '../../../limits/machine.ts';
import type { Fields } from './fields.ts';

interface OpenRequest {
  resolve(result: Fields): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout | undefined;
}

/** Our own requests that the agent has not answered yet. Some agents never answer what they do not know. */
export class OpenRequests {
  readonly #open = new Map<string, OpenRequest>();

  /** Waits for the answer to a request. 0: as long as the process lives. */
  wait(id: string, what: string, timeoutMs: number = machineLimits.liveRequestMs): Promise<Fields> {
    return new Promise((resolve, reject) => {
      const late = () => this.fail(id, new ThreadlineError('timeout', `the agent did not answer '${what}'`));
      const timer = timeoutMs === 0 ? undefined : setTimeout(late, timeoutMs);
      this.#open.set(id, { resolve, reject, timer });
    });
  }

  /** False for an answer that nobody waits for. */
  settle(id: string, result: Fields): boolean {
    const open = this.#take(id);
    open?.resolve(result);
    return open !== undefined;
  }

  fail(id: string, error: Error): boolean {
    const open = this.#take(id);
    open?.reject(error);
    return open !== undefined;
  }

  failAll(error: Error): void {
    for (const id of [...this.#open.keys()]) this.fail(id, error);
  }

  #take(id: string): OpenRequest | undefined {
    const open = this.#open.get(id);
    this.#open.delete(id);
    clearTimeout(open?.timer);
    return open;
  }
}
