import { createEventReader, detectWire } from 'threadline';
import { describe, expect, it } from 'vitest';
import { bundledRecordings } from '../fixtures.ts';
import { leaves } from './leaves.ts';

/** What the model holds in another form than the wire, and so is not found again letter by letter. */
const TRANSLATED: Record<string, string> = {
  type: 'the kind of an event or item may have another name in the model',
  item_type: 'as `type`, up to 0.43',
  chunk: 'output that comes as base64 or as byte numbers is decoded',
  command: 'a list of words is joined to one command line',
  secs: 'durations are one number of seconds',
  nanos: 'durations are one number of seconds',
};

/** The line without what is translated. `JSON.parse` has already dropped the first of two equal keys. */
function withoutTranslated(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, inner: unknown) => (key in TRANSLATED ? undefined : inner)));
}

describe('every value of a line is found again in its events', () => {
  const recordings = bundledRecordings('*/*/stdout.jsonl').filter(({ bytes }) => detectWire(bytes) !== 'unknown');

  it.each(recordings)('$name', ({ bytes }) => {
    const reader = createEventReader({ raw: true });
    for (const outcome of reader.push(bytes)) {
      if (!outcome.ok) continue;
      const found = new Set(leaves(outcome.events));
      const missing = leaves(withoutTranslated(JSON.parse(outcome.raw ?? ''))).filter((leaf) => !found.has(leaf));
      expect(missing, `line ${outcome.line}`).toEqual([]);
    }
  });
});
