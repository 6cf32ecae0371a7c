import { describe, expect, it } from 'vitest';
import { createPartMapper } from './part-mapper.ts';
import type { StreamPart } from './stream-part.ts';

function map(...events: unknown[]): StreamPart[] {
  const mapper = createPartMapper();
  return events.flatMap((event) => mapper.push(event));
}

const piece = (content: string) => ({ type: 'message', role: 'assistant', content, delta: true });
const whole = (content: string) => ({ type: 'message', role: 'assistant', content, delta: false });
const use = { type: 'tool_use', tool_name: 'Bash', tool_id: 'a', parameters: { command: 'ls' } };
const result = { type: 'tool_result', tool_id: 'a', status: 'success', output: 'x\n' };
const unknownUsage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

describe('createPartMapper', () => {
  it('case 106: init gives the model, and the session to go on with', () => {
    const mapper = createPartMapper();
    expect(mapper.push({ type: 'init', session_id: 's1', modelId: 'm' })).toEqual([
      { type: 'response-metadata', modelId: 'm' },
    ]);
    expect(mapper.session).toEqual({ sessionId: 's1' });
    expect(mapper.finish().at(-1)).toMatchObject({ providerMetadata: { threadline: { sessionId: 's1' } } });
    expect(map({ type: 'init', session_id: 's1' })).toEqual([]);
  });

  it('case 107: pieces of text share a block, which the finish closes', () => {
    const mapper = createPartMapper();
    expect(mapper.push(piece('Hello '))).toEqual([
      { type: 'text-start', id: 'text-1' },
      { type: 'text-delta', id: 'text-1', delta: 'Hello ' },
    ]);
    expect(mapper.push(piece('world!'))).toEqual([{ type: 'text-delta', id: 'text-1', delta: 'world!' }]);
    expect(mapper.finish()).toEqual([
      { type: 'text-end', id: 'text-1' },
      { type: 'finish', finishReason: { unified: 'stop', raw: undefined }, usage: unknownUsage },
    ]);
    expect(mapper.finish()).toEqual([]);
    expect(mapper.push(piece('late'))).toEqual([]);
  });

  it('case 108: a whole message is a block of its own', () => {
    expect(map(whole('done'))).toEqual([
      { type: 'text-start', id: 'text-1' },
      { type: 'text-delta', id: 'text-1', delta: 'done' },
      { type: 'text-end', id: 'text-1' },
    ]);
  });

  it('a text that a failed turn cut off says nothing about the text of the next turn', () => {
    const failed = { type: 'result', status: 'error', error: 'cut', stats: {} };
    const deltas = map(piece('Hello'), failed, whole('Hello again')).flatMap((part) =>
      'delta' in part ? [[part.id, part.delta]] : [],
    );
    expect(deltas).toEqual([
      ['text-1', 'Hello'],
      ['text-2', 'Hello again'],
    ]);
  });

  it('the whole message after its pieces gives only what is missing', () => {
    expect(map(piece('Hel'), whole('Hello')).slice(2)).toEqual([
      { type: 'text-delta', id: 'text-1', delta: 'lo' },
      { type: 'text-end', id: 'text-1' },
    ]);
    expect(map(piece('Hello'), whole('')).slice(2)).toEqual([{ type: 'text-end', id: 'text-1' }]);
  });

  it('another message than the one that was being written is not lost', () => {
    const deltas = map(piece('One'), whole('Two')).flatMap((part) =>
      part.type === 'text-delta' ? [[part.id, part.delta]] : [],
    );
    expect(deltas).toEqual([
      ['text-1', 'One'],
      ['text-2', 'Two'],
    ]);
  });

  it('a message that a tool cut in two is not repeated when it comes whole', () => {
    const texts = map(piece('Hel'), use, result, whole('Hello')).flatMap((part) =>
      part.type === 'text-delta' ? [part.delta] : [],
    );
    expect(texts).toEqual(['Hel', 'lo']);
  });

  it('case 109: a tool call closes the text, its result has the remembered name', () => {
    const parts = map(piece('a'), use, result);
    expect(parts.slice(2)).toEqual([
      { type: 'text-end', id: 'text-1' },
      {
        type: 'tool-call',
        toolCallId: 'a',
        toolName: 'Bash',
        input: '{"command":"ls"}',
        providerExecuted: true,
        dynamic: true,
      },
      { type: 'tool-result', toolCallId: 'a', toolName: 'Bash', result: 'x\n', isError: false, dynamic: true },
    ]);
    expect(map(use, { ...result, status: 'error' }).at(-1)).toMatchObject({ isError: true });
  });

  it('a result is never cut, and keeps its images', () => {
    const output = 'x'.repeat(100_000);
    expect(map(use, { ...result, output }).at(-1)).toMatchObject({ result: output });
    const images = [{ type: 'url', url: 'a.png' }];
    expect(map(use, { ...result, images }).at(-1)).toMatchObject({ result: { output: 'x\n', images } });
  });

  it('a result without a call gets one, as clients of the SDK fail without', () => {
    expect(map(result).map((part) => [part.type, 'toolName' in part && part.toolName])).toEqual([
      ['tool-call', 'unknown'],
      ['tool-result', 'unknown'],
    ]);
  });

  it('case 111: sandbox and snapshot only change the session; stderr and unknown types give nothing', () => {
    const mapper = createPartMapper();
    const events = [
      { type: 'sandbox', sandbox_id: 'box' },
      { type: 'snapshot', snapshot_id: 'snap' },
      { type: 'stderr', content: 'x' },
      { type: 'future' },
      { content: 'no type' },
      { type: 'message', role: 'user', content: 'hi', delta: false },
      null,
      'text',
    ];
    expect(events.flatMap((event) => mapper.push(event))).toEqual([]);
    expect(mapper.session).toEqual({ sandboxId: 'box', snapshotId: 'snap' });
  });

  it('reasoning is closed before text begins', () => {
    const types = map({ type: 'thinking', content: 'hm', delta: true }, piece('a')).map(({ type }) => type);
    expect(types).toEqual(['reasoning-start', 'reasoning-delta', 'reasoning-end', 'text-start', 'text-delta']);
  });

  it('usage is the sum of the results', () => {
    const mapper = createPartMapper();
    const stats = { input_tokens: 10, cached: 4, output_tokens: 3, total_tokens: 13, tool_calls: 0 };
    mapper.push({ type: 'result', status: 'success', stats });
    mapper.push({ type: 'result', status: 'success', stats });
    expect(mapper.finish()).toEqual([
      {
        type: 'finish',
        finishReason: { unified: 'stop', raw: 'success' },
        usage: {
          inputTokens: { total: 20, noCache: 12, cacheRead: 8, cacheWrite: undefined },
          outputTokens: { total: 6, text: undefined, reasoning: undefined },
        },
      },
    ]);
  });

  it('a failed result is an error and finishes as one; a process that fails after it is not told twice', () => {
    const mapper = createPartMapper();
    expect(mapper.push({ type: 'result', status: 'error', error: 'boom' })).toEqual([
      { type: 'error', error: new Error('boom') },
    ]);
    expect(mapper.finish({ error: new Error('exit code 1') }).map(({ type }) => type)).toEqual(['finish']);
  });

  it('a process that fails after a good result is an error', () => {
    const mapper = createPartMapper();
    mapper.push({ type: 'result', status: 'success' });
    const [error, finish] = mapper.finish({ error: new Error('exit code 7') });
    expect(error).toEqual({ type: 'error', error: new Error('exit code 7') });
    expect(finish).toMatchObject({ finishReason: { unified: 'error' } });
  });

  it('output that was cut off finishes as interrupted', () => {
    expect(createPartMapper().finish({ isCutOff: true })).toMatchObject([{ finishReason: { unified: 'interrupted' } }]);
  });

  it('names of prototypes are harmless', () => {
    const parts = map({ ...use, tool_id: '__proto__' }, { ...result, tool_id: 'constructor' });
    expect(parts.map((part) => 'toolName' in part && part.toolName)).toEqual(['Bash', 'unknown', 'unknown']);
  });
});
