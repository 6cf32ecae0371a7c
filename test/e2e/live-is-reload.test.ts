import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UnifiedMessage } from 'threadline';
import { createRunMessages, execute } from 'threadline/run';
import { countTurns, type LoadOptions, loadSession } from 'threadline/sessions';
import { afterEach, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { functionCall, message, reasoning, toolSearch } from '../../scripts/record/models/answers.ts';
import type { Answer, Script, Turn } from '../../scripts/record/models/responses-api.ts';
import {
  CODEX_VERSIONS,
  createWorkshop,
  type FinishedRun,
  findCodex,
  type Workshop,
  type WorkshopOptions,
} from './codex-harness.ts';
import { compareReload } from './compare-reload.ts';

const PROMPT = 'Do it.\n\n  Please ✓ ';
const DONE = () => [message('Done.')];

/** One answer after the other, then one that ends the turn. */
const inTurn =
  (...answers: ((turn: Turn) => Answer)[]): Script =>
  (turn) =>
    (answers[turn.index] ?? DONE)(turn);

const shell =
  (...commands: string[]) =>
  ({ tools }: Turn) =>
    commands.map((command) => tools.shell(command));

const patch =
  (...lines: string[]) =>
  ({ tools }: Turn) => [tools.patch(['*** Begin Patch', ...lines, '*** End Patch'].join('\n'))];

const plan =
  (first: string, second: string) =>
  ({ tools }: Turn) => {
    const steps = [
      { step: 'Read', status: first },
      { step: 'Write', status: second },
    ];
    return [tools.plan(steps) ?? message('No plan is offered.')];
  };

const toolNames = (messages: readonly UnifiedMessage[]) =>
  messages.flatMap(({ content }) => content.flatMap((block) => (block.type === 'tool_use' ? [block.name] : [])));

describe.each(CODEX_VERSIONS)('live is reload with Codex %s', (version) => {
  const isNewest = version === '0.166.0';
  let codex: Awaited<ReturnType<typeof findCodex>> = { skip: 'not installed' };
  let workshop: Workshop | undefined;

  beforeAll(async () => {
    codex = await findCodex(version);
  }, 300_000);

  afterEach(async () => {
    await workshop?.close();
    workshop = undefined;
  });

  async function open(context: TestContext, script: Script, options: Partial<WorkshopOptions> = {}): Promise<Workshop> {
    if ('skip' in codex) return context.skip(codex.skip);
    workshop = await createWorkshop({ ...codex, script, ...options });
    return workshop;
  }

  const load = ({ home, result }: FinishedRun, options: LoadOptions = {}) =>
    loadSession(result.threadId ?? '', { homes: [home], ...options });

  const compare = (live: readonly UnifiedMessage[], file: readonly UnifiedMessage[]) =>
    compareReload(live, file, { recordsMcpErrors: isNewest });

  /** Compares the whole of a first turn, or the last turn of a file. */
  async function expectEqual(run: FinishedRun, { exceptions = [] as string[], turn = 1 } = {}): Promise<void> {
    const file = (await load(run)).filter(({ id }) => turn === 1 || id.startsWith(`t${turn}.`));
    const compared = compare(run.messages, file);
    expect(compared.live).toEqual(compared.file);
    expect(compared.exceptions).toEqual(exceptions);
    expect(compared.live[0]).toMatchObject({ id: `t${turn}.user.1`, role: 'user' });
  }

  it('hello, with reasoning in parts', async (context) => {
    const { exec } = await open(context, () => [reasoning('**One**', '**Two**'), message('Hello!')]);
    const run = await exec({ prompt: PROMPT });
    expect(run.messages.at(-1)?.content).toEqual([{ type: 'text', text: 'Hello!' }]);
    await expectEqual(run);
  });

  it('commands that succeed, fail, say nothing, say much and are not there', async (context) => {
    const many = 'head -c 30000 /dev/zero | tr "\\0" x';
    const quoted = `cat <<'END'\nit's "quoted" $HOME\nEND\nprintf 'no newline'`;
    const script = inTurn(
      shell('echo good'),
      shell('echo bad >&2; exit 3'),
      shell('true'),
      shell(quoted),
      shell(many),
      shell('no-such-command'),
    );
    const run = await (await open(context, script)).exec({ prompt: PROMPT });
    expect(toolNames(run.messages)).toEqual(Array(6).fill('Bash'));
    await expectEqual(run);
  });

  it('calls that run at the same time, in any order', async (context) => {
    const script = inTurn(shell('sleep 0.3; echo a', 'echo b', 'echo b'));
    const run = await (await open(context, script)).exec({ prompt: PROMPT });
    const byId = (messages: readonly UnifiedMessage[]) => messages.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const compared = compare(byId(run.messages), byId(await load(run)));
    expect(compared.live).toEqual(compared.file);
    expect(toolNames(run.messages)).toEqual(['Bash', 'Bash', 'Bash']);
  });

  it('patches that add, update, move and delete, and one that is rejected', async (context) => {
    const script = inTurn(
      patch(
        '*** Add File: hello.txt',
        '+Hello',
        '*** Update File: app.js',
        '@@',
        '-export const add = (a, b) => a - b;',
        '+export const add = (a, b) => a + b;',
      ),
      patch('*** Update File: hello.txt', '*** Move to: sub/moved.txt', '@@', '-Hello', '+Hello!'),
      patch('*** Update File: none.js', '@@', '-a', '+b'),
      patch('*** Delete File: README.md'),
    );
    const run = await (await open(context, script)).exec({ prompt: PROMPT });
    expect(toolNames(run.messages)).toEqual(['Edit', 'Write', 'Edit', 'Bash']);
    await expectEqual(run, { exceptions: ['file: a rejected call'] });
    // What the file knows besides is not lost: decision 5.
    const inputs = (await load(run)).flatMap(({ content }) =>
      content.flatMap((block) => (block.type === 'tool_use' ? [block.input] : [])),
    );
    expect(inputs[0]).toMatchObject({ diff: expect.stringContaining('+export const add = (a, b) => a + b;') });
    expect(inputs[1]).toMatchObject({ content: 'Hello\n' });
    expect(inputs[2]).toMatchObject({ new_path: expect.stringMatching(/sub\/moved\.txt$/) });
  });

  it('plans, also one that repeats', async (context) => {
    const script = inTurn(
      plan('in_progress', 'pending'),
      plan('completed', 'in_progress'),
      plan('completed', 'in_progress'),
    );
    const run = await (await open(context, script)).exec({ prompt: PROMPT });
    expect(toolNames(run.messages)).toEqual(['TodoWrite', 'TodoWrite', 'TodoWrite']);
    await expectEqual(run);
  });

  it('an MCP server that answers and fails', async (context) => {
    const calls = ['echo', 'fail'];
    const script: Script = ({ tools }) => {
      const call = tools.mcp('demo', calls[0] ?? '', { text: 'hé 👋' });
      if (calls.length === 0) return DONE();
      if (!call) return [toolSearch('demo echo fail')];
      calls.shift();
      return [call];
    };
    const run = await (await open(context, script)).exec({ prompt: PROMPT });
    expect(toolNames(run.messages)).toEqual(['mcp__demo__echo', 'mcp__demo__fail']);
    await expectEqual(run, { exceptions: isNewest ? ['file: a search for tools'] : [] });
  });

  it('a tool that Codex does not have', async (context) => {
    const script = inTurn(() => [functionCall('no_such_tool', { a: 1 })]);
    const run = await (await open(context, script)).exec({ prompt: PROMPT });
    await expectEqual(run, { exceptions: ['file: a rejected call'] });
  });

  it('an answer by a schema', async (context) => {
    const outputSchema = {
      type: 'object',
      properties: { answer: { type: 'integer' } },
      required: ['answer'],
      additionalProperties: false,
    };
    const run = await (await open(context, () => [message('{"answer":42}')])).exec({ prompt: PROMPT, outputSchema });
    await expectEqual(run);
  });

  it('a prompt with an image, one that looks like injected context, and one of blank lines', async (context) => {
    const { exec, project } = await open(context, DONE);
    const image = join(project, 'pixel.png');
    writeFileSync(image, Buffer.from(PIXEL, 'base64'));
    await expectEqual(await exec({ prompt: 'Look.', images: [image] }));
    await expectEqual(await exec({ prompt: '<environment_context>\nI typed this.\n</environment_context>' }));
    await expectEqual(await exec({ prompt: '\n  In the middle.\r\n\n' }));
  });

  it('an empty answer, and none', async (context) => {
    const { exec } = await open(context, ({ index }) => (index === 0 ? [message('')] : []));
    await expectEqual(await exec({ prompt: PROMPT }));
    await expectEqual(await exec({ prompt: PROMPT }));
  });

  it('an HTTP 400: the error is live, and in the files of newer versions', async (context) => {
    const run = await (await open(context, () => ({ status: 400, message: 'mock says no' }))).exec({ prompt: PROMPT });
    expect(run.messages.map(({ id }) => id)).toEqual(['t1.user.1', 't1.error.1']);
    await expectEqual(run, { exceptions: isNewest ? [] : ['live: a notice'] });
  });

  it('an HTTP 500 after which it tries again', async (context) => {
    const script = inTurn(() => ({ status: 500, message: 'try again' }));
    const run = await (await open(context, script, { retries: 2 })).exec({ prompt: PROMPT });
    expect(run.result.ok).toBe(true);
    await expectEqual(run, { exceptions: ['live: a notice'] });
  });

  it('turns that go on by id and by last, counted in the file; a failed one counts', async (context) => {
    const script = inTurn(
      shell('echo one'),
      DONE,
      () => ({ status: 400, message: 'mock says no' }),
      shell('echo one'),
      DONE,
      shell('echo one', 'echo one'),
    );
    const { exec, resume, home } = await open(context, script);
    const first = await exec({ prompt: 'One.' });
    const threadId = first.result.threadId ?? '';
    const nextTurn = async () => (await countTurns(threadId, { homes: [home] })) + 1;
    await expectEqual(first);
    const failed = await resume({ resume: threadId, prompt: '--two', firstTurn: await nextTurn() });
    expect(failed.result.ok).toBe(false);
    await expectEqual(failed, { turn: 2, exceptions: isNewest ? [] : ['live: a notice'] });
    const third = await resume({ resume: threadId, prompt: 'three', firstTurn: await nextTurn() });
    await expectEqual(third, { turn: 3 });
    const last = await resume({ resume: 'last', prompt: '-', firstTurn: await nextTurn() });
    await expectEqual(last, { turn: 4 });
    // The whole thread is its turns, one after the other.
    const live = [first, failed, third, last].flatMap(({ messages }) => messages);
    const compared = compare(live, await load(last));
    expect(compared.live).toEqual(compared.file);
  });

  it("Claude's own form, with results as messages of their own", async (context) => {
    const run = await (await open(context, inTurn(shell('echo good'), shell('exit 3')))).exec({ prompt: PROMPT });
    const builder = createRunMessages({ prompt: PROMPT, split: true });
    for (const outcome of run.events) if (outcome.ok) for (const event of outcome.events) builder.push(event);
    builder.end();
    const compared = compare(builder.messages, await load(run, { split: true }));
    expect(compared.live).toEqual(compared.file);
    expect(builder.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
      'assistant',
    ]);
  });

  it('the conversation of execute()', async (context) => {
    const { home, project } = await open(context, inTurn(shell('echo good')));
    if ('skip' in codex) return;
    const { sessionId, conversation } = await execute({
      prompt: PROMPT,
      cliPath: codex.binary,
      workingDir: project,
      permissionMode: 'bypassPermissions',
      env: { HOME: home, CODEX_HOME: home, MOCK_API_KEY: 'mock' },
    });
    const compared = compare(conversation, await loadSession(sessionId, { homes: [home] }));
    expect(compared.live).toEqual(compared.file);
    expect(conversation).toHaveLength(3);
  });
});

describe('the comparison', () => {
  const text = (id: string, words: string): UnifiedMessage => ({
    id,
    role: 'assistant',
    content: [{ type: 'text', text: words }],
    timestamp: 0,
    tool: 'codex',
    _original: {},
  });
  const tool = (name: string, input: Record<string, unknown>): UnifiedMessage => ({
    ...text('t1.Tool.1', ''),
    content: [{ type: 'tool_use', id: 't1.Tool.1', name, input }],
  });
  const isEqual = (live: UnifiedMessage[], file: UnifiedMessage[]) => {
    const compared = compareReload(live, file, { recordsMcpErrors: true });
    return JSON.stringify(compared.live) === JSON.stringify(compared.file);
  };

  it('sees another text, id, order and input, and a message that only one side has', () => {
    const [a, b] = [text('t1.text.1', 'a'), text('t1.text.2', 'b')];
    expect(isEqual([a, b], [a, { ...b, timestamp: 5 }])).toBe(true);
    expect(isEqual([a, b], [a, text('t1.text.2', 'B')])).toBe(false);
    expect(isEqual([a], [text('t2.text.1', 'a')])).toBe(false);
    expect(isEqual([a, b], [b, a])).toBe(false);
    expect(isEqual([a, b], [a])).toBe(false);
    expect(isEqual([a], [a, b])).toBe(false);
    expect(isEqual([tool('Bash', { command: 'a' })], [tool('Bash', { command: 'b' })])).toBe(false);
    expect(isEqual([tool('Edit', { file_path: 'a' })], [tool('Edit', { file_path: 'a', diff: '+' })])).toBe(true);
    expect(isEqual([tool('Edit', { file_path: 'a' })], [tool('Edit', { file_path: 'b' })])).toBe(false);
  });
});

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
