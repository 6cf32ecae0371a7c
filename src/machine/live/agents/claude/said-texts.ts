import { machineLimits } from '../../../../limits/machine.ts';
import type { Said } from '../../live-session.ts';

type Delivered = Said['delivered'];

/**
 * Texts that were said in a turn and that the agent has not taken up, by the ids that we gave them. It holds a text while a
 * tool runs, however long that is, so who said it is told after a while that it will be heard.
 */
export class SaidTexts {
  readonly #open = new Map<string, (delivered: Delivered) => void>();

  get size(): number {
    return this.#open.size;
  }

  /** Resolves when the agent takes the text up, when the turn ends, or after a while with `steered`. */
  add(id: string): Promise<Delivered> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve('steered'), machineLimits.liveSaidMs);
      this.#open.set(id, (delivered) => {
        clearTimeout(timer);
        resolve(delivered);
      });
    });
  }

  /** It is no longer open: taken up, taken back or dropped. False if it was not open. */
  settle(id: string, delivered: Delivered): boolean {
    const tell = this.#open.get(id);
    this.#open.delete(id);
    tell?.(delivered);
    return tell !== undefined;
  }

  /** What is left waits for a turn of its own, or for nothing. */
  settleAll(): void {
    for (const id of [...this.#open.keys()]) this.settle(id, 'queued');
  }
}
