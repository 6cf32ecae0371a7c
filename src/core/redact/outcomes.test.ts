import { describe, expect, it } from 'vitest';
import { makeSecret } from '../../../test/made-secrets.ts';
import { limits } from '../../limits/index.ts';
import type { ThreadEvent } from '../thread/event.ts';
import type { Outcome } from '../thread/outcome.ts';
import { createThread } from '../thread/thread.ts';
import { createRedactor } from './redactor.ts';

const { secret } = makeSecret('github-token');
const [half, rest] = [secret.slice(0, 25), secret.slice(25)];
const mark = '[redacted:github-token]';

const good = (events: ThreadEvent[], line = 1): Outcome => ({ ok: true, line, offset: 0, events, problems: [] });
const piece = (text_delta: string, more: object = {}): ThreadEvent => ({
  type: 'item.delta',
  item_id: 'm',
  item_type: 'agent_message',
  delta: { text_delta },
  ...more,
});

/** All events that come of some, each in a line of its own. */
function through(events: ThreadEvent[], redactor = createRedactor()): ThreadEvent[] {
  const outcomes = events.flatMap((event, index) => redactor.outcome(good([event], index + 1)));
  return [...outcomes, ...redactor.end()].flatMap((outcome) => (outcome.ok ? outcome.events : []));
}

/** No part of the secret that could be put together again. */
function expectNoTrace(value: unknown): void {
  const text = JSON.stringify(value);
  expect(text).not.toContain(half.slice(0, 12));
  expect(text).not.toContain(rest);
}

describe('what is still being written', () => {
  it('goes on as one piece where nothing more comes of it', () => {
    const events = through([piece('the key '), piece(half), piece(rest), piece(' is mine')]);
    expect(events).toMatchObject([{ type: 'item.delta', delta: { text_delta: `the key ${mark} is mine` } }]);
  });

  it('not at all where the whole item comes', () => {
    const item = { id: 'm', type: 'agent_message', text: `k ${secret}` } as const;
    const events = through([piece('k '), piece(half), piece(rest), { type: 'item.completed', item }]);
    expect(events).toMatchObject([{ type: 'item.completed', item: { text: `k ${mark}` } }]);
  });

  it('before the end of its turn, whatever comes between', () => {
    const other: ThreadEvent = { type: 'context', kind: 'x', data: {} };
    const types = through([piece(half), other, piece(rest), { type: 'turn.completed' }]).map(({ type }) => type);
    expect(types).toEqual(['context', 'item.delta', 'turn.completed']);
  });

  it('is joined to the snapshot that it goes on from', () => {
    const item = { id: 'm', type: 'agent_message', text: half } as const;
    const events = through([{ type: 'item.started', item }, piece(rest), piece(' done')]);
    expect(events).toMatchObject([{ type: 'item.started', item: { text: `${mark} done` } }]);
  });

  it('shows no half of a secret in the snapshots of an output', () => {
    const command = { id: 'c', type: 'command_execution', command: 'env', status: 'in_progress' } as const;
    const call = { id: 'd', type: 'tool_call', name: 'env', status: 'in_progress' } as const;
    const events = through([
      { type: 'item.updated', item: { ...command, aggregated_output: `a\n${half}` } },
      { type: 'item.updated', item: { ...command, aggregated_output: `a\n${secret}` } },
      { type: 'item.completed', item: { ...command, aggregated_output: `a\n${secret}\nb` } },
      { type: 'item.updated', item: { ...call, output: `a\n${half}` } },
      { type: 'item.completed', item: { ...call, output: `a\n${secret}\nb` } },
    ]);
    expectNoTrace(events);
    expect(events).toMatchObject([
      { item: { aggregated_output: `a\n${mark}\nb` } },
      { item: { output: 'a\n…' } },
      { item: { output: `a\n${mark}\nb` } },
    ]);
  });

  it('the streams of a command are joined each for itself', () => {
    const chunk = (text_delta: string, stream: string) =>
      piece('', { item_type: 'command_execution', delta: { text_delta, stream } });
    const events = through([chunk(half, 'stdout'), chunk('warning', 'stderr'), chunk(rest, 'stdout')]);
    const thread = createThread();
    for (const event of events) thread.push(event);
    expect(thread.items).toMatchObject([{ stdout: mark, stderr: 'warning' }]);
  });

  it('an answer and its thoughts under one id stay two', () => {
    const thought = (text: string) => piece(text, { item_type: 'reasoning' });
    const events = through([thought(half), piece('He'), thought(rest), piece('llo')]);
    expect(events).toMatchObject([
      { item_type: 'reasoning', delta: { text_delta: mark } },
      { item_type: 'agent_message', delta: { text_delta: 'Hello' } },
    ]);
  });

  it('a half that nothing completes is replaced as well', () => {
    const [event] = through([piece(`key: ${half}`)]);
    expect(event).toMatchObject({ delta: { text_delta: 'key: [redacted:piece]' } });
    expect(through([piece('see https://example.com/ask-me')])).toMatchObject([
      { delta: { text_delta: 'see https://example.com/ask-me' } },
    ]);
  });

  it('pieces that no item takes are not written: nobody could tell what they are pieces of', () => {
    const partial = (partial_json: string): ThreadEvent => ({
      type: 'context',
      kind: 'stream_event',
      data: { event: { type: 'content_block_delta', delta: { type: 'input_json_delta', partial_json } } },
    });
    const unknown = (text: string): ThreadEvent => ({ type: 'unknown', wire_type: 'voice_delta', data: { text } });
    expectNoTrace(through([partial(half), partial(rest), unknown(half), unknown(rest)]));
  });

  it('a text of any length passes through a bounded memory, and its secrets do not', () => {
    const redactor = createRedactor();
    const filler = 'all work and no play\n'.repeat(400);
    let held = 0;
    let written = '';
    let given = 0;
    for (let count = 0; count < 700; count += 1) {
      for (const part of [filler, half, `${rest}\n`]) {
        given += part.length;
        for (const event of texts(redactor.outcome(good([piece(part)])))) written += event;
        held = Math.max(held, given - written.length - count * (secret.length - mark.length));
      }
    }
    for (const text of texts(redactor.end())) written += text;
    expect(written).toBe(`${filler}${mark}\n`.repeat(700));
    expect(held).toBeLessThan(2 * limits.maxHeldTextLength);
  });

  it('so does one whose secret is told by what stands far before it', () => {
    const redactor = createRedactor();
    const { text, secret: value } = makeSecret('auth-header', 3);
    const line = `${'x'.repeat(70)} ${text}\n`;
    const input = line.repeat(Math.ceil((2.5 * limits.maxHeldTextLength) / line.length));
    const outcomes: Outcome[] = [];
    for (let at = 0; at < input.length; at += 10_007) {
      outcomes.push(...redactor.outcome(good([piece(input.slice(at, at + 10_007))])));
    }
    const written = texts([...outcomes, ...redactor.end()]).join('');
    expect(written).not.toContain(value.slice(-10));
    expect(written.length).toBeGreaterThan(limits.maxHeldTextLength);
  });
});

function texts(outcomes: readonly Outcome[]): string[] {
  return outcomes.flatMap((outcome) =>
    outcome.ok
      ? outcome.events.map((event) => (event.type === 'item.delta' ? (event.delta.text_delta ?? '') : ''))
      : [],
  );
}

describe('lines as they stood in the input', () => {
  it('are redacted as JSON: a letter of an escape is no part of a word', () => {
    const { secret: key } = makeSecret('npm');
    const raw = JSON.stringify({ type: 'x', text: `a\n${key}\tb` });
    const [cut, bad] = [raw.slice(0, -3), { ok: false, line: 1, offset: 0 } as const];
    for (const text of [raw, cut]) {
      const [outcome] = createRedactor().outcome({ ...bad, error: { code: 'invalid-json', message: 'no', raw: text } });
      expect(outcome).toMatchObject({ error: { raw: text.replace(key, '[redacted:npm]') } });
    }
  });

  it('are left out where they hold a piece', () => {
    const redactor = createRedactor();
    const [first] = redactor.outcome({ ...good([piece(half)]), raw: half } as Outcome);
    expect(first).not.toHaveProperty('raw');
    const whole: ThreadEvent = { type: 'turn.completed' };
    const [second] = createRedactor().outcome({ ...good([whole]), raw: '{"type":"turn.completed"}' } as Outcome);
    expect(second).toHaveProperty('raw', '{"type":"turn.completed"}');
  });
});

describe('secrets in what a tool was given', () => {
  it('are listed apart, each once for a call', () => {
    const redactor = createRedactor();
    const command = { id: 'c', type: 'command_execution', command: `curl -H ${secret}`, status: 'completed' } as const;
    const call = { name: 'Bash', input: { command: command.command } };
    through(
      [
        { type: 'item.started', item: { ...command, call, aggregated_output: '' } },
        { type: 'item.completed', item: { ...command, call, aggregated_output: makeSecret('npm').secret } },
        { type: 'item.completed', item: { id: 'm', type: 'agent_message', text: secret } },
      ],
      redactor,
    );
    expect(redactor.toolInputs).toEqual([{ rule: 'github-token', item_id: 'c', tool: 'Bash', line: 1 }]);
    expect([...redactor.counts]).toEqual([
      ['github-token', 1],
      ['npm', 1],
    ]);
  });
});
