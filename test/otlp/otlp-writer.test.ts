import { createEventReader } from 'threadline';
import { describe, expect, it } from 'vitest';
import type { OtlpBody, Span } from '../../src/core/writers/otlp/otlp-body.ts';
import { createOtlpWriter } from '../../src/core/writers/otlp/otlp-writer.ts';
import { everyRecording } from '../fixtures.ts';
import { throughProtobuf } from './proto.ts';

const recordings = everyRecording();

function written(bytes: Uint8Array | string, options: { content?: boolean } = {}): OtlpBody[] {
  const reader = createEventReader({ wire: 'auto' });
  const writer = createOtlpWriter({ ...options, kind: () => 'store' });
  const lines: string[] = [];
  for (const outcome of [...reader.push(bytes), ...reader.end()]) lines.push(...writer.push(outcome));
  lines.push(...writer.end());
  return lines.map((line) => JSON.parse(line));
}

const spansOf = (bodies: readonly OtlpBody[]): Span[] =>
  bodies.flatMap((body) =>
    'resourceSpans' in body
      ? body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
      : [],
  );
const attribute = ({ attributes }: Pick<Span, 'attributes'>, name: string) =>
  Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0];
const rollout = (...records: [type: string, payload: object][]) =>
  records
    .map(([type, payload], index) =>
      JSON.stringify({ timestamp: new Date(1_700_000_000_000 + index * 1000).toISOString(), type, payload }),
    )
    .join('\n');

describe('OTLP', () => {
  it('bodies of every recording come back equal from the official protobuf form', () => {
    let count = 0;
    for (const { name, bytes } of recordings) {
      for (const body of written(bytes, { content: true })) {
        expect(throughProtobuf(body), name).toEqual(body);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(200);
  });

  it('has the tokens of turns once: spans of requests add up to what their turn used', () => {
    let compared = 0;
    for (const { name, bytes } of recordings) {
      const spans = spansOf(written(bytes));
      for (const turn of spans.filter(({ name: title }) => title.startsWith('invoke_agent'))) {
        const used = attribute(turn, 'gen_ai.usage.input_tokens');
        if (used === undefined) continue;
        const requests = spans.filter(
          ({ parentSpanId, name: title }) => parentSpanId === turn.spanId && title.startsWith('chat'),
        );
        const sum = requests.reduce((all, span) => all + Number(attribute(span, 'gen_ai.usage.input_tokens')), 0);
        expect(sum, name).toBe(Number(used));
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(100);
  });

  it('is the same when it is written again, and no span has the id of another', () => {
    for (const { name, bytes } of recordings) {
      const bodies = written(bytes);
      expect(written(bytes), name).toEqual(bodies);
      const ids = spansOf(bodies).map(({ spanId }) => spanId);
      expect(new Set(ids).size, name).toBe(ids.length);
      for (const { traceId, spanId, startTimeUnixNano, endTimeUnixNano } of spansOf(bodies)) {
        expect(traceId).toMatch(/^[0-9a-f]{32}$/);
        expect(spanId).toMatch(/^[0-9a-f]{16}$/);
        expect(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano), name).toBe(true);
      }
    }
  });

  it('holds no text of the conversation unless it is asked for', () => {
    const secret = 'the words that nobody else may read';
    const bytes = rollout(
      ['session_meta', { id: '01999999-0000-7000-8000-000000000001', cwd: '/work', cli_version: '0.130.0' }],
      ['event_msg', { type: 'user_message', message: secret }],
      ['event_msg', { type: 'agent_message', message: `${secret}, I see` }],
      [
        'response_item',
        {
          type: 'function_call',
          name: 'shell',
          call_id: 'c1',
          arguments: JSON.stringify({ command: ['echo', secret] }),
        },
      ],
      ['response_item', { type: 'function_call_output', call_id: 'c1', output: secret }],
    );
    expect(JSON.stringify(written(bytes))).not.toContain(secret);
    expect(JSON.stringify(written(bytes, { content: true }))).toContain(secret);
  });

  it('of a sub-agent hangs on the call that started it', () => {
    const nested = recordings.flatMap(({ name, bytes }) => {
      const spans = spansOf(written(bytes));
      const ids = new Set(spans.map(({ spanId }) => spanId));
      const turns = spans.filter(({ name: title, parentSpanId }) => title.startsWith('invoke_agent') && parentSpanId);
      for (const { parentSpanId = '' } of turns) expect(ids.has(parentSpanId), name).toBe(true);
      return turns;
    });
    expect(nested.length).toBeGreaterThan(0);
  });

  it('of a turn that never ends is written as it goes, and ends unfinished', () => {
    const records: [string, object][] = [
      ['session_meta', { id: '01999999-0000-7000-8000-000000000002', cwd: '/work' }],
      ['event_msg', { type: 'task_started', turn_id: 't' }],
    ];
    for (let index = 0; index < 1000; index += 1) {
      const call = { type: 'function_call', name: 'shell', call_id: `c${index}`, arguments: '{"command":["ls"]}' };
      records.push(['response_item', call]);
      records.push(['response_item', { type: 'function_call_output', call_id: `c${index}`, output: 'a' }]);
    }
    const bodies = written(rollout(...records));
    expect(bodies.length).toBeGreaterThan(5);
    const turn = spansOf(bodies).find(({ name }) => name === 'invoke_agent codex');
    expect(turn && attribute(turn, 'threadline.unfinished')).toBe(true);
  });

  it('takes counts that are no whole numbers', () => {
    const bytes = rollout(
      ['session_meta', { id: '01999999-0000-7000-8000-000000000003', cwd: '/work' }],
      ['event_msg', { type: 'task_started' }],
      [
        'event_msg',
        {
          type: 'token_count',
          info: {
            total_token_usage: { input_tokens: 1e300, output_tokens: 0.5 },
            last_token_usage: { input_tokens: -1 },
          },
        },
      ],
      ['event_msg', { type: 'task_complete' }],
    );
    for (const body of written(bytes)) expect(throughProtobuf(body)).toEqual(body);
  });
});
