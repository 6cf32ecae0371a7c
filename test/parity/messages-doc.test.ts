import { readFileSync } from 'node:fs';
import { createEventReader, createMessageBuilder, type UnifiedMessage } from 'threadline';
import { expect, it } from 'vitest';
import { bundledRecordings } from '../fixtures.ts';
import { expectGolden } from '../golden.ts';

/** Recordings that between them hold every kind of block and tool. */
const EXAMPLES = [
  's2-shell',
  's3-patch',
  's4-plan',
  's5-websearch',
  's6-mcp',
  's7a-http400',
  's10c-sigint',
  's12-subagent',
];

/** What stands in the files, without the record that opened each message: it is the fixture's own line. */
function exampleMessages(): Omit<UnifiedMessage, '_original'>[] {
  return EXAMPLES.flatMap((scenario) => {
    const [recording] = bundledRecordings(`0.166.0/${scenario}/rollout.jsonl`);
    if (!recording) throw new Error(`${scenario} is not bundled`);
    const reader = createEventReader();
    const builder = createMessageBuilder();
    for (const outcome of [...reader.push(recording.bytes), ...reader.end()]) {
      for (const event of outcome.ok ? outcome.events : []) builder.push(event);
    }
    return builder.messages.map(({ _original, ...message }) => message);
  });
}

const lines = exampleMessages().map((message) => JSON.stringify(message));

it('folds the example recordings to the messages that were reviewed', () => {
  expectGolden('messages.jsonl', `${lines.join('\n')}\n`);
});

it('shows in docs/messages.md only messages that stand in the golden file', () => {
  const text = readFileSync(new URL('../../docs/messages.md', import.meta.url), 'utf8');
  const examples = [...text.matchAll(/```json\n(.*?)```/gs)].map(([, json]) => JSON.stringify(JSON.parse(json ?? '')));
  expect(examples.length).toBeGreaterThan(8);
  expect(examples.filter((example) => !lines.includes(example))).toEqual([]);
});
