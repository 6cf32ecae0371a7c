import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UnifiedMessage } from 'threadline';
import { afterEach, expect, it, type TestContext } from 'vitest';
import { type ChatAgent, createWorkshop, type Workshop } from './chat-agent-harness.ts';
import type { FinishedRun } from './finished-run.ts';

export type Answers = Parameters<typeof createWorkshop>[2];

/** Opens a workshop for an agent; skips the test where it is not installed. */
export type OpenWorkshop = (context: TestContext, agent: ChatAgent, answers: Answers) => Promise<Workshop>;

/** Every test has a workshop of its own, which is closed after it. */
export function createOpening(
  find: (agent: ChatAgent) => Promise<{ binary: string } | { skip: string }>,
): OpenWorkshop {
  let workshop: Workshop | undefined;
  afterEach(async () => {
    await workshop?.close();
    workshop = undefined;
  });
  return async (context, agent, answers) => {
    const found = await find(agent);
    if ('skip' in found) return context.skip(found.skip);
    workshop = await createWorkshop(agent, found.binary, answers);
    return workshop;
  };
}

/** What law 4 compares of messages: times, `_original`, usage and model stand outside of it. */
const comparable = (messages: readonly UnifiedMessage[]) =>
  messages.map(({ id, role, tool, content }) => ({ id, role, tool, content }));

/** What differs between agents. */
export interface RunRules {
  checkHello?: (run: FinishedRun) => void;
  /** What is told of a run that its model refused. */
  refused?: object;
}

/** The rules that hold for runs of every agent. */
export function itRuns(agent: ChatAgent, open: OpenWorkshop, { checkHello, refused }: RunRules = {}): void {
  it('says hello, and is listed and reloaded as it was shown', async (context) => {
    const { exec, list, reload } = await open(context, agent, [{ text: 'Hello!' }]);
    const run = await exec('Say hello.');
    expect(run.result).toMatchObject({ ok: true, exitCode: 0, lastMessage: 'Hello!' });
    checkHello?.(run);
    const listed = await list();
    expect(listed.map(({ agent: name, id }) => [name, id])).toEqual([[agent.name, run.result.threadId]]);
    expect(comparable(run.messages)).toEqual(comparable(await reload(run)));
  });

  it('runs a command, one that fails, and writes a file', async (context) => {
    const { exec, place, reload } = await open(context, agent, [
      { calls: [agent.shell('echo good')] },
      { calls: [agent.shell('echo bad; exit 3')] },
      ({ project }) => ({ calls: [agent.write(join(project, 'hello.txt'), 'alpha\n')] }),
      { text: 'Done.' },
    ]);
    const run = await exec('Run them.');
    expect(run.result).toMatchObject({ ok: true, lastMessage: 'Done.' });
    expect(readFileSync(join(place.project, 'hello.txt'), 'utf8')).toBe('alpha\n');
    const blocks = run.messages.flatMap(({ content }) => content);
    expect(blocks.flatMap((block) => (block.type === 'tool_use' ? [block.name] : []))).toEqual([
      'Bash',
      'Bash',
      'Write',
    ]);
    expect(results(run.messages)).toEqual([false, true, false]);
    expect(comparable(run.messages)).toEqual(comparable(await reload(run)));
  });

  it('is resumed by id and by last', async (context) => {
    const { exec, resume, reload, list, model } = await open(context, agent, [
      { text: 'Answer 1.' },
      { text: 'Answer 2.' },
      { text: 'Answer 3.' },
    ]);
    const first = await exec('One.');
    const id = first.result.threadId ?? '';
    const second = await resume(id, '--two', 2);
    const third = await resume('last', 'Three.', 3);
    const runs = [first, second, third];
    expect(runs.map(({ result }) => [result.ok, result.lastMessage, result.threadId])).toEqual(
      [1, 2, 3].map((number) => [true, `Answer ${number}.`, id]),
    );
    expect(JSON.stringify(model.requests[2]?.messages)).toMatch(/One\..*Answer 1\..*--two.*Answer 2\..*Three\./s);
    expect(await list()).toHaveLength(1);
    expect(comparable(runs.flatMap(({ messages }) => messages))).toEqual(comparable(await reload(third)));
  });

  it('is told of as failed where its model refuses', async (context) => {
    const { exec } = await open(context, agent, [{ status: 400, message: 'mock says no' }]);
    const { result } = await exec('Say hello.');
    expect(result).toMatchObject({ ok: false, ...refused });
    expect(result.error?.message).toContain('mock says no');
  });
}

/** Of each result of a tool, whether it is an error. */
export function results(messages: readonly UnifiedMessage[]): (boolean | undefined)[] {
  return messages.flatMap(({ content }) =>
    content.flatMap((block) => (block.type === 'tool_result' ? [block.is_error] : [])),
  );
}
