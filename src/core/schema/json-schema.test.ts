import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { bundledRecordings } from '../../../test/fixtures.ts';
import { isSdkShaped, rawLines } from '../../../test/raw-lines.ts';
import { readRecording } from '../../../test/read-values.ts';
import { schemaVersion, threadEventJsonSchema } from './json-schema.ts';

const file = new URL('../../../schema/thread-event.schema.json', import.meta.url);

describe('the JSON Schema', () => {
  it('stands in its file as it is; if not: node scripts/write-json-schema.mjs', () => {
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(threadEventJsonSchema)));
  });

  it('has its version in its id', () => {
    expect(threadEventJsonSchema.$id).toBe(`urn:threadline:thread-event:${schemaVersion}`);
  });

  it('names every event and item', () => {
    const names = Object.keys(threadEventJsonSchema.$defs ?? {});
    expect(names).toEqual(
      expect.arrayContaining(['ThreadStartedEvent', 'CommandExecutionItem', 'ThreadItem', 'Usage']),
    );
    expect(names.filter((name) => /^__schema/.test(name))).toEqual([]);
  });

  it('says what the schemas say', () => {
    const { $id: _id, ...schema } = threadEventJsonSchema;
    const again = z.fromJSONSchema(schema);
    const recordings = bundledRecordings('{0.44.0,0.98.0,0.166.0}/*/stdout.jsonl').filter(isSdkShaped);
    expect(recordings.length).toBeGreaterThan(5);
    for (const recording of recordings) {
      for (const event of [...readRecording(recording), ...rawLines(recording)]) {
        expect(again.safeParse(event).success, JSON.stringify(event)).toBe(true);
      }
    }
    expect(again.safeParse({ type: 'future.event' }).success).toBe(true);
    expect(again.safeParse({ type: 'thread.started', thread_id: 7 }).success).toBe(false);
    expect(again.safeParse({ type: 'item.started', item: { id: 'm', type: 'agent_message' } }).success).toBe(false);
    expect(again.safeParse({ type: 'item.started', item: { type: 'future_item' } }).success).toBe(true);
  });
});
