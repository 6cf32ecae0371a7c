import { describe, expect, it } from 'vitest';
import { bundledRecordings } from '../../../../../test/fixtures.ts';
import { createEventReader } from '../../../../core/wires/event-reader.ts';
import { type SessionStatus, sessionStatus } from '../../../facts/session-status.ts';
import { lastTurnMark } from './last-turn-mark.ts';
import { quickHead } from './quick-head.ts';

const NOW = Date.UTC(2099, 0, 1);
const recordings = bundledRecordings('*/*/rollout*.jsonl');

function statusOf(bytes: Uint8Array): SessionStatus {
  const reader = createEventReader({ wire: 'codex-rollout' });
  const outcomes = [...reader.push(bytes), ...reader.end()];
  const events = outcomes.flatMap((outcome) => (outcome.ok ? outcome.events : []));
  return sessionStatus(events, { now: NOW, modified: NOW });
}

/** The file as it was after each of its lines. */
function prefixes(bytes: Uint8Array): Uint8Array[] {
  const ends: number[] = [];
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, end + 1)) ends.push(end + 1);
  // Of a long file some are enough: each is read twice.
  const step = Math.ceil(ends.length / 40);
  return ends.filter((_, index) => index % step === 0).map((end) => bytes.subarray(0, end));
}

const line = (payload: object, ordinal = '') =>
  `{"timestamp":"2026-11-15T07:08:38.369Z",${ordinal}"type":"event_msg","payload":${JSON.stringify(payload)}}\n`;
const started = line({ type: 'task_started', turn_id: '01a1de06-0000-7000-9000-000000000001' });
const said = line({ type: 'agent_message', message: 'task_started' });
const ended = line({ type: 'task_complete', turn_id: '01a1de06-0000-7000-9000-000000000001' });
const find = (...lines: string[]) => lastTurnMark(Buffer.from(lines.join('')));

describe('the last mark of a turn, found by the bytes', () => {
  it.each(recordings.map(({ name, bytes }) => [name, bytes] as const))(
    'leaves the status as all lines tell it, after each of them: %s',
    (_, bytes) => {
      for (const prefix of prefixes(bytes)) {
        const start = quickHead(prefix) ? (lastTurnMark(prefix) ?? 0) : 0;
        if (start > 0) expect([start, statusOf(prefix.subarray(start))]).toEqual([start, statusOf(prefix)]);
      }
    },
  );

  it('is found in enough of the recordings for that to mean something', () => {
    const found = recordings.filter(({ bytes }) => (lastTurnMark(bytes) ?? 0) > 0);
    expect(found.length).toBeGreaterThan(10);
  });

  it('is not a text that quotes one', () => {
    expect(find(said, started, said)).toBe(said.length);
    expect(find(started, said, started, said)).toBe(started.length + said.length);
  });

  it('stands behind an ordinal as well', () => {
    const numbered = line({ type: 'task_started', turn_id: 't' }, '"ordinal":12,');
    expect(find(said, numbered, said)).toBe(said.length);
  });

  it('is that of an end where it is the last line, and of the beginning where more follows', () => {
    expect(find(started, said, ended)).toBe(started.length + said.length);
    expect(find(said, started, ended, said)).toBe(said.length);
    expect(find(said, ended, said)).toBeUndefined();
  });

  it('is not in bytes without any', () => {
    expect(find(said, said)).toBe(-1);
    expect(find('')).toBe(-1);
  });

  it('is left to the reader in a review, without a name, and in lines of another form', () => {
    expect(find(started, line({ type: 'entered_review_mode' }), said)).toBeUndefined();
    expect(find(line({ type: 'task_started' }), said)).toBeUndefined();
    expect(find(started, `${JSON.stringify({ type: 'response_item', payload: { text: 'x'.repeat(80) } })}\n`)).toBe(
      undefined,
    );
  });

  it('is found in a last line that has no end yet, and across blank lines', () => {
    expect(find(said, '\n', started, '\n', said.slice(0, -20))).toBe(said.length + 1);
  });
});
