import { describe, expect, it } from 'vitest';
import { everyRecording, type Recording } from '../fixtures.ts';
import { findIncomplete, missingTexts } from './completeness.ts';
import { onePerVersion } from './drift.ts';
import { LEFT_OUT } from './left-out.ts';

const recording = (name: string, ...records: object[]): Recording => ({
  name,
  bytes: new TextEncoder().encode(records.map((record) => `${JSON.stringify(record)}\n`).join('')),
});

/** All shared recordings go through it in `npm run matrix`. */
describe('the completeness contract', () => {
  it('finds every text of 20 characters in the messages, on one recording a version', () => {
    const versions = onePerVersion(everyRecording());
    expect(versions.length).toBeGreaterThan(30);
    expect(findIncomplete(versions)).toEqual([]);
  });

  it('misses a text at a path that nobody listed', () => {
    const line = { type: 'user', sessionId: 's', uuid: 'u', message: { role: 'user', content: 'hello' } };
    expect(findIncomplete([recording('new', { ...line, remark: 'a remark that nobody expected' })])).toEqual([
      expect.stringContaining('claude-project <user>.remark: "a remark that nobody expected"'),
    ]);
  });

  it('misses a sentence where an id is expected, and looks into JSON inside of a text', () => {
    const line = { type: 'user', sessionId: 's', uuid: 'u', message: { role: 'user', content: 'hello' } };
    const odd = recording('odd', {
      ...line,
      promptId: 'not an id but a sentence',
      data: JSON.stringify({ deep: [{ text: 'hidden inside of a JSON text' }] }),
    });
    expect(missingTexts(odd.bytes).map(({ path }) => path)).toEqual(['<user>.promptId', '<user>.data!.deep[].text']);
    expect(findIncomplete([odd])).toHaveLength(2);
  });

  it('lists each path once', () => {
    const keys = LEFT_OUT.map(({ wire, path, when }) => `${wire} ${path} ${when}`);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });
});
