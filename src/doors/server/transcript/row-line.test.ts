import { expect, it } from 'vitest';
import type { Row } from '../api-types.ts';
import { callLine } from './row-line.ts';

function named(input: object): string {
  const text = JSON.stringify(input, undefined, 2);
  const blocks = [{ type: 'call', tool: 'Task', input: { text, bytes: text.length } }];
  return callLine({ kind: 'agent', blocks } as unknown as Row);
}

it('a call of a sub-agent is named by what it was asked where its description is only the name of the tool', () => {
  expect(named({ description: 'spawnAgent', prompt: 'Read the parser.\nThen stop.' })).toBe('Task · Read the parser.');
  expect(named({ description: 'check totals', prompt: 'Run both.' })).toBe('Task · check totals');
  expect(named({ description: 'wait_agent', prompt: '' })).toBe('Task · wait_agent');
});

it('a text that stands in JSON is named without its escapes', () => {
  expect(named({ prompt: 'Say "yes" to C:\\new' })).toBe('Task · Say "yes" to C:\\new');
});
