import { createEventReader, type EventReaderOptions, type Outcome } from 'threadline';
import { describe, expect, it } from 'vitest';

/** The input hazards I1 to I20: what a hostile or unlucky stream holds, and what the reader makes of it. */

function read(input: string | Uint8Array, options: EventReaderOptions = {}): Outcome[] {
  const reader = createEventReader(options);
  return [...reader.push(input), ...reader.end()];
}

const message = (text: string) => `{"type":"error","message":"${text}"}\n`;
const good = message('good');
const codes = (outcomes: Outcome[]) =>
  outcomes.map((outcome) => (outcome.ok ? outcome.problems.map(({ code }) => code) : outcome.error.code));

describe('lines', () => {
  it('I1: U+2028 and U+2029 in a string end no line', () => {
    expect(read(message('a\u2028b\u2029c'))).toMatchObject([{ events: [{ message: 'a\u2028b\u2029c' }] }]);
  });

  it('I2: a lone carriage return between tokens is white space, in a string it is no JSON', () => {
    expect(codes(read('{"type":\r"error"}\n{"type":"er\rror"}\n'))).toEqual([[], 'invalid-json']);
  });

  it('I3: a byte order mark is taken off at the start; elsewhere it is no JSON', () => {
    expect(codes(read(`\uFEFF${good}\uFEFF${good}`))).toEqual([[], 'invalid-json']);
  });

  it('I4 and I5: characters cut by a chunk survive, bytes that are no UTF-8 are replaced and told', () => {
    const bytes = new TextEncoder().encode(message('é'));
    const reader = createEventReader();
    expect([...bytes].flatMap((byte) => reader.push(Uint8Array.of(byte)))).toMatchObject([
      { events: [{ message: 'é' }] },
    ]);
    const broken = bytes.map((byte) => (byte === 0xa9 ? 0xff : byte));
    expect(read(broken)).toMatchObject([
      { ok: true, events: [{ message: '\uFFFD\uFFFD' }], problems: [{ code: 'invalid-utf8' }] },
    ]);
  });

  it('I6: control characters in a string are no JSON; NUL bytes before a record are passed over', () => {
    expect(codes(read(`${message('a\0b')}\0\0\0${good}`))).toEqual(['invalid-json', ['invalid-json']]);
  });

  it('I8: a line over the limit is skipped, at the limit it is read', () => {
    const limited = (length: number) =>
      codes(read(`${message('x'.repeat(length - 29))}${good}`, { maxLineBytes: 1000 }));
    expect(JSON.stringify(message('x'.repeat(1000 - 29)).trim()).length).toBeGreaterThan(1000);
    expect(limited(1000)).toEqual([[], []]);
    expect(limited(1001)).toEqual(['line-too-long', []]);
  });

  it('I16: blank lines are counted and nothing else', () => {
    expect(read(`\n \n\t\n${good}`)).toMatchObject([{ line: 4 }]);
  });

  it('I20: a last line without newline is read, or is a truncated tail', () => {
    expect(codes(read(good.trim()))).toEqual([[]]);
    expect(codes(read(`${good}{"type":"err`))).toEqual([[], 'truncated-tail']);
    expect(codes(read('null'))).toEqual(['not-an-object']);
  });
});

describe('values', () => {
  it.each([1_000, 100_000])('I7: nesting of %i levels is read and kept', (depth) => {
    const [outcome, after] = read(`{"type":"deep","data":${'['.repeat(depth)}${']'.repeat(depth)}}\n${good}`);
    expect(outcome).toMatchObject({ ok: true, problems: [] });
    expect(after?.ok).toBe(true);
  });

  it('I9: a million empty objects on a line are read', () => {
    const [outcome] = read(`{"type":"wide","data":[${'{},'.repeat(1_000_000)}{}]}\n`);
    expect(outcome?.ok).toBe(true);
  });

  it('I11 and I12: prototype keys are data, at every level', () => {
    const hostile = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}';
    const lines = [
      `{"type":"thread.started","thread_id":"t",${hostile}}`,
      `{"type":"turn.completed",${hostile},"usage":{"input_tokens":1,${hostile}}}`,
      `{"type":"item.completed",${hostile},"item":{"id":"i","type":"mcp_tool_call",${hostile},"result":{"content":[],${hostile}}}}`,
      `{"type":"item.delta","item_id":"i","delta":{${hostile}}}`,
      `{"type":"item.delta","item_id":"i",${hostile}}`,
      `{"type":"item.completed","item_type":"agent_message",${hostile},"content":{"text":"x",${hostile}}}`,
      `{"type":"__proto__",${hostile}}`,
      `{"id":"0","msg":{"type":"exec_command_begin","call_id":"__proto__",${hostile}}}`,
    ];
    const written = JSON.stringify(lines.flatMap((line) => read(`${line}\n`)));
    const occurrences = (text: string) => text.split('"__proto__":{"polluted":1}').length;
    expect(occurrences(written)).toBe(occurrences(lines.join('')));
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('I13: numbers that are no exact counts are not taken for counts', () => {
    for (const number of ['9007199254740993', '1e400', '-1e400', '1.5']) {
      expect(read(`{"type":"turn.completed","usage":{"input_tokens":${number}}}\n`)).toMatchObject([
        { ok: true, events: [{ usage: { input_tokens: 0 } }], problems: [{ code: 'bad-field' }] },
      ]);
    }
  });

  it('I14: the last of two equal keys counts', () => {
    expect(read('{"type":"error","message":"a","message":"b"}\n')).toMatchObject([{ events: [{ message: 'b' }] }]);
  });

  it('I15: lone surrogates in escapes are kept and written as escapes', () => {
    const [outcome] = read(message('\\ud800'));
    expect(JSON.stringify(outcome?.ok && outcome.events)).toContain('\\ud800');
  });

  it('I17 and I18: noise and values that are no objects are problems, and reading goes on', () => {
    const text = ['WARN: odd', '1', '[]', 'null', '"x"', 'true', good].join('\n');
    expect(codes(read(text))).toEqual(['invalid-json', ...Array(5).fill('not-an-object'), []]);
  });

  it('I19: unknown, missing and wrong-typed things never throw', () => {
    for (const value of ['null', '1', '"x"', '[]', '{}', 'true', '[null]']) {
      for (const type of [
        'thread.started',
        'turn.started',
        'turn.completed',
        'turn.failed',
        'item.completed',
        'item.delta',
        'item.failed',
        'error',
        'token_count',
        'message.output_text.delta',
        'response.completed',
        'future',
      ]) {
        for (const name of [
          'item',
          'usage',
          'error',
          'thread_id',
          'delta',
          'message',
          'content',
          'response',
          'timestamp',
          'item_type',
        ]) {
          expect(read(`{"type":"${type}","${name}":${value}}\n`)).toMatchObject([{ ok: true }]);
        }
      }
    }
  });
});

describe('values that cannot be texts or numbers', () => {
  const odd = '{"toString":0,"valueOf":0}';

  it.each([
    ['the code of an answer that no wire is known for', `{"id":1,"error":{"code":${odd},"message":"x"}}\n`],
    [
      'the kind of a block beside the id of a call',
      `{"type":"assistant","session_id":"s","uuid":"u","message":{"id":"m","role":"assistant","content":[{"type":${odd},"tool_use_id":"t"}]}}\n`,
    ],
    [
      'the kind of an option that was chosen',
      `{"jsonrpc":"2.0","id":0,"method":"session/new","params":{"cwd":"/x","mcpServers":[]}}
{"jsonrpc":"2.0","id":0,"result":{"sessionId":"s1"}}
{"jsonrpc":"2.0","id":5,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"c","title":"x"},"options":[{"optionId":"a","kind":${odd}}]}}
{"jsonrpc":"2.0","id":5,"result":{"outcome":{"outcome":"selected","optionId":"a"}}}\n`,
    ],
    [
      'the kind and the id of an item of the app server',
      `{"id":0,"method":"initialize","params":{"clientInfo":{"name":"x"}}}
{"id":0,"result":{"userAgent":"x"}}
{"method":"item/completed","params":{"threadId":"t","turnId":"u","item":{"type":${odd},"id":"i"}}}
{"method":"item/completed","params":{"threadId":"t","turnId":"u","item":{"type":"reasoning","id":${odd},"summary":["a"],"content":["b"]}}}\n`,
    ],
  ])('are data where they are %s', (_where, input) => {
    expect(read(input).length).toBeGreaterThan(0);
  });
});
