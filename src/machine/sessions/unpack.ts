import { constants, createZstdDecompress } from 'node:zlib';
import { ThreadlineError } from '../../errors.ts';
import { machineLimits } from '../../limits/machine.ts';
import { createZstdFrames } from './zstd-frames.ts';

/** Unpacks zstd. At the end of what can be read, throws `damaged` for cut or broken data, `too-large` beyond limits. */
export async function* unpack(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const engine = createEngine();
  // Node's decompressor takes what follows a frame for the end of all data, so it gets one frame at a time.
  const frames = createZstdFrames();
  let packed = 0;
  let unpacked = 0;
  try {
    for await (const chunk of source) {
      packed += chunk.length;
      for (const part of frames.push(chunk)) {
        for await (const plain of engine.feed(part)) {
          unpacked += plain.length;
          checkSize(unpacked, packed);
          yield plain;
        }
      }
      if (frames.isBroken()) break;
    }
    if (!frames.isBetween()) throw damaged();
  } finally {
    engine.close();
  }
}

function damaged(cause?: unknown): ThreadlineError {
  return new ThreadlineError('damaged', 'the compressed file is cut off or broken', { cause });
}

function checkSize(unpacked: number, packed: number): void {
  const isBomb = unpacked > machineLimits.unpackRatioFreeBytes && unpacked > packed * machineLimits.maxUnpackRatio;
  if (!isBomb && unpacked <= machineLimits.maxUnpackedBytes) return;
  const reason = isBomb
    ? `over ${machineLimits.maxUnpackRatio} times its size`
    : `over ${machineLimits.maxUnpackedBytes} bytes`;
  throw new ThreadlineError('too-large', `the compressed file unpacks to ${reason}; reading stopped`);
}

/** One decompressor for all frames. It is fed when its output was taken: little is held, and a cut loses nothing. */
function createEngine() {
  const engine = createZstdDecompress({
    params: { [constants.ZSTD_d_windowLogMax]: machineLimits.maxUnpackWindowLog },
  });
  let failure: Error | undefined;
  let isSignalled = false;
  let wake = () => {};
  const signal = () => {
    isSignalled = true;
    wake();
  };
  engine.on('readable', signal);
  engine.on('close', signal);
  engine.on('error', (error) => {
    failure = error;
    signal();
  });

  async function* feed(part: Uint8Array): AsyncGenerator<Uint8Array> {
    let isBusy = true;
    engine.write(part, () => {
      isBusy = false;
      signal();
    });
    for (;;) {
      isSignalled = false;
      const plain: Uint8Array | null = engine.read();
      if (plain) yield plain;
      else if (failure) throw damaged(failure);
      else if (!isBusy) return;
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (isSignalled) resolve();
        });
      }
    }
  }

  return { feed, close: () => engine.destroy() };
}
