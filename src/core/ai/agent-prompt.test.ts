import { expect, it } from 'vitest';
import { agentPrompt } from './agent-prompt.ts';

const user = (text: string) => ({ role: 'user', content: [{ type: 'text', text }] });

it('the first prompt holds the system message and what the person said', () => {
  const messages = [{ role: 'system', content: 'Be brief.' }, user('Hello'), user('World')];
  expect(agentPrompt(messages)).toEqual({ prompt: 'Be brief.\n\nHello\n\nWorld', warnings: [] });
});

it('later prompts hold only what came after the last answer: the agent remembers the rest', () => {
  const answer = { role: 'assistant', content: [{ type: 'text', text: 'Hi' }] };
  expect(agentPrompt([{ role: 'system', content: 'Be brief.' }, user('Hello'), answer, user('More')]).prompt).toBe(
    'More',
  );
});

it('what is no text is warned about', () => {
  const message = { role: 'user', content: [{ type: 'text', text: 'Look' }, { type: 'file' }] };
  expect(agentPrompt([message])).toEqual({
    prompt: 'Look',
    warnings: [{ type: 'unsupported', feature: 'file in a prompt' }],
  });
});
