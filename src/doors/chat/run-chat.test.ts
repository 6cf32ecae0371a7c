import { type BaseChatRequest, type ChatAgent, runChat, type Sandboxes } from 'threadline/chat';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createFakeSandboxes } from '../../../test/fakes/sandboxes.ts';

const signal = new AbortController().signal;

function createAgent(parts: Partial<ChatAgent<BaseChatRequest>> = {}): ChatAgent<BaseChatRequest> {
  return {
    requestSchema: z.object({ message: z.string() }),
    snapshotId: 'snapshot-base',
    async prepareSandbox() {},
    createCommand: ({ input }) => ({ cmd: 'agent', args: [input.message], env: { KEY: 'secret' } }),
    ...parts,
  };
}

async function bodyOf(sandboxes: Sandboxes, agent = createAgent(), input: BaseChatRequest = { message: 'hi' }) {
  return (await runChat({ agent, input, signal, sandboxes })).text();
}

const linesOf = (body: string) => body.trimEnd().split('\n');
const eventsOf = (body: string) => linesOf(body).map((line) => JSON.parse(line));
const textBytes = (text: string) => new TextEncoder().encode(text);

describe('runChat', () => {
  it('answers with a stream of NDJSON that nobody may keep or change', async () => {
    const response = await runChat({
      agent: createAgent(),
      input: { message: 'hi' },
      signal,
      sandboxes: createFakeSandboxes(),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache, no-transform');
  });

  it('case 98: sends the sandbox, stdout, stderr and the snapshot, in this order', async () => {
    const order: string[] = [];
    const sandboxes = createFakeSandboxes({
      async agent({ stdout, stderr }) {
        stdout?.write('{"type":"message"}\n');
        stderr?.write('careful');
      },
    });
    const agent = createAgent({
      async prepareSandbox({ input, sandbox }) {
        order.push(`prepare ${input.message} ${sandbox.sandboxId}`, ...sandboxes.calls);
      },
    });
    expect(eventsOf(await bodyOf(sandboxes, agent))).toEqual([
      { type: 'sandbox', sandbox_id: 'sandbox-new' },
      { type: 'message' },
      { type: 'stderr', content: 'careful' },
      { type: 'snapshot', snapshot_id: 'snapshot-new' },
    ]);
    expect(order).toEqual(['prepare hi sandbox-new', 'create snapshot-base']);
    expect(sandboxes.calls).toEqual([
      'create snapshot-base',
      'extendTimeout 300000',
      'run agent',
      'find ./artifacts',
      'find /vercel/sandbox/artifacts',
      'snapshot',
    ]);
    expect(sandboxes.commands[0]).toMatchObject({ cmd: 'agent', args: ['hi'], env: { KEY: 'secret' } });
  });

  it('case 99: goes on in a sandbox that runs', async () => {
    const sandboxes = createFakeSandboxes({ existing: 'running' });
    const body = await bodyOf(sandboxes, createAgent(), { message: 'hi', sandbox_id: 'sandbox-old' });
    expect(eventsOf(body)[0]).toEqual({ type: 'sandbox', sandbox_id: 'sandbox-old' });
    expect(sandboxes.calls).toContain('get sandbox-old');
    expect(sandboxes.calls.filter((call) => call.startsWith('create'))).toEqual([]);
  });

  it.each([
    ['has stopped', 'stopped', undefined, 'snapshot-base'],
    ['is gone', undefined, undefined, 'snapshot-base'],
    ['is gone, the snapshot of the request before that of the agent', undefined, 'snapshot-mine', 'snapshot-mine'],
  ])(
    'case 99: makes a new sandbox from the snapshot when the old one %s',
    async (_, existing, snapshot_id, expected) => {
      const sandboxes = createFakeSandboxes({ existing });
      const input = { message: 'hi', sandbox_id: 'sandbox-old', snapshot_id };
      expect(eventsOf(await bodyOf(sandboxes, createAgent(), input))[0].sandbox_id).toBe('sandbox-new');
      expect(sandboxes.calls.slice(0, 2)).toEqual(['get sandbox-old', `create ${expected}`]);
    },
  );

  it.each([
    ['and the sandbox is gone', undefined, 'sandbox-old'],
    ['and the sandbox has stopped', 'stopped', 'sandbox-old'],
    ['and no sandbox is named', undefined, undefined],
  ])('case 99: tells an error when there is no snapshot %s', async (_, existing, sandbox_id) => {
    const agent = createAgent({ snapshotId: undefined });
    const events = eventsOf(await bodyOf(createFakeSandboxes({ existing }), agent, { message: 'hi', sandbox_id }));
    expect(events).toEqual([{ type: 'stderr', content: expect.stringMatching(/^\[error\] ./) }]);
  });

  it('case 100: does nothing at all for a client that has already left', async () => {
    const sandboxes = createFakeSandboxes({ existing: 'running' });
    const prepareSandbox = vi.fn(async () => {});
    const agent = createAgent({ prepareSandbox });
    const response = await runChat({ agent, input: { message: 'hi' }, signal: AbortSignal.abort(), sandboxes });
    expect(await response.text()).toBe('');
    expect(prepareSandbox).not.toHaveBeenCalled();
    expect(sandboxes.calls).toEqual([]);
  });

  it('case 101: sends what the mapper makes of the output, flushed once and before the snapshot', async () => {
    const flush = vi.fn(() => ['{"type":"flushed"}\n']);
    const createStdoutMapper = vi.fn(() => ({
      push: (chunk: string) => [`{"type":"mapped","length":${chunk.length}}\n`],
      flush,
    }));
    const sandboxes = createFakeSandboxes({
      async agent({ stdout }) {
        stdout?.write('raw text');
      },
      files: { './artifacts': './artifacts/a.txt\t1\n' },
    });
    const agent = createAgent({ createStdoutMapper });
    const body = await bodyOf(sandboxes, agent);
    expect(body).not.toContain('raw text');
    expect(eventsOf(body).map((event) => event.type)).toEqual(['sandbox', 'mapped', 'flushed', 'artifact', 'snapshot']);
    expect(createStdoutMapper).toHaveBeenCalledTimes(1);
    expect(flush).toHaveBeenCalledTimes(1);
  });

  it('case 101: flushes the mapper before it tells that the command could not be run', async () => {
    const sandboxes = createFakeSandboxes({ agent: () => Promise.reject(new Error('gone')) });
    const flush = vi.fn(() => ['{"type":"flushed"}\n']);
    const agent = createAgent({ createStdoutMapper: () => ({ push: () => [], flush }) });
    const events = eventsOf(await bodyOf(sandboxes, agent));
    expect(events.slice(1)).toEqual([{ type: 'flushed' }, { type: 'stderr', content: '[error] gone' }]);
    expect(flush).toHaveBeenCalledTimes(1);
  });

  it('case 102: passes the bytes of an agent without a mapper on as they are', async () => {
    const raw = Buffer.from([...textBytes('{"text":"漢字 🎉"}\n'), 0xff, 0x0a]);
    const sandboxes = createFakeSandboxes({
      async agent({ stdout }) {
        for (const byte of raw) stdout?.write(Uint8Array.of(byte));
      },
    });
    const response = await runChat({ agent: createAgent(), input: { message: 'hi' }, signal, sandboxes });
    expect(Buffer.from(await response.arrayBuffer()).includes(raw)).toBe(true);
  });

  it('case 102: passes texts on that were cut within a character', async () => {
    const sandboxes = createFakeSandboxes({
      async agent({ stdout }) {
        for (const unit of '{"text":"🎉"}\n'.split('')) stdout?.write(unit);
      },
    });
    expect(eventsOf(await bodyOf(sandboxes))[1]).toEqual({ text: '🎉' });
  });

  it('case 102: never lets a line of its own cut into a line of the agent', async () => {
    const sandboxes = createFakeSandboxes({
      async agent({ stdout, stderr }) {
        stdout?.write('{"type":"one"}\n{"type":');
        stderr?.write('between');
        stdout?.write('"two"}\n{"type":"last"}');
      },
    });
    expect(eventsOf(await bodyOf(sandboxes)).map((event) => event.type)).toEqual([
      'sandbox',
      'one',
      'stderr',
      'two',
      'last',
      'snapshot',
    ]);
  });

  it('case 103: tells the artifacts with their sizes, each once and before the snapshot', async () => {
    const sandboxes = createFakeSandboxes({
      files: {
        './artifacts': './artifacts/report.md\t1824\n./artifacts/deep/er/data.csv\t7\n',
        '/vercel/sandbox/artifacts':
          '/vercel/sandbox/artifacts/report.md\t1824\n/vercel/sandbox/artifacts/a\tb.bin\t3\n',
      },
    });
    expect(eventsOf(await bodyOf(sandboxes)).slice(1)).toEqual([
      {
        type: 'artifact',
        path: './artifacts/report.md',
        size_bytes: 1824,
        mime_type: 'text/markdown; charset=utf-8',
        label: 'report.md',
      },
      {
        type: 'artifact',
        path: './artifacts/deep/er/data.csv',
        size_bytes: 7,
        mime_type: 'text/csv; charset=utf-8',
        label: 'data.csv',
      },
      {
        type: 'artifact',
        path: './artifacts/a\tb.bin',
        size_bytes: 3,
        mime_type: 'application/octet-stream',
        label: 'a\tb.bin',
      },
      { type: 'snapshot', snapshot_id: 'snapshot-new' },
    ]);
  });

  it('tells artifacts by names that hold anything but NUL', async () => {
    const forged = './artifacts/a\n./artifacts/../../evil\t99';
    const sandboxes = createFakeSandboxes({
      files: { './artifacts': `${forged}\0${5}\0./artifacts/b\r\0${6}\0./artifacts/c\0x\0` },
    });
    const artifacts = eventsOf(await bodyOf(sandboxes)).filter((event) => event.type === 'artifact');
    expect(artifacts.map(({ path, size_bytes }) => [path, size_bytes])).toEqual([
      [forged, 5],
      ['./artifacts/b\r', 6],
    ]);
  });

  it('case 103: tells no artifacts where there are none', async () => {
    expect(eventsOf(await bodyOf(createFakeSandboxes())).map((event) => event.type)).toEqual(['sandbox', 'snapshot']);
  });

  it('tells stderr by whole lines, without those that are noise', async () => {
    const sandboxes = createFakeSandboxes({
      async agent({ stderr }) {
        for (const piece of ['Reading it...\nWARN: pro', 'ceeding', ', care', 'ful\nlast ', 'words'])
          stderr?.write(piece);
      },
    });
    const agent = createAgent({ isStderrNoise: (line) => line === 'Reading it...' });
    const events = eventsOf(await bodyOf(sandboxes, agent)).filter((event) => event.type === 'stderr');
    expect(events.map((event) => event.content)).toEqual(['WARN: proceeding, careful\n', 'last words']);
  });

  it('puts the characters of stderr together', async () => {
    const sandboxes = createFakeSandboxes({
      async agent({ stderr }) {
        for (const byte of textBytes('é🎉')) stderr?.write(Uint8Array.of(byte));
      },
    });
    const events = eventsOf(await bodyOf(sandboxes)).filter((event) => event.type === 'stderr');
    expect(events.map((event) => event.content).join('')).toBe('é🎉');
  });

  it.each([
    [{ exitCode: 7 }, { exit_code: 7, error: 'the agent ended with exit code 7' }],
    [
      { exitCode: null, signal: 'SIGKILL' },
      { signal: 'SIGKILL', error: 'the agent was ended by SIGKILL' },
    ],
  ])('tells the end %o of a command as a result', async (end, expected) => {
    const sandboxes = createFakeSandboxes({ end });
    const [, result, snapshot] = eventsOf(await bodyOf(sandboxes));
    const stats = { input_tokens: 0, cached: 0, output_tokens: 0, total_tokens: 0, tool_calls: 0 };
    expect(result).toEqual({ type: 'result', status: 'error', stats, ...expected });
    expect(snapshot.type).toBe('snapshot');
  });

  const resultMapper = (result: object) => () => ({ push: () => [], flush: () => [`${JSON.stringify(result)}\n`] });
  const isResult = (event: { type: string }) => event.type === 'result';

  it('tells one result when the process fails after the agent has told its own', async () => {
    const told = { type: 'result', status: 'success', stats: { input_tokens: 5 } };
    const agent = createAgent({ createStdoutMapper: resultMapper(told) });
    const results = eventsOf(await bodyOf(createFakeSandboxes({ end: { exitCode: 7 } }), agent)).filter(isResult);
    expect(results).toEqual([
      {
        type: 'result',
        status: 'error',
        exit_code: 7,
        error: 'the agent ended with exit code 7',
        stats: { input_tokens: 5 },
      },
    ]);
  });

  it('keeps the reason that the agent gave for its failure', async () => {
    const agent = createAgent({ createStdoutMapper: resultMapper({ type: 'result', status: 'error', error: 'boom' }) });
    const results = eventsOf(await bodyOf(createFakeSandboxes({ end: { exitCode: 1 } }), agent)).filter(isResult);
    expect(results).toMatchObject([{ status: 'error', error: 'boom', exit_code: 1 }]);
  });

  it('leaves the result of a good run as it is, and in its place', async () => {
    const lines = ['{"type":"result","status":"success"}\n', '{"type":"stderr","content":"bye"}\n'];
    const agent = createAgent({ createStdoutMapper: () => ({ push: () => [], flush: () => lines }) });
    expect(
      linesOf(await bodyOf(createFakeSandboxes(), agent))
        .slice(1, 3)
        .join('\n'),
    ).toBe(lines.join('').trimEnd());
  });

  it('ends a command whose output the mapper cannot take, and says why', async () => {
    let wasEnded = false;
    const sandboxes = createFakeSandboxes({
      async agent({ stdout, signal }) {
        stdout?.write('x');
        await new Promise((resolve) => signal?.addEventListener('abort', resolve));
        wasEnded = true;
      },
    });
    const push = () => {
      throw new Error('bad mapper');
    };
    const agent = createAgent({ createStdoutMapper: () => ({ push, flush: () => [] }) });
    expect(eventsOf(await bodyOf(sandboxes, agent)).at(-1)).toEqual({ type: 'stderr', content: '[error] bad mapper' });
    expect(wasEnded).toBe(true);
  });

  it('says what to do when there are no sandboxes', async () => {
    const response = await runChat({ agent: createAgent(), input: { message: 'hi' }, signal });
    expect(await response.text()).toContain('createLocalSandbox()');
  });

  describe('when the client leaves', () => {
    /** An agent that says one thing and then works until it is ended. */
    function createEndless() {
      let markEnded = () => {};
      const ended = new Promise<void>((resolve) => {
        markEnded = resolve;
      });
      const sandboxes = createFakeSandboxes({
        async agent({ stdout, signal }) {
          stdout?.write('{"type":"begun"}\n');
          await new Promise((resolve) => signal?.addEventListener('abort', resolve));
          stdout?.write('{"type":"late"}\n');
          markEnded();
          throw new Error('ended');
        },
      });
      return { sandboxes, ended };
    }

    async function readUntilBegun(response: Response) {
      const reader = response.body?.getReader();
      let text = '';
      while (!text.includes('begun')) text += Buffer.from((await reader?.read())?.value ?? []);
      return reader;
    }

    it('closes the answer at once and ends the command when the signal is aborted', async () => {
      const { sandboxes, ended } = createEndless();
      const client = new AbortController();
      const removed = vi.spyOn(client.signal, 'removeEventListener');
      const response = await runChat({
        agent: createAgent(),
        input: { message: 'hi' },
        signal: client.signal,
        sandboxes,
      });
      const reader = await readUntilBegun(response);
      client.abort();
      expect(await reader?.read()).toEqual({ done: true, value: undefined });
      await ended;
      await vi.waitFor(() => expect(removed).toHaveBeenCalled());
      expect(sandboxes.calls).not.toContain('snapshot');
    });

    it('ends the command when the body is cancelled', async () => {
      const { sandboxes, ended } = createEndless();
      const response = await runChat({ agent: createAgent(), input: { message: 'hi' }, signal, sandboxes });
      const reader = await readUntilBegun(response);
      await reader?.cancel();
      await ended;
      expect(sandboxes.calls).not.toContain('snapshot');
    });

    it('creates nothing after it has left', async () => {
      const client = new AbortController();
      const sandboxes = createFakeSandboxes();
      sandboxes.get = async () => {
        client.abort();
        throw new Error('no such sandbox');
      };
      const input = { message: 'hi', sandbox_id: 'sandbox-old' };
      const response = await runChat({ agent: createAgent(), input, signal: client.signal, sandboxes });
      expect(await response.text()).toBe('');
      expect(sandboxes.calls).toEqual([]);
    });
  });

  it('makes the agent wait for a client that reads slowly', async () => {
    const line = `${'x'.repeat(1023)}\n`;
    let written = 0;
    const sandboxes = createFakeSandboxes({
      async agent({ stdout }) {
        for (; written < 2000; written += 1) {
          if (!stdout?.write(line)) await new Promise<void>((resolve) => stdout?.once('drain', resolve));
        }
      },
    });
    const response = await runChat({ agent: createAgent(), input: { message: 'hi' }, signal, sandboxes });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(written).toBeLessThan(500);
    expect((await response.text()).split(line)).toHaveLength(2001);
  });
});
