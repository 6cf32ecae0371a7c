import type { Socket } from 'node:net';

/** Reads lines of JSON from a socket, one at a time, each within a time and a number of bytes. */
export interface LineSocket {
  /** The next line as a value; undefined if it does not come in time, is too long or no JSON, or the socket ended. */
  next(withinMs: number, mostBytes: number): Promise<unknown>;
  send(value: object): void;
}

const LINE_FEED = 10;

export function createLineSocket(socket: Socket): LineSocket {
  let parts: Buffer[] = [];
  let size = 0;
  let hasEnded = false;
  let wake = () => {};

  socket.on('data', (chunk: Buffer) => {
    parts.push(chunk);
    size += chunk.length;
    wake();
  });
  const end = () => {
    hasEnded = true;
    wake();
  };
  // A fault of the other side is its end.
  socket.on('error', end).on('close', end).on('end', end);

  /** The first line, if it came whole. What follows it stays. */
  function takeLine(): Buffer | undefined {
    if (!parts.at(-1)?.includes(LINE_FEED)) return undefined;
    const all = Buffer.concat(parts);
    const at = all.indexOf(LINE_FEED);
    parts = at + 1 < all.length ? [all.subarray(at + 1)] : [];
    size = all.length - at - 1;
    return all.subarray(0, at);
  }

  function waitForMore(deadline: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, deadline - performance.now()));
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  return {
    async next(withinMs, mostBytes) {
      const deadline = performance.now() + withinMs;
      for (;;) {
        const line = takeLine();
        if (line) return line.length > mostBytes ? undefined : parsed(line);
        if (hasEnded || size > mostBytes || performance.now() >= deadline) return undefined;
        await waitForMore(deadline);
      }
    },
    send(value) {
      socket.write(`${JSON.stringify(value)}\n`);
    },
  };
}

function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    return undefined;
  }
}
