import { fileURLToPath } from 'node:url';
import { extractText } from 'threadline';
import { handOff, loadSession } from 'threadline/sessions';
import { describe, expect, it } from 'vitest';
import type { ChatRequest } from '../../scripts/record/models/chat-completions-api.ts';
import { createWorkshop } from './chat-agent-harness.ts';
import { findFileAgent, pi, qwen } from './file-agents.ts';

const fixture = (path: string) => fileURLToPath(new URL(`../fixtures/${path}`, import.meta.url));

/** Tools of every kind and failures of three agents, and a command, a file and a server of another one. */
const THREADS = [
  'claude/2.1.325/s2/session/projects/-home-user-project/e0e0eab2-1991-489d-91bc-90863e152c0f.jsonl',
  'codex/0.166.0/s6-mcp/rollout.jsonl',
  'kimi/0.10.0/s3-files/session/.kimi-code/sessions/wd_project_9dad1e4e08b0/session_ed0105ec-cdde-468f-9a76-39dbcaeda91e/agents/main/wire.jsonl',
];

/** The texts of a request in order, and the ids of its calls and results. */
function sentIn({ messages }: ChatRequest) {
  const calls = messages.flatMap(({ tool_calls: made }) => (Array.isArray(made) ? made : []) as { id: string }[]);
  const results = messages.flatMap((message) => ('tool_call_id' in message ? [message.tool_call_id] : []));
  return { text: JSON.stringify(messages), calls: calls.map(({ id }) => id), results };
}

describe.each([qwen, pi])('a real $name $version', { timeout: 120_000 }, (agent) => {
  it.for(THREADS)('goes on with %s, twice', async (path, context) => {
    const found = await findFileAgent(agent);
    if ('skip' in found) return context.skip(found.skip);
    const workshop = await createWorkshop(agent, found.binary, [{ text: 'Fine.' }]);
    try {
      const { home, project } = workshop.place;
      const env = { HOME: home };
      // What is redacted is told to the model in a note before the thread.
      const options = { to: agent.name, env, cwd: project, redact: { also: ['echo'] } };
      const handed = await handOff({ session: { path: fixture(path) }, ...options });
      const before = await loadSession({ path: handed.path });
      const texts = before.map(extractText).filter((text) => text.trim() !== '');
      const tools = before.flatMap(({ content }) => content.filter(({ type }) => type === 'tool_use'));
      expect(texts.length).toBeGreaterThan(1);
      expect(tools.length).toBeGreaterThan(1);

      for (const prompt of ['First new prompt.', 'Second new prompt.']) {
        const asked = workshop.model.requests.length;
        const { result } = await workshop.resume(handed.id, prompt, 1);
        expect(result).toMatchObject({ ok: true, exitCode: 0, threadId: handed.id, lastMessage: 'Fine.' });
        const request = workshop.model.requests[asked];
        if (!request) throw new Error('the model was not asked');
        const sent = sentIn(request);
        let at = 0;
        for (const text of [...texts, prompt]) {
          const word = JSON.stringify(text.trim()).slice(1, -1);
          const place = sent.text.indexOf(word, at);
          expect(place, `'${word.slice(0, 200)}' in its place`).not.toBe(-1);
          at = place + word.length;
        }
        const isRedacted = Object.keys(handed.redactions).length > 0;
        expect(sent.text.split('Secrets were taken out of this thread')).toHaveLength(isRedacted ? 2 : 1);
        expect(sent.calls).toHaveLength(tools.length);
        expect(sent.results).toEqual(sent.calls);
        texts.push(prompt, 'Fine.');
      }

      // What was handed over is marked, and the new turns are not. Only they count.
      const after = (await loadSession(`${agent.name}:${handed.id}`, { env })).filter(({ role }) => role !== 'system');
      const own = after.filter(({ inherited }) => !inherited);
      expect(own.map(extractText)).toEqual(['First new prompt.', 'Fine.', 'Second new prompt.', 'Fine.']);
      const inherited = after.filter((message) => message.inherited);
      expect(inherited.map(extractText)).toEqual(before.map(extractText));
      for (const { origin } of inherited) expect(origin).toBeDefined();
    } finally {
      await workshop.close();
    }
  });
});
