import { createEventReader, createThread } from 'threadline';
import { expect, it } from 'vitest';

/** Records of one chat, as Qwen Code writes them. */
function chat(...records: object[]): string {
  return records
    .map((record, index) => ({
      uuid: `u${index}`,
      parentUuid: index === 0 ? null : `u${index - 1}`,
      sessionId: 's',
      timestamp: '2026-01-01T00:00:00Z',
      cwd: '/p',
      version: '0.21.2',
      ...record,
    }))
    .map((record) => `${JSON.stringify(record)}\n`)
    .join('');
}

const prompt = { type: 'user', message: { role: 'user', parts: [{ text: 'go' }] } };
const reply = {
  type: 'assistant',
  message: {
    role: 'model',
    parts: [{ functionCall: { id: 'c', name: 'agent', args: { subagent_type: 'Explore', prompt: 'look' } } }],
  },
  usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 1, totalTokenCount: 11 },
};
const answered = (fields: object, more: object = {}) => ({
  type: 'system',
  subtype: 'ui_telemetry',
  ...more,
  systemPayload: {
    uiEvent: { 'event.name': 'qwen-code.api_response', input_token_count: 100, output_token_count: 5, ...fields },
  },
});

function inputOf(text: string): number | undefined {
  const reader = createEventReader();
  const thread = createThread();
  for (const outcome of [...reader.push(text), ...reader.end()])
    if (outcome.ok) for (const event of outcome.events) thread.push(event);
  expect(reader.wire).toBe('qwen-chat');
  return thread.usage?.input_tokens;
}

it('leaves the requests of a sub-agent to its own file, where there is one', () => {
  const byId = answered({ subagent_name: 'Explore', subagent_id: 'Explore-c' });
  const byKind = answered({ subagent_name: 'Explore' }, { provenance: 'system' });
  for (const telemetry of [byId, byKind]) expect(inputOf(chat(prompt, reply, telemetry))).toBe(10);
});

it('counts the requests of sub-agents without a file, and those that Qwen makes for itself', () => {
  const old = answered({ subagent_name: 'Explore' });
  const hidden = answered({ subagent_name: 'managed-auto-memory-extractor' }, { provenance: 'system' });
  for (const telemetry of [old, hidden]) expect(inputOf(chat(prompt, reply, telemetry))).toBe(110);
});
