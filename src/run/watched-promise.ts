/** A promise that tells when somebody begins to wait for it. */
export class WatchedPromise<T> extends Promise<T> {
  #onWait: (() => void) | undefined;

  /** What is derived from it (`then`, `finally`) is a plain promise. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  static watch<T>(promise: Promise<T>, onWait: () => void): WatchedPromise<T> {
    const watched = new WatchedPromise<T>((resolve, reject) => promise.then(resolve, reject));
    watched.#onWait = onWait;
    return watched;
  }

  // `await` goes through here too: it does so for every promise that is not a plain one.
  // biome-ignore lint/suspicious/noThenProperty: this is a promise
  override then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#onWait?.();
    return super.then(onFulfilled, onRejected);
  }
}
