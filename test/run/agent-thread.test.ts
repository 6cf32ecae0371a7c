import type { ThreadEvent } from 'threadline';
import { CodexClient, type CodexClientOptions, TurnError } from 'threadline/run';
import { describe, expect, it, vi } from 'vitest';
import { fakeAgent, THREAD } from './agents.ts';

const client = (agent: string, options: CodexClientOptions = {}) =>
  new CodexClient({ binary: fakeAgent(agent), ...options });

async function typesOf(events: AsyncIterable<ThreadEvent>): Promise<string[]> {
  const types: string[] = [];
  for await (const event of events) types.push(event.type);
  return types;
}

const TURN = ['thread.started', 'turn.started', 'item.completed', 'turn.completed'];

describe('a thread', () => {
  it('gives what came of a prompt in one await', async () => {
    const thread = client('normal').startThread();
    expect(thread.id).toBeUndefined();
    const turn = await thread.run('hi');
    expect(thread.id).toBe(THREAD);
    expect(turn).toMatchObject({ finalResponse: 'hello', usage: { input_tokens: 10 }, missedThreadId: undefined });
    expect(turn.items.map(({ type }) => type)).toEqual(['agent_message']);
    expect(turn.messages.map(({ id }) => id)).toEqual(['t1.user.1', 't1.text.1']);
  });

  it('goes on where it was: the id, the number of the turn, what was used', async () => {
    const thread = client('echo').startThread({ model: 'o4-mini' });
    const first = await thread.run('one');
    const second = await thread.run('two', { model: 'o5' });
    expect(JSON.parse(first.finalResponse)).toMatchObject({ args: ['exec', '--json', '-m', 'o4-mini', '-'] });
    const args = ['exec', '--json', '-m', 'o5', 'resume', THREAD, '-'];
    expect(JSON.parse(second.finalResponse)).toMatchObject({ args, stdin: 'two' });
    expect(second.messages.map(({ id }) => id)).toEqual(['t2.user.1', 't2.text.1']);
    expect([first.turnUsage?.input_tokens, second.turnUsage?.input_tokens]).toEqual([10, 0]);
  });

  it('is taken up by its id, with what came before it', async () => {
    const priorUsage = { input_tokens: 4, cached_input_tokens: 0, output_tokens: 1, reasoning_output_tokens: 0 };
    const turn = await client('normal').resumeThread(THREAD, { firstTurn: 5, priorUsage }).run('hi');
    expect(turn.messages[0]?.id).toBe('t5.user.1');
    expect(turn.turnUsage).toMatchObject({ input_tokens: 6, output_tokens: 2 });
  });

  it('looks its past up once, when the first prompt is given', async () => {
    const history = vi.fn(async () => ({ firstTurn: 3 }));
    const thread = client('normal').resumeThread(THREAD, { history });
    expect(history).not.toHaveBeenCalled();
    await thread.run('hi');
    const { messages } = await thread.run('again');
    expect(messages[0]?.id).toBe('t4.user.1');
    expect(history.mock.calls).toEqual([[THREAD]]);
  });

  it('starts nothing when its past cannot be found', async () => {
    const history = vi.fn(async () => {
      throw new Error('no session has the id');
    });
    const thread = client('never-exits').resumeThread('gone', { history });
    await expect(thread.run('hi')).rejects.toThrow('no session has the id');
    await expect(thread.run('hi')).rejects.toThrow('no session has the id');
  });

  it('says when the agent took up another thread, and goes on with that one from its first turn', async () => {
    const other = '01a1de06-0000-7000-8000-000000000000';
    const thread = client('normal').resumeThread(other, { firstTurn: 7 });
    expect((await thread.run('hi')).missedThreadId).toBe(other);
    expect(thread.id).toBe(THREAD);
    expect((await thread.run('again')).messages[0]?.id).toBe('t2.user.1');
  });

  it('takes a prompt in parts', async () => {
    const input = [
      { type: 'text', text: 'Look' },
      { type: 'local_image', path: '/a.png' },
      { type: 'text', text: 'and tell' },
    ] as const;
    const turn = await client('echo').startThread().run(input);
    const args = ['exec', '--image', '/a.png', '--json', '-'];
    expect(JSON.parse(turn.finalResponse)).toMatchObject({ args, stdin: 'Look\n\nand tell' });
  });

  it('gives the events as they come', async () => {
    const thread = client('noise-first').startThread();
    const { events, run } = await thread.runStreamed('hi');
    expect(await typesOf(events)).toEqual(TURN);
    expect(await run.completion).toMatchObject({ ok: true });
    expect(thread.id).toBe(THREAD);
  });

  it('ends the agent when the loop is left, and is then free', async () => {
    const thread = client('works-politely').startThread();
    const { events, run } = await thread.runStreamed('hi');
    for await (const event of events) if (event.type === 'item.completed') break;
    expect(run.isFinished).toBe(true);
    expect(await run.completion).toMatchObject({ aborted: true });
    await expect(thread.run('again', { timeoutMs: 500 })).rejects.toMatchObject({ code: 'timeout' });
  });

  it('has one prompt at a time', async () => {
    const thread = client('normal').startThread();
    const first = thread.run('one');
    await expect(thread.run('two')).rejects.toThrow(TypeError);
    expect((await first).finalResponse).toBe('hello');
    expect((await thread.run('two')).finalResponse).toBe('hello');
  });

  it('refuses a bad prompt and is free for a better one', async () => {
    const thread = client('normal').startThread();
    await expect(thread.run(' ')).rejects.toThrow(TypeError);
    await expect(thread.runStreamed('a\0b')).rejects.toThrow(TypeError);
    expect((await thread.run('better')).finalResponse).toBe('hello');
  });
});

describe('a turn that fails', () => {
  const failure = (agent: string) =>
    client(agent)
      .startThread()
      .run('hi')
      .catch((error: unknown) => error);

  it('throws with the reason, and with what had come', async () => {
    const error = await failure('exit-7-after-a-good-turn');
    expect(error).toBeInstanceOf(TurnError);
    expect(error).toMatchObject({
      name: 'TurnError',
      code: 'exit-code',
      message: 'the agent ended with exit code 7',
      result: { exitCode: 7, threadId: THREAD },
      turn: { finalResponse: 'hello' },
    });
  });

  it('throws what the agent gave up with', async () => {
    expect(await failure('turn-failed')).toMatchObject({ code: 'turn-failed', message: 'the model is overloaded' });
  });

  it('throws at the end of its events, after all of them', async () => {
    const { events } = await client('turn-failed').startThread().runStreamed('hi');
    const seen: string[] = [];
    const reading = (async () => {
      for await (const event of events) seen.push(event.type);
    })();
    await expect(reading).rejects.toMatchObject({ name: 'TurnError', code: 'turn-failed' });
    expect(seen.at(-1)).toBe('turn.failed');
  });

  it('does not take the thread with it', async () => {
    const thread = client('turn-failed').startThread();
    await expect(thread.run('hi')).rejects.toThrow(TurnError);
    await expect(thread.run('hi')).rejects.toMatchObject({ turn: { messages: [{ id: 't2.user.1' }, {}, {}] } });
  });
});
