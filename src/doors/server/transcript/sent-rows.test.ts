import { describe, expect, it } from 'vitest';
import { everyRecording } from '../../../../test/fixtures.ts';
import { createEventReader } from '../../../core/wires/event-reader.ts';
import type { Row } from '../api-types.ts';
import { createSentRows } from './sent-rows.ts';

const MAX_TEXT = 64 * 1024;

function rowsOf(text: string, maxTextBytes = MAX_TEXT): readonly Row[] {
  const reader = createEventReader();
  const fold = createSentRows({ maxTextBytes });
  for (const outcome of [...reader.push(text), ...reader.end()]) fold.push(outcome);
  fold.end();
  return fold.rows;
}

describe('the rows of a session', () => {
  const recordings = everyRecording().map(({ name, bytes }) => [name, bytes] as const);

  it.each(recordings)('have each a number, an id of their own and something to show: %s', (_, bytes) => {
    const rows = rowsOf(new TextDecoder().decode(bytes));
    for (const [index, row] of rows.entries()) {
      expect(row.row).toBe(index);
      expect(row.blocks.length).toBeGreaterThan(0);
      expect(row.lines[0]).toBeLessThanOrEqual(row.lines[1]);
    }
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });

  it.each(recordings)(
    'are the same for a page that looked earlier and was sent what a later line touched: %s',
    (_, bytes) => {
      const reader = createEventReader();
      const outcomes = [...reader.push(bytes), ...reader.end()];
      const fold = createSentRows({ maxTextBytes: MAX_TEXT });
      const page = new Map<number, string>();
      let seen = 0;
      for (const [index, outcome] of outcomes.entries()) {
        fold.push(outcome);
        // Looks at every third line, and so has never seen some rows and old states of others.
        if (index % 3 !== 0) continue;
        for (const row of fold.rows)
          if (row.lines[1] >= seen || row.lines[1] === 0) page.set(row.row, JSON.stringify(row));
        seen = fold.lastLine;
      }
      for (const row of fold.rows)
        if (row.lines[1] >= seen || row.lines[1] === 0) page.set(row.row, JSON.stringify(row));
      expect([...page.values()]).toEqual(fold.rows.map((row) => JSON.stringify(row)));
    },
  );

  it('tell of a line that could not be read, in its place', () => {
    const rows = rowsOf('{"type":"thread.started","thread_id":"x"}\n{"type":"turn.started"}\nnot json\n');
    expect(rows).toMatchObject([{ kind: 'problem', lines: [3, 3], blocks: [{ type: 'raw', code: 'invalid-json' }] }]);
  });

  it('keep a kind that nobody knows, whole', () => {
    const rows = rowsOf('{"type":"thread.started","thread_id":"x"}\n{"type":"brand.new","answer":42}\n');
    expect(rows).toMatchObject([{ kind: 'unknown', blocks: [{ text: { text: expect.stringContaining('42') } }] }]);
  });

  it('hold no text beyond the bound, and say how long it is', () => {
    const text = '🙂'.repeat(10_000);
    const item = { id: 'a', type: 'agent_message', text };
    const rows = rowsOf(
      `{"type":"thread.started","thread_id":"x"}\n${JSON.stringify({ type: 'item.completed', item })}\n`,
      4098,
    );
    expect(rows[0]?.blocks).toEqual([
      { type: 'markdown', text: { text: '🙂'.repeat(1024), bytes: 40_000, lines: 1, sent: 4096, more: true } },
    ]);
  });

  it('are the same where what lies far back is forgotten', () => {
    const text = Array.from({ length: 2000 }, (_, index) => {
      const item = { id: `i${index}`, type: 'agent_message', text: `text ${index}` };
      return `${JSON.stringify({ type: 'item.completed', item })}\n`;
    }).join('');
    const reader = createEventReader({ wire: 'codex-exec' });
    const fold = createSentRows({ maxTextBytes: MAX_TEXT, heldBytes: 1000 });
    for (const outcome of reader.push(text)) fold.push(outcome);
    expect(fold.rows.map(({ blocks }) => blocks)).toEqual(
      Array.from({ length: 2000 }, (_, index) => [{ type: 'markdown', text: { text: `text ${index}` } }]),
    );
  });

  it('show a call in its last state: the command, its output, its code', () => {
    const item = {
      id: 'c',
      type: 'command_execution',
      command: 'ls',
      aggregated_output: 'a\n',
      exit_code: 1,
      status: 'failed',
    };
    const started = { ...item, exit_code: null, aggregated_output: '', status: 'in_progress' };
    const lines = [
      { type: 'thread.started', thread_id: 'x' },
      { type: 'turn.started' },
      { type: 'item.started', item: started },
      { type: 'item.completed', item },
    ];
    const rows = rowsOf(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    expect(rows).toMatchObject([
      { kind: 'command', turn: 1, status: 'failed', lines: [3, 4], blocks: [{ type: 'command', exitCode: 1 }] },
    ]);
  });

  it('show a file that was deleted as a change, as exports do', () => {
    const started = { type: 'thread.started', thread_id: '01a1d8ee-7b3c-7e21-8a44-000000000001' };
    const item = {
      id: 'item_1',
      type: 'file_change',
      status: 'completed',
      changes: [{ path: 'a.ts', kind: 'delete' }],
    };
    const lines = [started, { type: 'turn.started' }, { type: 'item.completed', item }];
    const rows = rowsOf(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
    expect(rows.find(({ kind }) => kind === 'change')?.blocks).toEqual([
      { type: 'diff', path: 'a.ts', change: 'delete', add: 0, del: 0 },
    ]);
    expect(rows.some(({ kind }) => kind === 'command')).toBe(false);
  });
});
