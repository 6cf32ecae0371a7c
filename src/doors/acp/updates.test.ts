import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { everyRecording } from '../../../test/fixtures.ts';
import type { UnifiedMessage } from '../../core/messages/message.ts';
import { createMessageBuilder } from '../../core/messages/message-builder.ts';
import { createEventReader } from '../../core/wires/event-reader.ts';
import { updatesOf } from './updates.ts';

const SCHEMAS = new URL('../../../node_modules/@agentclientprotocol/sdk/dist/v1/schema/zod.gen.js', import.meta.url);

interface Schema {
  safeParse(value: unknown): { success: boolean; error?: { message: string } };
}

function messagesOf(bytes: Uint8Array): readonly UnifiedMessage[] {
  const reader = createEventReader();
  const builder = createMessageBuilder({ all: true });
  for (const outcome of [...reader.push(bytes), ...reader.end()])
    for (const event of outcome.ok ? outcome.events : []) builder.push(event);
  builder.end();
  return builder.messages;
}

const answer = (content: UnifiedMessage['content']): UnifiedMessage => ({
  id: 'm',
  role: 'assistant',
  content,
  timestamp: 0,
  tool: 'a',
});

describe('updates of an editor', () => {
  it('of every recording are those of the protocol', async () => {
    const { zSessionNotification }: { zSessionNotification: Schema } = await import(
      pathToFileURL(SCHEMAS.pathname).href
    );
    const wrong: string[] = [];
    const kinds = new Set<unknown>();
    for (const { name, bytes } of everyRecording())
      for (const update of messagesOf(bytes).flatMap(updatesOf)) {
        kinds.add('sessionUpdate' in update && update.sessionUpdate);
        const read = zSessionNotification.safeParse({ sessionId: 's', update });
        if (!read.success) wrong.push(`${name}: ${JSON.stringify(update).slice(0, 200)} ${read.error?.message}`);
      }
    expect(wrong).toEqual([]);
    expect([...kinds].sort()).toEqual([
      'agent_message_chunk',
      'agent_thought_chunk',
      'plan',
      'tool_call',
      'user_message_chunk',
    ]);
  });

  it('have the change of a file, and a title of one line', () => {
    const input = { file_path: '/p/a.ts', old_string: 'a', new_string: 'b' };
    const command = { command: 'echo \u001b[31m\nrm -rf /' };
    const updates = updatesOf(
      answer([
        { type: 'tool_use', id: 'c1', name: 'Edit', input },
        { type: 'tool_result', tool_use_id: 'c1', content: 'done', is_error: false },
        { type: 'tool_use', id: 'c2', name: 'Bash', input: command },
        { type: 'tool_use', id: 'c3', name: '__proto__', input: JSON.parse('{"toString":0,"__proto__":"x"}') },
      ]),
    );
    expect(updates[0]).toMatchObject({
      kind: 'edit',
      status: 'completed',
      locations: [{ path: '/p/a.ts' }],
      content: [
        { type: 'diff', path: '/p/a.ts', oldText: 'a', newText: 'b' },
        { type: 'content', content: { type: 'text', text: 'done' } },
      ],
    });
    expect(updates[1]).toMatchObject({ kind: 'execute', status: 'failed', rawInput: command });
    expect(JSON.stringify(updates[1])).not.toMatch(/"title":"[^"]*(\\n|\\u001b\[)/);
    expect(updates[2]).toMatchObject({ kind: 'other', title: '__proto__' });
  });
});
