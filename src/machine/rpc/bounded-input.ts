import { Transform, type TransformCallback } from 'node:stream';

/** Drops lines that are too long, which would end the transport. They are reported and never answered. */
export function createBoundedInput(onDropped: () => void, most: number): Transform {
  let held: Uint8Array[] = [];
  let size = 0;

  function hold(bytes: Uint8Array): void {
    if (size <= most && size + bytes.length > most) {
      held = [];
      onDropped();
    }
    size += bytes.length;
    if (size <= most) held.push(bytes);
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      let start = 0;
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
        hold(chunk.subarray(start, end));
        if (size <= most) this.push(Buffer.concat([...held, Buffer.from('\n')]));
        held = [];
        size = 0;
        start = end + 1;
      }
      hold(chunk.subarray(start));
      done();
    },
  });
}
