import { createEventReader, type Outcome, readEvents } from 'threadline';
import { createRedactor } from 'threadline/redact';
import { describe, expect, it } from 'vitest';
import { bundledRecordings } from '../../../test/fixtures.ts';
import { call, event, meta, output } from '../../../test/rollout-lines.ts';
import { withRedaction } from './redacted-writer.ts';
import { writers } from './registry.ts';
import type { WriterOptions } from './writer.ts';

const SHAPES = ['messages', 'claude', 'codex', 'gemini', 'claude-stream'];

function written(to: string, outcomes: readonly Outcome[], options?: WriterOptions): string {
  const writer = writers.get(to)?.(options);
  if (!writer) throw new Error(to);
  return [...outcomes.flatMap((outcome) => writer.push(outcome)), ...writer.end()].join('');
}
function read(bytes: Uint8Array | string): Outcome[] {
  const reader = createEventReader();
  return [...reader.push(bytes), ...reader.end()];
}

describe('a writer that was told nothing of its input', () => {
  it.each(SHAPES)('writes a stored thread as one that was told: %s', (to) => {
    for (const { name, bytes } of bundledRecordings('*/*/rollout*.jsonl')) {
      const outcomes = read(bytes);
      expect(written(to, outcomes), name).toBe(written(to, outcomes, { kind: () => 'store' }));
    }
  });

  const said = (message: string) => event('user_message', { message, kind: 'plain' });
  const records = [
    meta(),
    said('one'),
    call('exec_command', { cmd: 'ls' }, 'a'),
    output('exec_command failed: rejected by the sandbox', 'a'),
    call('exec_command', { cmd: 'ls' }, 'b'),
    output('Exit code: 0\nWall time: 0 seconds\nOutput:\nfound', 'b'),
    said('taken back'),
    event('thread_rolled_back', { num_turns: 1 }),
    said('two'),
  ];
  const file = records.map((record) => `${JSON.stringify(record)}\n`).join('');

  it.each(SHAPES)('leaves out turns that were taken back, and keeps a refused call apart from its retry: %s', (to) => {
    const text = written(to, read(file));
    expect(text).not.toContain('taken back');
    expect(text).toContain('rejected by the sandbox');
    expect(text).toContain('found');
  });

  it.each(['claude', 'codex', 'gemini'])('gives both calls to the reader of the file that it wrote: %s', (to) => {
    const again = written('messages', read(written(to, read(file))), { original: false });
    const results = again.match(/"type":"tool_result"/g);
    expect(results).toHaveLength(2);
    expect(again).toContain('rejected by the sandbox');
    expect(again).toContain('found');
  });

  it('is the loop of docs/writers.md, with redaction', async () => {
    const create = writers.get('gemini');
    if (!create) throw new Error('gemini');
    const writer = withRedaction(create(), createRedactor());
    let text = '';
    async function* source() {
      yield new TextEncoder().encode(file);
    }
    for await (const outcome of readEvents(source())) text += writer.push(outcome).join('');
    text += writer.end().join('');
    expect(text).toBe(written('gemini', read(file), { kind: () => 'store' }));
  });

  it('still writes what an agent prints as it settles', () => {
    const [recording] = bundledRecordings('0.166.0/s2-shell/stdout.jsonl');
    const writer = writers.get('messages')?.();
    const early = read(recording?.bytes ?? '').flatMap((outcome) => writer?.push(outcome) ?? []);
    expect(early.length).toBeGreaterThan(1);
  });
});
