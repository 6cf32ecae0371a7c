// What the fake agents have in common: they print lines as `codex exec --json` does.
import { writeSync } from 'node:fs';

/** Writes to the pipe itself, so that nothing is lost when the agent then dies. Waits while the pipe is full. */
export function print(text) {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

export const say = (event) => print(`${JSON.stringify(event)}\n`);

export const THREAD = '01a1de06-a90d-7a61-9d18-572c3f3466f0';
export const USAGE = { input_tokens: 10, cached_input_tokens: 4, output_tokens: 3 };

export function begin() {
  say({ type: 'thread.started', thread_id: THREAD });
  say({ type: 'turn.started' });
}

export const message = (text, id = 'item_0') =>
  say({ type: 'item.completed', item: { id, type: 'agent_message', text } });

export const end = () => say({ type: 'turn.completed', usage: USAGE });

/** A whole turn. */
export function hello(text = 'hello') {
  begin();
  message(text);
  end();
}

export const stayAlive = () => setInterval(() => {}, 1000);
