import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UnifiedMessage } from 'threadline';
import { afterEach, describe, expect, it, type TestContext } from 'vitest';
import { CHAT_USAGE } from '../../scripts/record/models/chat-completions-api.ts';
import { type ChatAgent, createWorkshop, findChatAgent, type Workshop } from './chat-agent-harness.ts';
import { copilot, goose, opencode } from './chat-agents.ts';

type Answers = Parameters<typeof createWorkshop>[2];

let workshop: Workshop | undefined;

afterEach(async () => {
  await workshop?.close();
  workshop = undefined;
});

async function open(context: TestContext, agent: ChatAgent, answers: Answers): Promise<Workshop> {
  const found = await findChatAgent(agent);
  if ('skip' in found) return context.skip(found.skip);
  workshop = await createWorkshop(agent, found.binary, answers);
  return workshop;
}

/** What law 4 compares of messages: times, `_original`, usage and model stand outside of it. */
const comparable = (messages: readonly UnifiedMessage[]) =>
  messages.map(({ id, role, tool, content }) => ({ id, role, tool, content }));

describe.each([opencode, copilot, goose])('a real $name $version', { timeout: 120_000 }, (agent) => {
  it('says hello, and is listed and reloaded as it was shown', async (context) => {
    const { exec, list, reload } = await open(context, agent, [{ text: 'Hello!' }]);
    const run = await exec('Say hello.');
    expect(run.result).toMatchObject({ ok: true, exitCode: 0, lastMessage: 'Hello!' });
    // Copilot CLI prints no tokens.
    expect(run.result.usage?.total_tokens).toBe(agent === copilot ? undefined : CHAT_USAGE.total_tokens);
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
    expect(result).toMatchObject({ ok: false, error: { code: 'turn-failed' } });
    expect(result.error?.message).toContain('mock says no');
  });

  it('runs and writes nothing that nobody allowed', async (context) => {
    const { exec, place, model } = await open(context, agent, [both(agent), { text: 'I may not.' }]);
    const { messages } = await exec('Do both.', 'default');
    expect(model.requests[0]?.tools?.length).toBeGreaterThan(0);
    expect(results(messages)).not.toContain(false);
    expect(existsSync(join(place.project, 'ran.txt'))).toBe(false);
    expect(existsSync(join(place.project, 'written.txt'))).toBe(false);
  });

  it.runIf(agent.hasEdits)('writes a file and runs nothing where files are all that is allowed', async (context) => {
    const { exec, place } = await open(context, agent, [both(agent), { text: 'Written.' }]);
    const { messages, result } = await exec('Do both.', 'edits');
    expect(result.lastMessage).toBe('Written.');
    expect(results(messages).toSorted()).toEqual([false, true]);
    expect(existsSync(join(place.project, 'ran.txt'))).toBe(false);
    expect(readFileSync(join(place.project, 'written.txt'), 'utf8')).toBe('x');
  });
});

/** A command and a file in one answer. */
function both(agent: ChatAgent): Answers[number] {
  return ({ project }) => ({
    calls: [agent.shell(`touch ${join(project, 'ran.txt')}`), agent.write(join(project, 'written.txt'), 'x')],
  });
}

/** Of each result of a tool, whether it is an error. */
function results(messages: readonly UnifiedMessage[]): (boolean | undefined)[] {
  return messages.flatMap(({ content }) =>
    content.flatMap((block) => (block.type === 'tool_result' ? [block.is_error] : [])),
  );
}
