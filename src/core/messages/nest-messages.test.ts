import { describe, expect, it } from 'vitest';
import type { UnifiedMessage } from './message.ts';
import { nestMessages } from './nest-messages.ts';

let clock = 0;
function said(id: string, more: Partial<UnifiedMessage> = {}): UnifiedMessage {
  clock += 1;
  return { id, role: 'assistant', content: [{ type: 'text', text: id }], timestamp: clock, tool: 'claude', ...more };
}
const call = (id: string, more: Partial<UnifiedMessage> = {}) =>
  said(id, { content: [{ type: 'tool_use', id, name: 'Task', input: {} }], ...more });
const ids = (messages: readonly UnifiedMessage[]) => nestMessages(messages).map(({ id }) => id);

describe('messages of sub-agents', () => {
  it('stand under the call that started them, those of agents that they started too', () => {
    const messages = [call('a'), call('b'), said('end'), said('b1', { parent: 'b' }), call('a1', { parent: 'a' })];
    messages.push(said('deep', { parent: 'a1' }), said('a2', { parent: 'a' }));
    expect(ids(messages)).toEqual(['a', 'a1', 'deep', 'a2', 'b', 'b1', 'end']);
  });

  it('stand after the turn in which they began where no call is theirs, else at the end', () => {
    const prompt = (id: string, timestamp: number) => said(id, { role: 'user', timestamp });
    const messages = [
      prompt('first', 10),
      said('answer', { timestamp: 20 }),
      prompt('second', 30),
      said('late', { parent: 'y', timestamp: 99 }),
      said('stray', { parent: 'x', timestamp: 15 }),
      said('more', { parent: 'x', timestamp: 40 }),
    ];
    expect(ids(messages)).toEqual(['first', 'answer', 'stray', 'more', 'second', 'late']);
  });

  it('are all there, once, where agents name each other or themselves', () => {
    const circle = [call('a', { parent: 'b' }), call('b', { parent: 'a' }), call('me', { parent: 'me' }), said('root')];
    expect(ids(circle).sort()).toEqual(['a', 'b', 'me', 'root']);
  });

  it('may hang on each other in a chain of any length', () => {
    const count = 20_000;
    const chain = Array.from({ length: count }, (_, index) =>
      call(`c${index}`, index === 0 ? {} : { parent: `c${index - 1}` }),
    );
    expect(ids(chain)).toEqual(chain.map(({ id }) => id));
    expect(ids(chain.toReversed())).toEqual(chain.map(({ id }) => id));
  });

  it('leave a list without them as it is', () => {
    expect(ids([said('a'), call('b')])).toEqual(['a', 'b']);
  });
});
