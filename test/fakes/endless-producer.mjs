// Writes the file again and again until its reader is gone; then says on stderr how many bytes it got rid of.
import { readFileSync } from 'node:fs';

const text = readFileSync(process.argv[2]);
let bytes = 0;

process.stdout.on('error', () => {
  process.stderr.write(`${bytes}\n`);
  process.exit(0);
});

function write() {
  let goOn = true;
  while (goOn) {
    goOn = process.stdout.write(text);
    bytes += text.length;
  }
  process.stdout.once('drain', write);
}

write();
