import { createEventReader, type ThreadEvent } from 'threadline';
import { describe, expect, it } from 'vitest';

const at = '2026-01-01T00:00:00.000Z';
const line = (type: string, payload: object) => JSON.stringify({ timestamp: at, type, payload });
const event = (type: string, fields: object = {}) => line('event_msg', { type, ...fields });
const item = (type: string, fields: object) => line('response_item', { type, ...fields });

const head = line('session_meta', { id: 'thread', timestamp: at, cwd: '/w', originator: 'x', cli_version: '0.0.0' });
const prompt = event('user_message', { message: 'Do it.' });
const said = (message: string) => event('agent_message', { message });
const text = (text: string) => item('message', { role: 'assistant', content: [{ type: 'output_text', text }] });
const call = (id: string) => item('function_call', { name: 'shell', arguments: '{"command":["ls"]}', call_id: id });
const output = (id: string) => item('function_call_output', { call_id: id, output: 'Exit code: 0\nOutput:\nx' });
const noTotal = event('token_count', { info: null, rate_limits: null });
const count = (total: number, limits: object = { rate_limits: null }) => {
  const usage = (tokens: number) => ({
    input_tokens: tokens,
    cached_input_tokens: 0,
    output_tokens: Math.min(tokens, 1),
  });
  return event('token_count', { info: { total_token_usage: usage(total), last_token_usage: usage(10) }, ...limits });
};

/** What each event of a request is: `r1 item.started call_1`. */
function requests(lines: readonly string[]): string[] {
  const reader = createEventReader();
  const outcomes = [...reader.push(lines.map((one) => `${one}\n`).join('')), ...reader.end()];
  return outcomes
    .flatMap((outcome): ThreadEvent[] => (outcome.ok ? outcome.events : []))
    .filter(({ type, request_id }) => type !== 'context' && request_id !== undefined)
    .map(
      (one) => `${one.request_id} ${one.type === 'token_count' ? 'count' : 'item' in one ? named(one.item) : one.type}`,
    );
}

const named = (one: object) => ('text' in one ? String(one.text) : 'id' in one ? String(one.id) : '');

describe('the request of a record in a session file of Codex', () => {
  it('is known where the count stands before the items of its request', () => {
    const lines = [head, prompt, noTotal, said('First.'), count(10), text('First.'), call('a'), output('a')];
    lines.push(
      call('b'),
      output('b'),
      count(10),
      count(20),
      call('c'),
      output('c'),
      said('Done.'),
      count(30),
      text('Done.'),
    );
    expect(requests(lines)).toEqual([
      ...['r1 count', 'r1 First.', 'r1 a', 'r1 a', 'r1 b', 'r1 b'],
      ...['r2 count', 'r2 c', 'r2 c', 'r3 count', 'r3 Done.'],
    ]);
  });

  it('is known where the count stands between calls and results', () => {
    const lines = [head, prompt, noTotal, said('First.'), text('First.'), call('a'), count(10), output('a'), count(10)];
    lines.push(call('b'), call('c'), count(20), output('c'), output('b'), said('Done.'), text('Done.'), count(30));
    expect(requests(lines)).toEqual([
      ...['r1 First.', 'r1 a', 'r1 count', 'r1 a'],
      ...['r2 b', 'r2 c', 'r2 count', 'r2 c', 'r2 b', 'r3 Done.', 'r3 count'],
    ]);
  });

  it('is known where the count stands after the results, and a prompt sent meanwhile ends nothing', () => {
    const lines = [head, event('task_started', { turn_id: 't' }), prompt, call('a'), output('a'), prompt, count(10)];
    lines.push(said('Done.'), text('Done.'), count(20), event('task_complete', { turn_id: 't' }));
    expect(requests(lines)).toEqual(['r1 a', 'r1 a', 'r1 count', 'r2 Done.', 'r2 count']);
  });

  it('is closed by the record of a response, and the count that follows belongs to it', () => {
    const used = { input_tokens: 10, cached_input_tokens: 0, output_tokens: 1 };
    const recorded = (id: string) => line('token_usage_record', { thread_id: 'thread', response_id: id, usage: used });
    const lines = [head, prompt, call('a'), recorded('resp_1'), output('a'), count(10), call('b'), recorded('resp_2')];
    lines.push(output('b'), count(20));
    expect(requests(lines)).toEqual(['r1 a', 'r1 a', 'r1 count', 'r2 b', 'r2 b', 'r2 count']);
  });

  it('counts each count where none repeats another, and none that holds nothing', () => {
    const lines = [head, prompt, said('a'), count(10, {}), text('a'), said('b'), count(10, {}), text('b'), count(0)];
    expect(requests(lines)).toEqual(['r1 count', 'r1 a', 'r2 count', 'r2 b']);
  });

  it('is that of the call for a process that ends requests later', () => {
    const running = 'Chunk ID: 1\nWall time: 1.0 seconds\nProcess running with session ID 7\nOutput:\n';
    const ended = 'Chunk ID: 2\nWall time: 1.0 seconds\nProcess exited with code 0\nOutput:\ndone';
    const lines = [
      head,
      prompt,
      item('function_call', { name: 'exec_command', arguments: '{"cmd":"x"}', call_id: 'a' }),
    ];
    lines.push(count(10), item('function_call_output', { call_id: 'a', output: running }));
    lines.push(item('function_call', { name: 'write_stdin', arguments: '{"session_id":7}', call_id: 'b' }), count(20));
    lines.push(item('function_call_output', { call_id: 'b', output: ended }));
    expect(requests(lines)).toEqual(['r1 a', 'r1 count', 'r1 a', 'r2 b', 'r2 count', 'r2 b', 'r1 a']);
  });

  it('is absent in files without counts of their own: bare ones, and the report of a review', () => {
    const bare = '{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Hi."}]}';
    expect(requests([bare])).toEqual([]);
    const review = [head, event('entered_review_mode'), said('Child.'), event('exited_review_mode'), text('Report.')];
    expect(requests([...review, said('Report.')])).toEqual([]);
  });
});
