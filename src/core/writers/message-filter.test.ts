import { describe, expect, it } from 'vitest';
import type { UnifiedContent, UnifiedMessage } from '../messages/message.ts';
import { createMessageFilter, type FilterOptions } from './message-filter.ts';

const message = (id: string, content: UnifiedContent[], rest: Partial<UnifiedMessage> = {}): UnifiedMessage => ({
  id,
  role: 'assistant',
  content,
  timestamp: 0,
  tool: 'codex',
  ...rest,
});
const text = (id: string, rest?: Partial<UnifiedMessage>) => message(id, [{ type: 'text', text: id }], rest);
const thinking: UnifiedContent = { type: 'thinking', thinking: 'hm' };
const use: UnifiedContent = { type: 'tool_use', id: 'c', name: 'Bash', input: { command: 'ls' } };
const result: UnifiedContent = { type: 'tool_result', tool_use_id: 'c', content: '', is_error: false };
const image: UnifiedContent = { type: 'image', source: { type: 'url', url: 'x' } };

function kept(messages: readonly UnifiedMessage[], options: FilterOptions) {
  const filter = createMessageFilter(options);
  return messages.flatMap((one) => filter(one) ?? []);
}

describe('of the messages of a thread', () => {
  it('those of some turns are taken, by the numbers in their ids', () => {
    const messages = [
      text('p1.text.1', { inherited: true }),
      text('t1.user.1'),
      text('msg_abc'),
      text('t2.user.1'),
      text('msg_def'),
      text('c.t1.text.1', { parent: 'c' }),
      text('t3.user.1'),
    ];
    const ids = (turns: FilterOptions['turns']) => kept(messages, { turns }).map((one) => one.message.id);
    expect(ids({ from: 2, to: 2 })).toEqual(['t2.user.1', 'msg_def', 'c.t1.text.1']);
    expect(ids({ from: 3 })).toEqual(['t3.user.1']);
    expect(ids({ to: 1 })).toEqual(['p1.text.1', 't1.user.1', 'msg_abc']);
    expect(kept(messages, {}).map(({ turn }) => turn)).toEqual([0, 1, 1, 2, 2, 2, 3]);
  });

  it('calls of tools can be left out, with what came of them', () => {
    const messages = [message('t1.a.1', [use, result, image]), text('t1.text.1'), text('x', { parent: 'c' })];
    expect(kept(messages, { tools: false }).map((one) => one.message.id)).toEqual(['t1.text.1']);
    expect(kept([message('t1.user.1', [image])], { tools: false })).toHaveLength(1);
  });

  it('reasoning can be left out, and what was said beside it stays', () => {
    const both = message('m', [thinking, { type: 'text', text: 'a' }]);
    expect(
      kept([message('t1.thinking.1', [thinking]), both], { reasoning: false }).map((one) => one.message.content),
    ).toEqual([[{ type: 'text', text: 'a' }]]);
  });

  it('one that is wanted as it is, is the same object', () => {
    const one = text('t1.text.1');
    expect(kept([one], { tools: false, reasoning: false })[0]?.message).toBe(one);
  });
});
