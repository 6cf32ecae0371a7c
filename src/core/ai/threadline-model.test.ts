import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { generateText, readUIMessageStream, streamText, toUIMessageStream, type UIMessage } from 'ai';
import { describe, expect, it } from 'vitest';
import { bundledRecordings, type Recording } from '../../../test/fixtures.ts';
import type { AgentRun } from '../../machine/run/agent-run.ts';
import { createCodexStdoutMapper } from '../ndjson/codex-stdout-mapper.ts';
import type { Outcome } from '../thread/outcome.ts';
import { createEventReader } from '../wires/event-reader.ts';
import type { AgentSource } from './agent-source.ts';
import { readParts } from './read-parts.ts';
import type { StreamPart } from './stream-part.ts';
import { createThreadlineModel, type ThreadlineModel } from './threadline-model.ts';

const recordings = bundledRecordings('*/*/stdout.jsonl').filter(({ bytes }) => bytes.length > 0);

function recording(name: string): Uint8Array {
  const found = recordings.find((candidate) => candidate.name === `${name}/stdout.jsonl`);
  if (!found) throw new Error(`no recording ${name}`);
  return found.bytes;
}

function outcomesOf(bytes: Uint8Array): Outcome[] {
  const reader = createEventReader();
  return [...reader.push(bytes), ...reader.end()];
}

async function* inTurn<Value>(values: readonly Value[]): AsyncGenerator<Value> {
  yield* values;
}

async function collect<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const collected: Value[] = [];
  for await (const value of values) collected.push(value);
  return collected;
}

const eventSource = (bytes: Uint8Array): AgentSource => ({ events: inTurn(outcomesOf(bytes)) });

function ndjsonSource(bytes: Uint8Array): AgentSource {
  const mapper = createCodexStdoutMapper();
  const text = [...mapper.push(bytes), ...mapper.flush()].join('');
  return { ndjson: inTurn(text.match(/.{1,50}/gs) ?? []) };
}

const modelOf = (source: AgentSource) => createThreadlineModel({ run: () => source });

/** Errors are asserted where they matter. */
const onError = () => {};

async function partsOf(source: AgentSource): Promise<StreamPart[]> {
  return collect(readParts(source));
}

async function uiMessageOf(source: AgentSource): Promise<UIMessage> {
  const { stream } = streamText({ model: modelOf(source), prompt: 'go', onError });
  let last: UIMessage | undefined;
  for await (const message of readUIMessageStream({ stream: toUIMessageStream({ stream }) })) last = message;
  if (!last) throw new Error('no message');
  return last;
}

describe('the types', () => {
  it('are those of the AI SDK, and a run of CodexClient is a source', () => {
    const part = (ours: StreamPart): LanguageModelV4StreamPart => ours;
    const model = (ours: ThreadlineModel): LanguageModelV4 => ours;
    const source = (run: AgentRun): AgentSource => run;
    // What is proven here is proven by the compiler.
    expect([part, model, source]).toHaveLength(3);
  });
});

describe('readParts', () => {
  it.each(recordings)(
    '$name: blocks are opened and closed in turn, results follow their calls, there is one finish',
    async ({ bytes }: Recording) => {
      const parts = await partsOf(eventSource(bytes));
      let open: string | undefined;
      const calls = new Set<string>();
      for (const part of parts) {
        if (part.type === 'text-start' || part.type === 'reasoning-start') {
          expect(open).toBeUndefined();
          open = part.id;
        } else if ('id' in part) {
          expect(part.id).toBe(open);
          if (part.type.endsWith('-end')) open = undefined;
        } else {
          expect(open).toBeUndefined();
        }
        if (part.type === 'tool-call') calls.add(part.toolCallId);
        if (part.type === 'tool-result') expect(calls.delete(part.toolCallId)).toBe(true);
      }
      expect(parts.filter(({ type }) => type === 'finish')).toHaveLength(1);
      expect(parts.at(-1)?.type).toBe('finish');
    },
  );

  it.each(recordings)('$name: events and NDJSON give the same parts', async ({ bytes }: Recording) => {
    const withoutUsage = (parts: StreamPart[]) =>
      parts.map((part) => ('usage' in part ? { ...part, usage: {} } : part));
    expect(withoutUsage(await partsOf(ndjsonSource(bytes)))).toEqual(withoutUsage(await partsOf(eventSource(bytes))));
  });

  it('tells reasoning tokens where the agent does', async () => {
    const usage = { input_tokens: 9, cached_input_tokens: 4, output_tokens: 8, reasoning_output_tokens: 3 };
    const line = JSON.stringify({ type: 'turn.completed', usage });
    const [finish] = await partsOf(eventSource(new TextEncoder().encode(line)));
    expect(finish).toMatchObject({
      usage: { inputTokens: { total: 9, noCache: 5, cacheRead: 4 }, outputTokens: { total: 8, text: 5, reasoning: 3 } },
    });
  });

  it('a run that was killed is interrupted; with a good completion it is not', async () => {
    const bytes = recording('0.44.0/s10b-killed-midline');
    const reasonOf = async (source: AgentSource) => (await partsOf(source)).at(-1);
    expect(await reasonOf(eventSource(bytes))).toMatchObject({ finishReason: { unified: 'interrupted' } });
    const completion = Promise.resolve({ ok: true });
    expect(await reasonOf({ ...eventSource(bytes), completion })).toMatchObject({ finishReason: { unified: 'stop' } });
  });

  it('a process that failed is an error part', async () => {
    const completion = Promise.resolve({ ok: false, error: { message: 'killed' } });
    const parts = await partsOf({ ...eventSource(recording('0.44.0/s10b-killed-midline')), completion });
    expect(parts.slice(-2)).toMatchObject([
      { type: 'error', error: new Error('killed') },
      { finishReason: { unified: 'error' } },
    ]);
  });

  it('a source that throws is an error part', async () => {
    async function* broken(): AsyncGenerator<Outcome> {
      yield* outcomesOf(recording('0.166.0/s1-hello')).slice(0, 2);
      throw new Error('socket');
    }
    const parts = await partsOf({ events: broken() });
    expect(parts).toMatchObject([
      { type: 'error', error: new Error('socket') },
      { type: 'finish', finishReason: { unified: 'error' } },
    ]);
  });
});

describe('createThreadlineModel with streamText', () => {
  it('a command is a dynamic tool part that the agent ran, with its whole output', async () => {
    const { parts } = await uiMessageOf(eventSource(recording('0.166.0/s2-shell')));
    const tools = parts.filter((part) => part.type === 'dynamic-tool');
    expect(tools).toHaveLength(2);
    for (const tool of tools) {
      expect(tool).toMatchObject({ toolName: 'Bash', providerExecuted: true, input: { command: expect.any(String) } });
    }
    expect(tools.map(({ state }) => state)).toEqual(['output-available', 'output-error']);
    expect(parts.map(({ type }) => type)).toEqual(expect.arrayContaining(['reasoning', 'text']));
  });

  const answered = recordings.filter(({ bytes }) => /"agent_message"/.test(new TextDecoder().decode(bytes)));

  it.each(answered)('$name: the UI message has every text and every tool', async ({ bytes }: Recording) => {
    const message = await uiMessageOf(eventSource(bytes));
    const parts = await partsOf(eventSource(bytes));
    const written = (type: StreamPart['type']) =>
      parts.flatMap((part) => (part.type === type && 'delta' in part ? [part.delta] : [])).join('');
    const shown = (type: string) =>
      message.parts.flatMap((part) => (part.type === type && 'text' in part ? [part.text] : [])).join('');
    expect(shown('text')).toBe(written('text-delta'));
    expect(shown('reasoning')).toBe(written('reasoning-delta'));
    const calls = parts.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []));
    expect(message.parts.flatMap((part) => (part.type === 'dynamic-tool' ? [part.toolCallId] : []))).toEqual(calls);
  });

  it('the promises of the result have the text, the reason, the usage and the session', async () => {
    const result = streamText({ model: modelOf(eventSource(recording('0.166.0/s2-shell'))), prompt: 'go', onError });
    await result.consumeStream();
    expect(await result.text).not.toBe('');
    expect(await result.finishReason).toBe('stop');
    expect((await result.usage).inputTokens).toBeGreaterThan(0);
    expect((await result.providerMetadata)?.threadline).toMatchObject({
      sessionId: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(await result.steps).toHaveLength(1);
  });

  it('a failed turn is an error and finishes as one', async () => {
    const errors: unknown[] = [];
    const model = modelOf(eventSource(recording('0.166.0/s7a-http400')));
    const result = streamText({ model, prompt: 'go', maxRetries: 0, onError: ({ error }) => void errors.push(error) });
    await result.consumeStream();
    expect(errors).toHaveLength(1);
    expect(String(errors[0])).toContain('mock says no');
    expect(await result.finishReason).toBe('error');
  });

  it('an abort reaches the agent and ends the stream', async () => {
    const controller = new AbortController();
    let agentSignal: AbortSignal | undefined;
    async function* endless(signal: AbortSignal): AsyncGenerator<Outcome> {
      yield* outcomesOf(recording('0.166.0/s2-shell')).slice(0, 4);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    }
    const model = createThreadlineModel({
      run(_prompt, { signal }) {
        agentSignal = signal;
        return { events: endless(signal) };
      },
    });
    const result = streamText({ model, prompt: 'go', abortSignal: controller.signal, onError });
    const types: string[] = [];
    for await (const part of result.stream) {
      types.push(part.type);
      if (part.type === 'tool-call' || part.type === 'text-end') controller.abort();
    }
    expect(types.at(-1)).toBe('abort');
    expect(agentSignal?.aborted).toBe(true);
  });
});

describe('createThreadlineModel', () => {
  const call = { prompt: [{ role: 'user', content: [{ type: 'text', text: 'go' }] }] };

  it('hands the prompt to the agent, and begins with warnings about what an agent cannot do', async () => {
    const prompts: string[] = [];
    const model = createThreadlineModel({
      run(prompt) {
        prompts.push(prompt);
        return eventSource(recording('0.166.0/s1-hello'));
      },
    });
    const options = { ...call, temperature: 1, tools: [{}] };
    const { stream } = await model.doStream(options);
    const [first] = await collect(stream);
    expect(prompts).toEqual(['go']);
    expect(first).toMatchObject({ type: 'stream-start', warnings: [{ feature: 'temperature' }, { feature: 'tools' }] });
  });

  it('an aborted call starts nothing', async () => {
    const model = createThreadlineModel({
      run() {
        throw new Error('started');
      },
    });
    await expect(model.doStream({ ...call, abortSignal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  });

  it('a reader that leaves ends the agent', async () => {
    let stopped = 0;
    const stop = () => {
      stopped += 1;
    };
    const source = { ...eventSource(recording('0.166.0/s2-shell')), stop };
    const reader = (await modelOf(source).doStream(call)).stream.getReader();
    await reader.read();
    await reader.cancel();
    expect(stopped).toBe(1);
  });

  it('a reader that leaves hears nothing of an agent that cannot be stopped', async () => {
    const unheard: unknown[] = [];
    const hear = (reason: unknown) => void unheard.push(reason);
    process.on('unhandledRejection', hear);
    try {
      for (const stop of [() => Promise.reject(new Error('stop failed')), () => JSON.parse('no')]) {
        const { stream } = await modelOf({ ...eventSource(recording('0.166.0/s2-shell')), stop }).doStream(call);
        await stream.cancel();
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    } finally {
      process.off('unhandledRejection', hear);
    }
    expect(unheard).toEqual([]);
  });

  it('reads no further than it is read', async () => {
    let given = 0;
    async function* counting(): AsyncGenerator<Outcome> {
      for (const outcome of outcomesOf(recording('0.166.0/s2-shell'))) {
        given += 1;
        yield outcome;
      }
    }
    const reader = (await modelOf({ events: counting() }).doStream(call)).stream.getReader();
    await reader.read();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(given).toBeLessThanOrEqual(3);
  });

  it('gives the lines themselves when raw chunks are asked for', async () => {
    const bytes = recording('0.166.0/s1-hello');
    const { stream } = await modelOf(eventSource(bytes)).doStream({ ...call, includeRawChunks: true });
    const raw = (await collect(stream)).filter(({ type }) => type === 'raw');
    expect(raw).toHaveLength(outcomesOf(bytes).length);
  });

  it('generateText gives the whole answer at once', async () => {
    const result = await generateText({ model: modelOf(eventSource(recording('0.166.0/s2-shell'))), prompt: 'go' });
    expect(result.text).not.toBe('');
    expect(result.content.filter(({ type }) => type === 'tool-call')).toHaveLength(2);
    expect(result.finishReason).toBe('stop');
  });

  it('generateText throws what the agent failed with', async () => {
    const model = modelOf(eventSource(recording('0.166.0/s7a-http400')));
    await expect(generateText({ model, prompt: 'go', maxRetries: 0 })).rejects.toThrow('mock says no');
  });

  it('a bad call throws', () => {
    expect(() => createThreadlineModel({ run: undefined as never })).toThrow(TypeError);
  });
});
