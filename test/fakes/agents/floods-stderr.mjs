// Writes 100 MB to stderr before it says anything.
import { writeSync } from 'node:fs';
import { hello } from './say.mjs';

const block = Buffer.from(`${'e'.repeat(1023)}\n`.repeat(1024));
for (let megabytes = 0; megabytes < 100; megabytes += 1) {
  for (let written = 0; written < block.length; ) {
    try {
      written += writeSync(2, block, written);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
process.stderr.write('the last line of stderr\n');
hello();
