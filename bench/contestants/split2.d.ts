declare module 'split2' {
  import type { Transform } from 'node:stream';

  function split2(mapper: (line: string) => unknown): Transform;
  export = split2;
}
