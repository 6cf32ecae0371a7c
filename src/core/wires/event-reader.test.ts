import { createEventReader, detectWire, type Outcome } from 'threadline';
import { describe, expect, it } from 'vitest';

const message = (id: string) => `{"type":"item.completed","item":{"id":"${id}","type":"agent_message","text":"x"}}`;
const session = { id: 'bare', timestamp: '2025-06-01T00:00:00Z', instructions: null };
const said = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hello' }] };
const document = JSON.stringify({ session, items: [said] }, null, 2);

function read(text: string, options = {}): Outcome[] {
  const reader = createEventReader(options);
  return [...reader.push(text), ...reader.end()];
}

describe('an event reader', () => {
  it('calls an input unknown in which no wire claimed a line, and an empty one nothing', () => {
    const reader = createEventReader();
    reader.push('{"type":"something.else"}\n');
    reader.end();
    expect(reader.wire).toBe('unknown');
    reader.push('');
    reader.end();
    expect(reader.wire).toBeUndefined();
    expect(detectWire('{"type":"something.else"}\n')).toBe('unknown');
  });

  it.each(['{"type":"turn.paused"}', '{"type":"item.renamed"}', '{"type":"thread.archived","thread_id":"0199"}'])(
    'takes a kind that only one wire knows for its claim: %s',
    (line) => expect(detectWire(line)).toBe('codex-exec'),
  );

  it('leaves an error that any agent may have printed open, and goes by the next line', () => {
    const error = '{"type":"error","message":"no"}\n';
    expect(detectWire(error)).toBe('unknown');
    expect(detectWire(`${error}{"type":"turn.failed","error":{"message":"no"}}\n`)).toBe('codex-exec');
    expect(read(error)[0]).toMatchObject({ ok: true, events: [{ type: 'error', message: 'no' }] });
  });

  it('names the wires that there are when another one is asked for', () => {
    expect(() => createEventReader({ wire: 'codex-parrot' })).toThrow(/codex-exec, codex-legacy, codex-rollout/);
  });

  it('counts lines and bytes on from where a longer text was left', () => {
    const outcomes = read(`${message('a')}\n${message('b')}\n`, { start: { line: 10, offset: 1000 } });
    const length = message('a').length + 1;
    expect(outcomes.map(({ line, offset }) => [line, offset])).toEqual([
      [10, 1000],
      [11, 1000 + length],
    ]);
    expect(() => createEventReader({ start: { line: 0, offset: 0 } })).toThrow(TypeError);
  });

  it('says where what was held back to the end stands, and is strict with it too', () => {
    const text = `${JSON.stringify(session)}\n${JSON.stringify(said)}\n`;
    const last = read(text).at(-1);
    expect(last).toMatchObject({ ok: true, flush: true, line: 2, offset: text.length });
    const headless = read(`${JSON.stringify(said)}\n`, { strict: true });
    expect(headless.every((outcome) => !outcome.ok && outcome.error.code === 'missing-context')).toBe(true);
  });

  it('reads a document over many lines as one outcome, wherever it is cut', () => {
    const whole = read(document);
    expect(whole.filter((outcome) => !('flush' in outcome))).toHaveLength(1);
    expect(whole[0]).toMatchObject({ ok: true, line: 1, offset: 0 });
    for (let cut = 0; cut < document.length; cut += 7) {
      const reader = createEventReader();
      const parts = [...reader.push(document.slice(0, cut)), ...reader.push(document.slice(cut)), ...reader.end()];
      expect(parts, `cut at ${cut}`).toEqual(whole);
    }
  });

  it('reads lines as lines where a lone bracket begins no document', () => {
    const outcomes = read(`{\n${message('a')}\n`);
    expect(outcomes.map(({ ok, line }) => [ok, line])).toEqual([
      [false, 1],
      [true, 2],
    ]);
    expect(read('[\n  1,\n  2\n]\n').map(({ ok }) => ok)).toEqual([false, false, false, false]);
  });

  it('reads on after a record that is nested deeply', () => {
    const deep = `{"type":"response.completed","usage":${'['.repeat(5000)}${']'.repeat(5000)}}`;
    const outcomes = read(`${deep}\n${message('a')}\n`);
    expect(outcomes).toHaveLength(2);
    expect(outcomes[1]).toMatchObject({ ok: true });
  });
});
