import { createEventReader, type ThreadEvent } from 'threadline';
import { describe, expect, it } from 'vitest';
import type { TurnEndEvent } from '../../src/core/thread/event.ts';
import type { OtlpBody, Span } from '../../src/core/writers/otlp/otlp-body.ts';
import { createOtlpFold } from '../../src/core/writers/otlp/otlp-fold.ts';
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

function eventsOf(bytes: Uint8Array): ThreadEvent[] {
  const reader = createEventReader({ wire: 'auto' });
  return [...reader.push(bytes), ...reader.end()].flatMap((outcome) => (outcome.ok ? outcome.events : []));
}

const isEndOfTurn = (event: ThreadEvent): event is TurnEndEvent =>
  event.type === 'turn.completed' || event.type === 'turn.failed' || event.type === 'turn.aborted';

const tokenCount = (input: number) => ({
  type: 'token_count',
  info: {
    total_token_usage: { input_tokens: input, output_tokens: 1 },
    last_token_usage: { input_tokens: input === 10 ? 10 : 20, output_tokens: input === 10 ? 1 : 0 },
  },
});

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

  it('has the tokens of each request of Claude Code where its lines tell them, and names the agent', () => {
    const session = recordings.find(({ name }) => /2\.1\.325\/s2\/session\/projects.*\.jsonl$/.test(name));
    const spans = spansOf(written(session?.bytes ?? new Uint8Array()));
    const chats = spans.filter(({ name }) => name.startsWith('chat'));
    expect(chats.map((span) => Number(attribute(span, 'gen_ai.usage.input_tokens')))).toEqual([4312, 4312, 4312, 4312]);
    expect(chats.map((span) => attribute(span, 'threadline.usage.scope'))).toEqual(Array(4).fill(undefined));
    expect(spans.map(({ name }) => name)).toContain('invoke_agent claude');
  });

  it('has the tokens of turns once: on requests, which add up to what their turn used, and never on the turn', () => {
    let compared = 0;
    for (const { name, bytes } of recordings) {
      const spans = spansOf(written(bytes));
      for (const turn of spans.filter(({ name: title }) => title.startsWith('invoke_agent')))
        expect(turn.attributes.filter(({ key }) => key.startsWith('gen_ai.usage.'))).toEqual([]);
      for (const event of eventsOf(bytes)) {
        if (!isEndOfTurn(event) || event.inherited || event.parent_item_id !== undefined || !event.turn_usage) continue;
        const requests = spans.filter(
          (span) =>
            span.name.startsWith('chat') &&
            attribute(span, 'threadline.turn.id') === event.turn_id &&
            spans.find(({ spanId }) => spanId === span.parentSpanId)?.parentSpanId === undefined,
        );
        const sum = requests.reduce((all, span) => all + Number(attribute(span, 'gen_ai.usage.input_tokens') ?? 0), 0);
        expect(sum, name).toBe(event.turn_usage.input_tokens);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(100);
  });

  it('has a span for each request that a thread names, with both names of the tokens written to a cache', () => {
    let named = 0;
    let cached = 0;
    for (const { name, bytes } of recordings) {
      const spans = spansOf(written(bytes)).filter(({ name: title }) => title.startsWith('chat'));
      for (const span of spans) {
        const written = attribute(span, 'gen_ai.usage.cache_write.input_tokens');
        expect(attribute(span, 'gen_ai.usage.cache_creation.input_tokens')).toBe(written);
        cached += Number(written ?? 0) > 0 ? 1 : 0;
      }
      const answers = eventsOf(bytes).filter((event) => 'item' in event && !event.inherited);
      const found = new Set(spans.flatMap((span) => attribute(span, 'threadline.request.id') ?? []));
      for (const { request_id: wanted } of answers) if (wanted !== undefined) expect(found, name).toContain(wanted);
      named += found.size;
    }
    expect(named).toBeGreaterThan(300);
    expect(cached).toBeGreaterThan(30);
  });

  it('has one series of a metric for each model and direction', () => {
    for (const { name, bytes } of recordings) {
      for (const body of written(bytes)) {
        if (!('resourceMetrics' in body)) continue;
        const metrics = body.resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((one) => one.metrics));
        expect(
          metrics.map((metric) => metric.name),
          name,
        ).toEqual(['gen_ai.client.token.usage']);
        const series = metrics.flatMap(({ histogram }) => histogram.dataPoints.map((point) => point.attributes));
        expect(new Set(series.map((one) => JSON.stringify(one))).size).toBe(series.length);
      }
    }
  });

  it('holds what was said on the spans of requests and calls, each word once, where it is asked for', () => {
    const bytes = rollout(
      ['session_meta', { id: '01999999-0000-7000-8000-000000000004', cwd: '/work', cli_version: '0.130.0' }],
      ['event_msg', { type: 'task_started', turn_id: 't' }],
      ['event_msg', { type: 'user_message', message: 'the question' }],
      ['response_item', { type: 'function_call', name: 'shell', call_id: 'c1', arguments: '{"command":["ls"]}' }],
      ['event_msg', tokenCount(10)],
      ['response_item', { type: 'function_call_output', call_id: 'c1', output: 'the files' }],
      ['response_item', { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'the answer' }] }],
      ['event_msg', { type: 'agent_message', message: 'the answer' }],
      ['event_msg', tokenCount(30)],
      ['event_msg', { type: 'task_complete', turn_id: 't' }],
    );
    const spans = spansOf(written(bytes, { content: true }));
    const said = (span: Span, name: string) => JSON.parse(String(attribute(span, name) ?? 'null'));
    const chats = spans.filter(({ name }) => name.startsWith('chat'));
    expect(chats.map((span) => said(span, 'gen_ai.input.messages'))).toMatchObject([
      [{ role: 'user', parts: [{ type: 'text', content: 'the question' }] }],
      [{ role: 'tool', parts: [{ type: 'tool_call_response', response: 'the files' }] }],
    ]);
    expect(chats.map((span) => said(span, 'gen_ai.output.messages'))).toMatchObject([
      [
        {
          role: 'assistant',
          parts: [{ type: 'tool_call', arguments: { command: ['ls'] } }],
          finish_reason: 'tool_call',
        },
      ],
      [{ role: 'assistant', parts: [{ type: 'text', content: 'the answer' }], finish_reason: 'stop' }],
    ]);
    const [tool] = spans.filter(({ name }) => name.startsWith('execute_tool'));
    expect(tool && said(tool, 'gen_ai.tool.call.arguments')).toEqual({ command: ['ls'] });
    expect(tool && attribute(tool, 'gen_ai.tool.call.result')).toBe('the files');
  });

  it('gives a sub-agent that goes on after the end of its call spans of their own', () => {
    const fold = createOtlpFold();
    const events: ThreadEvent[] = [
      { type: 'thread.started', thread_id: 'a', agent: 'codex' },
      { type: 'turn.started', turn_id: 't' },
    ];
    const item = (id: string) => ({ id, type: 'tool_call', name: 'Agent', status: 'completed' }) as const;
    for (const round of ['1', '2']) {
      events.push({ type: 'item.completed', item: item(`inner-${round}`), parent_item_id: 'outer' });
      events.push({ type: 'item.completed', item: item('outer') });
    }
    events.forEach((event, line) => {
      fold.push({ ok: true, line, offset: line, events: [event], problems: [] });
    });
    fold.end();
    const agents = spansOf(fold.take()).filter((span) => span.parentSpanId && span.name.startsWith('invoke_agent'));
    expect(agents).toHaveLength(2);
    expect(new Set(agents.map(({ spanId }) => spanId)).size).toBe(2);
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
