import { describe, expect, it } from 'vitest';
import { everyRecording } from '../../../test/fixtures.ts';
import { createEventReader } from './event-reader.ts';

const read = (line: object, strict = true) => {
  const reader = createEventReader({ strict });
  return [...reader.push(`${JSON.stringify(line)}\n`), ...reader.end()];
};

describe('strict', () => {
  it.each([
    { type: 'thread.started' },
    { type: 'thread.started', thread_id: '' },
    { type: 'thread.started', thread_id: 7 },
    { type: 'thread.started', thread_id: { toString: 0 } },
    { type: 'thread.started', thread_id: null, id: null },
    { type: 'thread.resumed' },
  ])('refuses %j, which begins a thread without an id, with its line', (line) => {
    const [outcome] = read(line);
    expect(outcome).toMatchObject({ ok: false, error: { code: 'missing-context', raw: JSON.stringify(line) } });
    expect(read(line, false)[0]).toMatchObject({ ok: true, events: [{ type: 'thread.started', thread_id: '' }] });
  });

  it('reads on after it', () => {
    const reader = createEventReader({ strict: true });
    const lines = [{ type: 'thread.started' }, { type: 'thread.started', thread_id: 'T' }, { type: 'turn.started' }];
    const outcomes = reader.push(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    expect(outcomes.map(({ ok }) => ok)).toEqual([false, true, true]);
  });

  it('does not ask for an id where a dialect prints none', () => {
    const first = '{"id":"0","msg":{"type":"task_started"}}';
    expect(read(JSON.parse(first)).every(({ ok }) => ok)).toBe(true);
  });

  it.each(everyRecording())('refuses no beginning of $name', ({ bytes }) => {
    const reader = createEventReader({ strict: true });
    const refused = [...reader.push(bytes), ...reader.end()].filter(
      (outcome) => !outcome.ok && outcome.error.message === 'thread.started names no thread',
    );
    expect(refused).toEqual([]);
  });
});
