import { expect, it } from 'vitest';
import { askedOf } from './story-call.ts';

const what = (input: Record<string, unknown>) =>
  askedOf({ type: 'tool_use', id: 'call', name: 'Task', input }, undefined).what;

it('a sub-agent is told by what it was asked where its description is only the name of the tool', () => {
  expect(what({ description: 'spawnAgent', prompt: 'Read the parser.' })).toBe('Read the parser.');
  expect(what({ description: 'check totals', prompt: 'Run the old scan and the new one.' })).toBe('check totals');
  expect(what({ description: 'wait_agent', prompt: '' })).toBe('wait_agent');
});
