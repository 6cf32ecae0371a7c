import { expect, it } from 'vitest';
import { limits } from '../../limits/index.ts';
import type { UnifiedContent, UnifiedMessage } from '../messages/message.ts';
import { firstWords } from './first-words.ts';
import { addMessage, createMessageFacts } from './message-facts.ts';

const message = (...content: UnifiedContent[]): UnifiedMessage => ({
  id: 'm',
  role: 'assistant',
  content,
  timestamp: 0,
  tool: 'codex',
});
const call = (name: string, failed?: boolean): UnifiedMessage =>
  message(
    { type: 'tool_use', id: name, name, input: {} },
    ...(failed === undefined
      ? []
      : [{ type: 'tool_result' as const, tool_use_id: name, content: '', is_error: failed }]),
  );

it('messages add up to calls of each tool, and an error is a call that failed', () => {
  const facts = createMessageFacts();
  for (const one of [call('Bash', true), call('Bash', false), call('Read'), message({ type: 'text', text: 'error' })]) {
    addMessage(facts, one);
  }
  expect(facts).toMatchObject({ messages: 4, calls: 3, errors: 1 });
  expect([...facts.tools]).toEqual([
    ['Bash', { calls: 2, failed: 1 }],
    ['Read', { calls: 1, failed: 0 }],
  ]);
});

it('what is still open is added without changing what is settled', () => {
  const settled = createMessageFacts();
  addMessage(settled, call('Bash', false));
  const now = createMessageFacts(settled);
  addMessage(now, call('Bash', true));
  expect(now).toMatchObject({ messages: 2, errors: 1, tools: new Map([['Bash', { calls: 2, failed: 1 }]]) });
  expect(settled).toMatchObject({ messages: 1, errors: 0, tools: new Map([['Bash', { calls: 1, failed: 0 }]]) });
});

it('a thread that makes up names of tools is counted in full and held within a bound', () => {
  const facts = createMessageFacts();
  for (let index = 0; index < 1000; index += 1) addMessage(facts, call(`tool ${index}`, true));
  expect(facts).toMatchObject({ calls: 1000, errors: 1000 });
  expect(facts.tools.size).toBe(limits.maxHeadTools);
});

it('first words are those of the first line that says something, and no half of a character', () => {
  expect(firstWords('\n \t\n  fix it  \nplease', 100)).toBe('fix it');
  expect(firstWords(' \n ', 100)).toBe('');
  expect(firstWords(`abc🚀def`, 4)).toBe('abc…');
  expect(firstWords('x'.repeat(1e6), 120)).toHaveLength(121);
});
