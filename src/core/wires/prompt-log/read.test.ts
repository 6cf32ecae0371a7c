import { createEventReader, detectWire, type ThreadEvent } from 'threadline';
import { describe, expect, it } from 'vitest';

function read(text: string): { events: ThreadEvent[]; wire: string | undefined; problems: number } {
  const reader = createEventReader();
  const outcomes = [...reader.push(text), ...reader.end()];
  const events = outcomes.flatMap((outcome) => (outcome.ok ? outcome.events : []));
  return { events, wire: reader.wire, problems: outcomes.filter((o) => !o.ok || o.problems.length > 0).length };
}
const lines = (...records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const prompts = (events: readonly ThreadEvent[]) =>
  events.flatMap((event) => (event.type === 'item.completed' && 'text' in event.item ? [event.item.text] : []));

describe('a log of prompts', () => {
  it('gives each prompt as a turn of its session, with its time', () => {
    const common = { pastedContents: {}, project: '/p' };
    const { events, wire, problems } = read(
      lines(
        { display: 'one', ...common, timestamp: 1_794_728_124_302, sessionId: 'a' },
        { display: 'two', ...common, timestamp: 1_794_728_124_303, sessionId: 'b' },
        { display: 'three', ...common, timestamp: 1_794_728_124_304, sessionId: 'a' },
      ),
    );
    expect({ wire, problems }).toEqual({ wire: 'prompt-log', problems: 0 });
    const started = events.filter((event) => event.type === 'thread.started');
    expect(started.map(({ thread_id, agent, cwd }) => [agent, thread_id, cwd])).toEqual([
      ['claude', 'a', '/p'],
      ['claude', 'b', '/p'],
      ['claude', 'a', '/p'],
    ]);
    expect(prompts(events)).toEqual(['one', 'two', 'three']);
    expect(events[1]?.timestamp).toBe('2026-11-15T07:35:24.302Z');
  });

  it('of Codex has seconds, and of Gemini CLI is a list', () => {
    const codex = read(lines({ session_id: 's', ts: 1_794_728_124, text: 'hello' }));
    expect(codex).toMatchObject({ wire: 'prompt-log', problems: 0 });
    expect(codex.events[0]).toMatchObject({ agent: 'codex', thread_id: 's', timestamp: '2026-11-15T07:35:24.000Z' });
    const entry = { sessionId: 'g', messageId: 0, type: 'user', message: 'hi', timestamp: '2026-11-15T07:38:15.000Z' };
    for (const text of [JSON.stringify([entry]), JSON.stringify([entry], undefined, 2)]) {
      const gemini = read(text);
      expect(gemini).toMatchObject({ wire: 'prompt-log', problems: 0 });
      expect(prompts(gemini.events)).toEqual(['hi']);
    }
  });

  it('has short pasted texts in their places, and marks of those that it does not hold', () => {
    const pastedContents = { 1: { id: 1, type: 'text', content: 'a\nb' }, 2: { id: 2, contentHash: 'ff' } };
    const display = 'see [Pasted text #1 +1 lines], [Pasted text #2 +9 lines] and [Pasted text #3]';
    const { events } = read(lines({ display, pastedContents, timestamp: 1, project: '/p' }));
    expect(prompts(events)).toEqual(['see a\nb, [Pasted text #2 +9 lines] and [Pasted text #3]']);
  });

  it('lives with odd values, and is not taken for a thread', () => {
    const odd = { toString: 0 };
    const { problems, wire } = read(
      lines(
        { display: 'x', pastedContents: {}, timestamp: odd, project: odd, sessionId: odd },
        { display: 'x', project: '/p', timestamp: 1e300 },
        { display: 3, project: '/p' },
        { session_id: 's', ts: -1e300, text: '' },
      ),
    );
    expect(wire).toBe('prompt-log');
    expect(problems).toBe(2);
    expect(detectWire(lines({ type: 'user', sessionId: 's', message: { role: 'user', content: 'x' } }))).not.toBe(wire);
  });
});
