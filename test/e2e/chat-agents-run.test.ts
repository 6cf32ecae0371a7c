import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHAT_USAGE } from '../../scripts/record/models/chat-completions-api.ts';
import { type ChatAgent, findChatAgent } from './chat-agent-harness.ts';
import { copilot, goose, opencode } from './chat-agents.ts';
import { type Answers, createOpening, itRuns, results } from './run-rules.ts';

const open = createOpening(findChatAgent);

describe.each([opencode, copilot, goose])('a real $name $version', { timeout: 120_000 }, (agent) => {
  itRuns(agent, open, {
    // Copilot CLI prints no tokens.
    checkHello: ({ result }) =>
      expect(result.usage?.total_tokens).toBe(agent === copilot ? undefined : CHAT_USAGE.total_tokens),
    refused: { error: { code: 'turn-failed' } },
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
