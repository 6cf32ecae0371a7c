import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runImport } from 'threadline/run';
import { handOff, loadSession } from 'threadline/sessions';
import { afterEach, describe, expect, it, type TestContext } from 'vitest';
import { type ChatAgent, createWorkshop, findChatAgent, type Workshop } from './chat-agent-harness.ts';
import { copilot, goose, opencode } from './chat-agents.ts';

let workshop: Workshop | undefined;

afterEach(async () => {
  await workshop?.close();
  workshop = undefined;
});

async function open(context: TestContext, agent: ChatAgent): Promise<Workshop> {
  const found = await findChatAgent(agent);
  if ('skip' in found) return context.skip(found.skip);
  workshop = await createWorkshop(agent, found.binary, [{ text: 'I know.' }]);
  return workshop;
}

/** A session of Claude Code in the home: a text, a call that worked and one that failed. */
function writeClaudeSession({ home, project }: Workshop['place']): string {
  const path = join(home, '.claude/projects/p/11111111-2222-4333-8444-555555555555.jsonl');
  const at = (second: number) => `2026-11-01T00:00:0${second}.000Z`;
  const base = {
    cwd: project,
    sessionId: '11111111-2222-4333-8444-555555555555',
    version: '2.1.0',
    isSidechain: false,
  };
  const user = (second: number, content: unknown) => ({
    type: 'user',
    message: { role: 'user', content },
    at: at(second),
  });
  const said = (second: number, block: object) => ({
    type: 'assistant',
    message: { id: `msg_${second}`, type: 'message', role: 'assistant', model: 'claude-x', content: [block] },
    at: at(second),
  });
  const result = (id: string, content: string, is_error: boolean) => [
    { type: 'tool_result', tool_use_id: id, content, is_error },
  ];
  const lines = [
    user(1, 'What is here?'),
    said(2, { type: 'text', text: 'I look.' }),
    said(3, { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'ls' } }),
    user(4, result('toolu_1', 'app.js', false)),
    said(5, { type: 'tool_use', id: 'toolu_2', name: 'Read', input: { file_path: '/nope' } }),
    user(6, result('toolu_2', 'no such file', true)),
    said(7, { type: 'text', text: 'One file.' }),
  ];
  let parentUuid: string | null = null;
  const text = lines.map(({ at: timestamp, ...line }, index) => {
    const uuid = `00000000-0000-4000-8000-00000000000${index}`;
    const written = JSON.stringify({ parentUuid, ...base, ...line, uuid, timestamp });
    parentUuid = uuid;
    return written;
  });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${text.join('\n')}\n`);
  return path;
}

describe.each([opencode, copilot, goose])(
  'a thread handed over to a real $name $version',
  { timeout: 120_000 },
  (agent) => {
    it('is imported by its own command, listed, and resumed with every text, call and result', async (context) => {
      const { place, model, resume, env } = await open(context, agent);
      const session = { path: writeClaudeSession(place) };
      const handed = await handOff({ session, to: agent.name, cwd: place.project, env, runImport });
      expect(handed).toMatchObject({ action: 'created', agent: agent.name, cwd: place.project, turns: { taken: 1 } });
      const kept = await loadSession(`${agent.name}:${handed.id}`, { env, agent: agent.name });
      const blocks = kept.flatMap(({ content }) => content);
      expect(blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []))).toEqual([
        'What is here?',
        'I look.',
        'One file.',
      ]);
      expect(blocks.flatMap((block) => (block.type === 'tool_use' ? [block.input] : []))[0]).toMatchObject({
        command: 'ls',
      });
      expect(blocks.flatMap((block) => (block.type === 'tool_result' ? [block.is_error] : []))).toEqual([false, true]);

      const run = await resume(handed.id, 'And now?', 2);
      expect(run.result).toMatchObject({ ok: true, lastMessage: 'I know.', threadId: handed.id });
      const last = model.requests.at(-1)?.messages ?? [];
      const sent = last.map(({ content, tool_calls }) => JSON.stringify([content, tool_calls])).join('\n');
      expect(sent).toMatch(/What is here\?.*I look\..*ls.*app\.js.*nope.*no such file.*One file\..*And now\?/s);
    });
  },
);
