import { describe, expect, it } from 'vitest';
import { bundledRecordings } from '../../../../../test/fixtures.ts';
import { typedPrompt } from '../../../../core/tools/typed-prompt.ts';
import { createEventReader } from '../../../../core/wires/event-reader.ts';
import { createFileHead, type FileHead } from '../../file-head.ts';
import type { SessionFile } from '../../store.ts';
import { agentStores } from '../registry.ts';
import { quickHead } from './quick-head.ts';
import { thinText } from './thin-text.ts';
import { createTurnScanner } from './turn-scanner.ts';

const recordings = bundledRecordings('*/*/rollout*.jsonl');

const agent = agentStores.find(({ name }) => name === 'codex');
const file: SessionFile = {
  agent,
  wire: 'codex-rollout',
  path: 'x',
  realPath: 'x',
  home: undefined,
  archived: false,
  compressed: false,
  isSuperseded: false,
  size: 0,
  modified: 0,
};

/** What a reader says, and how many turns it finds. */
function read(bytes: Uint8Array): { head: FileHead; turns: number } {
  const reader = createEventReader({ wire: 'codex-rollout' });
  const gatherer = createFileHead(file, false);
  const turns = new Set<string | undefined>();
  for (const outcome of [...reader.push(bytes), ...reader.end()]) {
    if (!gatherer.isComplete) gatherer.add([outcome]);
    if (!outcome.ok) continue;
    for (const event of outcome.events) if (event.type === 'turn.started' && !event.inherited) turns.add(event.turn_id);
  }
  return { head: gatherer.head(), turns: turns.size };
}

function scan(bytes: Uint8Array, size: number): number | undefined {
  const scanner = createTurnScanner();
  for (let at = 0; at < bytes.length; at += size) scanner.push(bytes.subarray(at, at + size));
  return scanner.end();
}

describe('what the bytes of a session file tell', () => {
  it.each(recordings.map(({ name, bytes }) => [name, bytes] as const))('is what a reader says: %s', (_, bytes) => {
    const { head, turns } = read(bytes);
    const quick = quickHead(bytes);
    if (quick) {
      const { started, headerLine, cwd, model, firstPrompt } = head;
      expect({ ...quick, started: undefined, firstPrompt: typedPrompt(quick.firstPrompt ?? '').text }).toEqual({
        started: undefined,
        headerLine,
        cwd,
        model,
        firstPrompt,
      });
      const facts = ({
        thread_id,
        started_at,
        cli_version,
        source,
        parent_thread_id,
      }: typeof quick.started & object) => ({
        thread_id,
        started_at,
        cli_version,
        source,
        parent_thread_id,
      });
      expect(quick.started && facts(quick.started)).toEqual(started && facts(started));
    }
    const isFork = head.started?.forked_from_id !== undefined;
    for (const size of [bytes.length, 4096, 777]) {
      const scanned = scan(bytes, size);
      if (scanned !== undefined && !isFork) expect(scanned).toBe(turns);
    }
  });

  it('is told of most of the newer files', () => {
    const newer = recordings.filter(({ name }) => /(?:^|\/)0\.1\d\d\./.test(name));
    expect(newer.length).toBeGreaterThan(10);
    const told = newer.filter(({ bytes }) => quickHead(bytes) && scan(bytes, 65_536) !== undefined);
    expect(told.length / newer.length).toBeGreaterThan(0.6);
  });

  it('is left to a reader where turns before the first mark have none, or a line begins in another way', () => {
    const line = (type: string, payload: object) =>
      `${JSON.stringify({ timestamp: '2026-11-15T07:08:38.369Z', type, payload })}\n`;
    const mark = line('event_msg', { type: 'task_started', turn_id: 'a' });
    const header = line('session_meta', { id: 'x', timestamp: '2026-11-15T07:08:38.369Z' });
    const count = (...lines: string[]) => scan(Buffer.from(lines.join('')), 100);
    expect(count(header, mark, mark, line('event_msg', { type: 'task_started', turn_id: 'b' }))).toBe(2);
    expect(count(header, mark, line('event_msg', { type: 'task_started' }))).toBe(2);
    expect(count(header)).toBeUndefined();
    expect(count(header, line('turn_context', { model: 'm'.repeat(100) }), mark)).toBeUndefined();
    expect(count(header, line('event_msg', { type: 'user_message', message: 'x'.repeat(100) }), mark)).toBeUndefined();
    expect(count(header, mark, ` ${mark}`)).toBeUndefined();
    // A review may begin a turn that has no mark.
    expect(
      count(header, mark, line('event_msg', { type: 'entered_review_mode', pad: 'x'.repeat(20) })),
    ).toBeUndefined();
    // Text that speaks of a mark is none.
    expect(count(header, mark, line('response_item', { text: mark }))).toBe(1);
  });
});

describe('a thin text', () => {
  it('is the same value with its long strings emptied', () => {
    const value = { a: 'short "quoted" \\', b: 'é'.repeat(2000), c: { d: `${'\\"'.repeat(1000)}\\`, e: [1, 'x'] } };
    const bytes = Buffer.from(`before${JSON.stringify(value)}after`);
    const text = thinText(bytes, 'before'.length, bytes.length - 'after'.length);
    expect(JSON.parse(text)).toEqual({ a: value.a, b: '', c: { d: '', e: [1, 'x'] } });
    const cut = Buffer.from('{"a":"');
    expect(thinText(cut, 0, cut.length)).toBe('{"a":"');
  });
});
