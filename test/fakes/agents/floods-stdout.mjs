// Prints so many MB of lines (FLOOD_MB, 1024 by default), each numbered.
import { begin, end, message, print } from './say.mjs';

const bytes = Number(process.env.FLOOD_MB ?? 1024) * 1024 * 1024;
const filler = 'x'.repeat(3900);
begin();
let number = 0;
for (let written = 0; written < bytes; ) {
  let block = '';
  for (let line = 0; line < 64; line += 1) {
    block += `{"type":"item.completed","item":{"id":"item_${number}","type":"agent_message","text":"${number} ${filler}"}}\n`;
    number += 1;
  }
  print(block);
  written += block.length;
}
message('hello');
end();
