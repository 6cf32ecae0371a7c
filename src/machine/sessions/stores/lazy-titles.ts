import type { SessionFile } from '../store.ts';

/** Titles by thread id, each of which stands in a file of its own. Only those that are wanted are read, once each. */
export class LazyTitles extends Map<string, string> {
  readonly #files: Map<string, SessionFile>;
  readonly #read: (file: SessionFile) => string | undefined;

  constructor(files: readonly SessionFile[], read: (file: SessionFile) => string | undefined) {
    super();
    this.#files = new Map(files.flatMap((file) => (file.threadId === undefined ? [] : [[file.threadId, file]])));
    this.#read = read;
  }

  override get(id: string): string | undefined {
    const file = this.#files.get(id);
    this.#files.delete(id);
    const title = file && this.#read(file);
    if (title !== undefined) this.set(id, title);
    return super.get(id);
  }
}
