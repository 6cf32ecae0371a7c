import { constants, createZstdDecompress } from 'node:zlib';
import { ThreadlineError } from '../errors.ts';
import { limits } from '../limits.ts';

/** Compressed bytes of which the end may be given back. */
interface Input {
  take(): Promise<Uint8Array | undefined>;
  giveBack(rest: Uint8Array): void;
  readonly hasRest: boolean;
}

/**
 * Unpacks zstd. Gives everything that can be had; then throws `damaged` where the data is cut off or broken, or
 * `too-large` where it grows beyond the limits, which only a file that was made for it does.
 */
export async function* unpack(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const input = createInput(source);
  let unpacked = 0;
  do {
    for await (const chunk of unpackFrame(input)) {
      unpacked += chunk.length;
      checkSize(unpacked, input.taken);
      yield chunk;
    }
  } while (input.hasRest);
}

function checkSize(unpacked: number, packed: number): void {
  const isBomb = unpacked > limits.unpackRatioFreeBytes && unpacked > packed * limits.maxUnpackRatio;
  if (!isBomb && unpacked <= limits.maxUnpackedBytes) return;
  const reason = isBomb ? `over ${limits.maxUnpackRatio} times its size` : `over ${limits.maxUnpackedBytes} bytes`;
  throw new ThreadlineError('too-large', `the compressed file unpacks to ${reason}; reading stopped`);
}

function createInput(source: AsyncIterable<Uint8Array>): Input & { readonly taken: number } {
  const iterator = source[Symbol.asyncIterator]();
  let rest: Uint8Array | undefined;
  let taken = 0;
  return {
    async take() {
      const held = rest;
      rest = undefined;
      if (held) return held;
      const next = await iterator.next();
      if (next.done) return undefined;
      taken += next.value.length;
      return next.value;
    },
    giveBack(bytes) {
      rest = bytes.length > 0 ? bytes : undefined;
    },
    get hasRest() {
      return rest !== undefined;
    },
    get taken() {
      return taken;
    },
  };
}

/**
 * Unpacks one frame: Node's decompressor ends after the first and drops what follows. It is fed only when all it made
 * was taken, so that little is ever held, and nothing is lost when the data turns out to be cut off.
 */
async function* unpackFrame(input: Input): AsyncGenerator<Uint8Array> {
  const engine = createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: limits.maxUnpackWindowLog } });
  let failure: Error | undefined;
  let isOver = false;
  let isBusy = false;
  let isSignalled = false;
  let wake = () => {};
  const signal = () => {
    isSignalled = true;
    wake();
  };
  const finish = () => {
    isOver = true;
    signal();
  };
  engine.on('readable', signal);
  engine.on('end', finish);
  engine.on('close', finish);
  engine.on('error', (error) => {
    failure = error;
  });

  async function feed(): Promise<void> {
    const piece = await input.take();
    if (!piece) {
      engine.end();
      return;
    }
    const before = engine.bytesWritten;
    isBusy = true;
    engine.write(piece, () => {
      isBusy = false;
      input.giveBack(piece.subarray(engine.bytesWritten - before));
      signal();
    });
  }

  try {
    let isFed = false;
    for (;;) {
      isSignalled = false;
      const chunk: Uint8Array | null = engine.read();
      if (chunk) yield chunk;
      else if (isOver) break;
      else if (isBusy || engine.writableEnded || (isFed && input.hasRest)) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (isSignalled) resolve();
        });
      } else {
        isFed = true;
        await feed();
      }
    }
    if (failure) throw new ThreadlineError('damaged', 'the compressed file is cut off or broken', { cause: failure });
  } finally {
    engine.destroy();
  }
}
