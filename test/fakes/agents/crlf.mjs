import { print, THREAD, USAGE } from './say.mjs';

const events = [
  { type: 'thread.started', thread_id: THREAD },
  { type: 'turn.started' },
  { type: 'item.completed', item: { id: 'item_0', type: 'agent_message', text: 'hello' } },
  { type: 'turn.completed', usage: USAGE },
];
print(events.map((event) => `${JSON.stringify(event)}\r\n`).join(''));
