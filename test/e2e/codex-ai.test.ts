import { streamText } from 'ai';
import { createThreadlineModel, type ThreadlineModel } from 'threadline/ai';
import { afterEach, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { message } from '../../scripts/record/models/answers.ts';
import type { Script } from '../../scripts/record/models/responses-api.ts';
import { canFindProcesses, waitUntilGone } from '../run/marked-processes.ts';
import { CODEX_VERSIONS, createWorkshop, findCodex, type Workshop } from './codex-harness.ts';

/** The command of the tests, and then an answer. */
const work =
  (command: string): Script =>
  ({ index, tools }) =>
    index === 0 ? [message('At work.'), tools.shell(command)] : [message('Done.')];

describe.each(CODEX_VERSIONS)('the AI SDK on Codex %s', (version) => {
  let codex: Awaited<ReturnType<typeof findCodex>> = { skip: 'not installed' };
  let workshop: Workshop | undefined;

  beforeAll(async () => {
    codex = await findCodex(version);
  }, 300_000);

  afterEach(async () => {
    await workshop?.close();
    workshop = undefined;
  });

  async function open(context: TestContext, script: Script): Promise<Workshop> {
    if ('skip' in codex) return context.skip(codex.skip);
    workshop = await createWorkshop({ ...codex, script });
    return workshop;
  }

  const modelOf = ({ client }: Workshop): ThreadlineModel =>
    createThreadlineModel({ run: (prompt, { signal }) => client.streamExec({ prompt, signal }) });

  it('streams texts and a tool that Codex ran, finishes once, and can be resumed by what the finish tells', async (context) => {
    const shop = await open(context, work('echo from-the-tool'));
    const result = streamText({ model: modelOf(shop), prompt: 'Work' });
    await result.consumeStream();
    expect(await result.text).toContain('Done.');
    expect(await result.finishReason).toBe('stop');
    const [call] = await result.dynamicToolCalls;
    expect(call).toMatchObject({ toolName: 'Bash', input: { command: 'echo from-the-tool' }, providerExecuted: true });
    const [output] = await result.dynamicToolResults;
    expect(output).toMatchObject({ toolCallId: call?.toolCallId, output: expect.stringContaining('from-the-tool\n') });
    expect((await result.usage).inputTokens).toBeGreaterThan(0);
    const session = (await result.providerMetadata)?.threadline?.sessionId;
    const resumed = await shop.resume({ resume: String(session), prompt: 'Again' });
    expect(resumed.result).toMatchObject({ ok: true, threadId: session });
  });

  it('a failure of the model is an error', async (context) => {
    const shop = await open(context, () => ({ status: 400, message: 'mock says no' }));
    const errors: string[] = [];
    const onError = ({ error }: { error: unknown }) => {
      errors.push(String(error));
    };
    const result = streamText({ model: modelOf(shop), prompt: 'Work', onError });
    await result.consumeStream();
    expect(errors).toEqual([expect.stringContaining('mock says no')]);
    expect(await result.finishReason).toBe('error');
  });

  it('an abort ends Codex and all that it started', async (context) => {
    const shop = await open(context, work('echo begun; sleep 45'));
    const abort = new AbortController();
    const result = streamText({ model: modelOf(shop), prompt: 'Work', abortSignal: abort.signal, onError: () => {} });
    const types: string[] = [];
    for await (const part of result.stream) {
      types.push(part.type);
      if (part.type === 'tool-call') abort.abort();
    }
    expect(types.at(-1)).toBe('abort');
    expect(types).not.toContain('finish');
    if (canFindProcesses) expect(await waitUntilGone(shop.mark)).toEqual([]);
  });
});
