// Sends every byte of a line with characters of two to four bytes by itself.
import { setTimeout } from 'node:timers/promises';
import { begin, end, print } from './say.mjs';

begin();
const line = JSON.stringify({ type: 'item.completed', item: { id: 'item_0', type: 'agent_message', text: 'é漢👩‍👧' } });
for (const byte of Buffer.from(`${line}\n`)) {
  print(Uint8Array.of(byte));
  if (byte > 127) await setTimeout(10);
}
end();
