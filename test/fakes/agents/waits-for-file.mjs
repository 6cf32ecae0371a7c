// Says one line, and the rest when the file PROCEED is there.
import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { end, message, say, THREAD } from './say.mjs';

say({ type: 'thread.started', thread_id: THREAD });
while (!existsSync(process.env.PROCEED)) await setTimeout(20);
say({ type: 'turn.started' });
message('done');
end();
