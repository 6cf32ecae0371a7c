import { describe, expect, it } from 'vitest';
import { bundledRecordings } from '../../../test/fixtures.ts';
import { createCodexStdoutMapper } from './codex-stdout-mapper.ts';
import { createStdoutMapper, type StdoutDiagnostic } from './stdout-mapper.ts';

const line = (event: object) => `${JSON.stringify(event)}\n`;

function mapText(text: string, onDiagnostic?: (diagnostic: StdoutDiagnostic) => void) {
  const mapper = createCodexStdoutMapper({ onDiagnostic });
  return [...mapper.push(text), ...mapper.flush()].map((mapped) => JSON.parse(mapped));
}

const map = (...events: object[]) => mapText(events.map(line).join(''));
const hello = { type: 'message.output_text.delta', delta: 'Hello' };

describe('createCodexStdoutMapper', () => {
  it('case 85: session.created alone gives its id and model, after thread.started the model only', () => {
    const created = { type: 'session.created', id: 'sess_123', model: 'o4-mini' };
    expect(map(created)).toEqual([{ type: 'init', session_id: 'sess_123', modelId: 'o4-mini' }]);
    expect(map({ type: 'thread.started', thread_id: 'T' }, created).at(-1)).toEqual({
      type: 'init',
      modelId: 'o4-mini',
    });
  });

  it('case 86: thread.started gives the thread id', () => {
    expect(map({ type: 'thread.started', thread_id: 'T' })).toEqual([{ type: 'init', session_id: 'T' }]);
  });

  it('case 87: a text delta is a message that goes on', () => {
    expect(map(hello)).toEqual([{ type: 'message', role: 'assistant', content: 'Hello', delta: true }]);
  });

  it('case 88: the whole text is a message that ends', () => {
    const done = { type: 'message.output_text.done', text: 'Hello world' };
    expect(map(hello, done).at(-1)).toEqual({
      type: 'message',
      role: 'assistant',
      content: 'Hello world',
      delta: false,
    });
  });

  it('case 89: an error gives its message, or its JSON text where it has none', () => {
    expect(map({ type: 'error', message: 'limited' })).toEqual([{ type: 'stderr', content: 'limited' }]);
    for (const error of [
      { type: 'error', status: 500 },
      { type: 'error', message: 7 },
    ]) {
      expect(map(error)).toEqual([{ type: 'stderr', content: JSON.stringify(error) }]);
    }
  });

  it('case 90: response.completed and unknown events give no line; the unknown is reported once', () => {
    const heard: StdoutDiagnostic[] = [];
    const unknown = JSON.stringify({ type: 'some.unknown.event', x: 1 });
    expect(
      mapText(`${line({ type: 'response.completed', usage: {} })}${unknown}\n`, (told) => heard.push(told)),
    ).toEqual([]);
    expect(heard).toEqual([{ code: 'unknown-event', line: 2, raw: unknown }]);
  });

  it('resolution 26: an unknown item gives no line and is reported with its line', () => {
    const heard: StdoutDiagnostic[] = [];
    const raw = JSON.stringify({ type: 'item.completed', item: { id: 'x', type: 'future_item', text: 'a' } });
    expect(mapText(`\n${raw}\n`, (told) => heard.push(told))).toEqual([]);
    expect(heard).toEqual([{ code: 'unknown-item', line: 2, raw }]);
  });

  it('case 91: two events in one chunk give two lines, each ending in a newline', () => {
    const lines = createCodexStdoutMapper().push(line(hello) + line(hello));
    expect(lines).toHaveLength(2);
    for (const text of lines) expect(text).toMatch(/^[^\n]+\n$/);
  });

  it('case 92: a partial line waits for its rest', () => {
    const mapper = createCodexStdoutMapper();
    expect(mapper.push(line(hello).slice(0, 10))).toEqual([]);
    expect(mapper.push(line(hello).slice(10))).toHaveLength(1);
  });

  it('case 93: flush gives an unterminated event once; nothing for nothing, nothing for noise', () => {
    const mapper = createCodexStdoutMapper();
    expect(mapper.flush()).toEqual([]);
    expect(mapper.push('not json\n')).toEqual([]);
    expect(mapper.push(JSON.stringify(hello))).toEqual([]);
    expect(mapper.flush()).toHaveLength(1);
    expect(mapper.flush()).toEqual([]);
  });

  it('resolution 25: flush adds no result to a turn that was cut off', () => {
    const lines = map(
      { type: 'thread.started', thread_id: 'T' },
      { type: 'turn.started' },
      { type: 'error', message: 'x' },
    );
    expect(lines.map(({ type }) => type)).toEqual(['init', 'stderr']);
  });

  it('case 94: an invalid line does not stop the valid one after it, and is reported', () => {
    const heard: StdoutDiagnostic[] = [];
    expect(mapText(`{"type": \n${line(hello)}`, (told) => heard.push(told))).toHaveLength(1);
    expect(heard).toEqual([{ code: 'invalid-json', line: 1, raw: '{"type": ' }]);
  });

  it('case 95: a fragmented delta comes with its second half, a trailing done with the flush', () => {
    const mapper = createCodexStdoutMapper();
    const text = line(hello) + JSON.stringify({ type: 'message.output_text.done', text: 'Hello' });
    expect(mapper.push(text.slice(0, 20))).toEqual([]);
    expect(mapper.push(text.slice(20)).map((mapped) => JSON.parse(mapped).delta)).toEqual([true]);
    expect(mapper.flush().map((mapped) => JSON.parse(mapped).delta)).toEqual([false]);
  });

  it('what a throwing onDiagnostic throws reaches the caller', () => {
    const onDiagnostic = () => {
      throw new Error('mine');
    };
    expect(() => createCodexStdoutMapper({ onDiagnostic }).push('x\n')).toThrow('mine');
  });

  it('what is nested too deeply to be written is reported, and the stream goes on', () => {
    const heard: StdoutDiagnostic[] = [];
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const call = `{"type":"item.started","item":{"id":"a","type":"mcp_tool_call","server":"s","tool":"t","arguments":{"a":${deep}}}}\n`;
    expect(mapText(call + line(hello), (told) => heard.push(told))).toHaveLength(1);
    expect(heard.map(({ code, line: at }) => [code, at])).toEqual([['too-deep', 1]]);
  });

  const small = bundledRecordings('0.{20,42,98,166}.0/*/stdout.jsonl').filter(({ bytes }) => bytes.length < 20_000);

  it('has recordings to cut', () => expect(small.length).toBeGreaterThan(5));

  it.each(small)('$name gives the same lines however it is cut', ({ bytes }) => {
    const whole = createCodexStdoutMapper();
    const expected = [...whole.push(bytes), ...whole.flush()];
    const cut = createCodexStdoutMapper();
    const pieces = Array.from(bytes, (byte) => cut.push(Uint8Array.of(byte)));
    expect([...pieces.flat(), ...cut.flush()]).toEqual(expected);
  });

  it('begins anew after a flush', () => {
    const mapper = createCodexStdoutMapper();
    const text =
      line({ type: 'thread.started', thread_id: 'T' }) + line({ type: 'session.created', id: 'R', model: 'm' });
    const first = [...mapper.push(text), ...mapper.flush()];
    expect([...mapper.push(text), ...mapper.flush()]).toEqual(first);
  });

  it('a bad call throws', () => {
    expect(() => createCodexStdoutMapper({ firstTurn: 0 })).toThrow(TypeError);
  });
});

describe('createStdoutMapper', () => {
  it('resolution 24: tells the model by both names', () => {
    const [init] = createStdoutMapper({ wire: 'auto' }).push(line({ type: 'session.created', id: 's', model: 'm' }));
    expect(JSON.parse(init ?? '')).toEqual({ type: 'init', session_id: 's', modelId: 'm', model: 'm' });
  });

  it('reads other dialects: the legacy lines of Codex', () => {
    const lines = [
      { id: '1', msg: { type: 'exec_command_begin', call_id: 'c', command: ['bash', '-lc', 'ls'], cwd: '/' } },
      { id: '1', msg: { type: 'exec_command_end', call_id: 'c', stdout: 'a\n', stderr: '', exit_code: 0 } },
    ];
    const mapped = createStdoutMapper()
      .push(lines.map(line).join(''))
      .map((text) => JSON.parse(text));
    const [use, result] = mapped.slice(-2);
    expect(use).toMatchObject({ type: 'tool_use', tool_name: 'Bash', parameters: { command: 'ls' } });
    expect(result).toEqual({ type: 'tool_result', tool_id: use.tool_id, status: 'success', output: 'a\n' });
  });
});
