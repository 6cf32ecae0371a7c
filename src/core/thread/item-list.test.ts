import { describe, expect, it } from 'vitest';
import { createEventReader } from '../wires/event-reader.ts';
import type { ThreadEvent } from './event.ts';
import { createThread } from './thread.ts';

function fold(events: readonly ThreadEvent[]) {
  const thread = createThread();
  for (const event of events) thread.push(event);
  return thread;
}

describe('what is added to an item after its end', () => {
  it('belongs to that item and makes no other', () => {
    const { items } = fold([
      { type: 'item.completed', item: { id: 'c', type: 'file_change', changes: [], status: 'completed' } },
      { type: 'item.delta', item_id: 'c', delta: { unified_diff: '--- a' } },
      { type: 'item.delta', item_id: 'c', item_type: 'file_change', delta: { unified_diff: '--- b' } },
    ]);
    expect(items).toEqual([
      { id: 'c', type: 'file_change', changes: [], status: 'completed', extra: { unified_diff: '--- b' } },
    ]);
  });

  it('does so for the diff of a turn that the old stdout prints after its patch', () => {
    const msg = (fields: object) => `${JSON.stringify({ id: '0', msg: fields })}\n`;
    const reader = createEventReader();
    const outcomes = [
      ...reader.push(
        msg({ type: 'task_started' }) +
          msg({ type: 'patch_apply_begin', call_id: 'c', changes: { '/a': { add: { content: 'x' } } } }) +
          msg({ type: 'patch_apply_end', call_id: 'c', success: true, stdout: '', stderr: '' }) +
          msg({ type: 'turn_diff', unified_diff: '--- a\n+++ b' }),
      ),
      ...reader.end(),
    ];
    const { items } = fold(outcomes.flatMap((outcome) => (outcome.ok ? outcome.events : [])));
    expect(items.map(({ type }) => type)).toEqual(['file_change']);
  });
});

describe('an answer and its thoughts under one id', () => {
  it('are two items, whole or in pieces', () => {
    const piece = (item_type: string, text_delta: string): ThreadEvent => ({
      type: 'item.delta',
      item_id: 'm',
      item_type,
      delta: { text_delta },
    });
    const { items, finalResponse } = fold([
      piece('reasoning', 'Hm'),
      piece('agent_message', 'He'),
      piece('reasoning', 'm.'),
      piece('agent_message', 'llo'),
      { type: 'item.completed', item: { id: 'm', type: 'reasoning', text: 'Hmm.' } },
    ]);
    expect(items).toEqual([
      { id: 'm', type: 'reasoning', text: 'Hmm.' },
      { id: 'm', type: 'agent_message', text: 'Hello' },
    ]);
    expect(finalResponse).toBe('Hello');
  });
});
