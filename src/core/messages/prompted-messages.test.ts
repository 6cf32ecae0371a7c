import { describe, expect, it } from 'vitest';
import type { ThreadEvent } from '../thread/event.ts';
import { createPromptedMessages, type PromptedMessagesOptions } from './prompted-messages.ts';

const started: ThreadEvent = { type: 'turn.started', timestamp: '2026-01-01T00:00:00.000Z' };
const answer: ThreadEvent = { type: 'item.completed', item: { id: 'item_0', type: 'agent_message', text: 'Hello.' } };
const warning: ThreadEvent = { type: 'item.completed', item: { id: 'item_1', type: 'error', message: 'careful' } };

function fold(events: ThreadEvent[], options: PromptedMessagesOptions = { prompt: 'Hi' }) {
  const builder = createPromptedMessages(options);
  for (const event of events) builder.push(event);
  builder.end();
  return builder.messages.map(({ id, role }) => [id, role]);
}

describe('the messages of a run', () => {
  it('begin with the prompt', () => {
    expect(fold([started, answer])).toEqual([
      ['t1.user.1', 'user'],
      ['t1.text.1', 'assistant'],
    ]);
  });

  it('count the turns from the one that they are told', () => {
    expect(fold([started, answer], { prompt: 'Hi', firstTurn: 3 })).toEqual([
      ['t3.user.1', 'user'],
      ['t3.text.1', 'assistant'],
    ]);
  });

  it('have the prompt once if the agent prints it itself', () => {
    const printed: ThreadEvent = { type: 'item.completed', item: { id: 'L2.1', type: 'user_message', text: 'Hi' } };
    expect(fold([printed, started, answer])).toHaveLength(2);
  });

  it('have the prompt before the first item where no turn is announced', () => {
    expect(fold([answer])).toEqual([
      ['t1.user.1', 'user'],
      ['t1.text.1', 'assistant'],
    ]);
  });

  it('have the prompt in its turn though a warning came before it', () => {
    expect(fold([warning, started, answer]).map(([id]) => id)).toContain('t1.user.1');
  });

  it('have the prompt though nothing came', () => {
    expect(fold([])).toEqual([['t1.user.1', 'user']]);
  });

  it('have none without a prompt', () => {
    expect(fold([started, answer], {})).toEqual([['t1.text.1', 'assistant']]);
  });

  it('have the images of the prompt by the paths that the agent is given', () => {
    const builder = createPromptedMessages({ prompt: 'Look', images: ['/w/a.png'] });
    builder.push(started);
    expect(builder.messages[0]?.content).toEqual([
      { type: 'text', text: 'Look' },
      { type: 'image', source: { type: 'url', url: '/w/a.png' } },
    ]);
  });
});
