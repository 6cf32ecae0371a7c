import { createEventReader, createMessageBuilder } from 'threadline';
import { expect, it } from 'vitest';
import { sharedRecordings, WITHOUT_SHARED } from '../fixtures.ts';

type Json = { [key: string]: unknown };

function recordsOf(bytes: Uint8Array): Json[] {
  const lines = new TextDecoder().decode(bytes).split('\n');
  return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Json);
}

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

/** How often the file says that the assistant said something: by events, by finished items, in bare files by parts. */
function textsInFile(records: readonly Json[]): number {
  // A response item of that name is mail between agents.
  const payloads = records.filter(({ type }) => type === 'event_msg').map((record) => asObject(record.payload));
  const items = payloads.filter(
    ({ type, item }) => type === 'item_completed' && asObject(item).type === 'AgentMessage',
  );
  if (items.length > 0) return items.length;
  if (records.some((record) => record.payload !== undefined)) return spoken(payloads);
  return records
    .filter(({ type, role }) => type === 'message' && role === 'assistant')
    .flatMap(({ content }) => content as Json[])
    .filter(({ type }) => type === 'output_text').length;
}

/** A review up to 0.147 is written down twice, each event right after its twin. */
function spoken(payloads: readonly Json[]): number {
  const isReview = payloads.some(({ type }) => type === 'entered_review_mode');
  const texts = payloads.filter(({ type }) => type === 'agent_message' || type === 'agent_reasoning');
  const kept = texts.filter((text, at) => {
    const before = texts[at - 1];
    return !(isReview && before?.type === text.type && before?.message === text.message && before?.text === text.text);
  });
  return kept.filter(({ type }) => type === 'agent_message').length;
}

it('gives every text of the assistant once: none is lost, none comes twice', (context) => {
  const recordings = sharedRecordings('*/*/rollout*.jsonl');
  if (!recordings) return context.skip(WITHOUT_SHARED);
  const wrong: string[] = [];
  let texts = 0;
  for (const { name, bytes } of recordings) {
    const reader = createEventReader();
    const builder = createMessageBuilder();
    for (const outcome of [...reader.push(bytes), ...reader.end()]) {
      for (const event of outcome.ok ? outcome.events : []) builder.push(event);
    }
    const found = builder.messages.filter(({ id }) => /^[tp]\d+\.text\./.test(id)).length;
    const expected = textsInFile(recordsOf(bytes));
    texts += found;
    if (found !== expected) wrong.push(`${name}: ${found} of ${expected}`);
    const ids = builder.messages.map(({ id }) => id);
    if (new Set(ids).size !== ids.length) wrong.push(`${name}: ids occur twice`);
  }
  expect(wrong).toEqual([]);
  expect(texts).toBeGreaterThan(700);
});
