import { Transform, type TransformCallback } from 'node:stream';

/** What is known of a line that was dropped: how it began and how it ended. */
export interface DroppedLine {
  head: string;
  tail: string;
}

/** So much of a dropped line is kept at both ends: an id stands there. */
const KEPT = 256;

/** Drops lines that are too long, which would end the transport. Each is reported when it has ended. */
export function createBoundedInput(onDropped: (line: DroppedLine) => void, most: number): Transform {
  let held: Uint8Array[] = [];
  let size = 0;
  let head = '';
  let tail = Buffer.alloc(0);

  function hold(bytes: Uint8Array): void {
    const isBegun = size > most;
    size += bytes.length;
    if (isBegun) tail = Buffer.concat([tail, bytes.subarray(-KEPT)]).subarray(-KEPT);
    else held.push(bytes);
    if (isBegun || size <= most) return;
    const begun = Buffer.concat(held);
    head = textOf(begun.subarray(0, KEPT));
    tail = begun.subarray(-KEPT);
    held = [];
  }

  function end(): void {
    if (size > most) onDropped({ head, tail: textOf(tail) });
    held = [];
    size = 0;
    tail = Buffer.alloc(0);
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      let start = 0;
      for (let stop = chunk.indexOf(10); stop !== -1; stop = chunk.indexOf(10, start)) {
        hold(chunk.subarray(start, stop));
        if (size <= most) this.push(Buffer.concat([...held, Buffer.from('\n')]));
        end();
        start = stop + 1;
      }
      hold(chunk.subarray(start));
      done();
    },
    flush(done: TransformCallback) {
      end();
      done();
    },
  });
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8');
}
