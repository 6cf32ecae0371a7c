import { listSessions, resumePoint } from 'threadline/sessions';
import { expect, it } from 'vitest';
import { rolloutPath, smallSession, tempHome } from './temp-home.ts';

it('the point at which a thread goes on is one turn after its own, with what they used', async () => {
  const home = tempHome();
  home.record('0.166.0/s12-fork-1-fork');
  const sessions = await listSessions({ homes: [home.path] });
  expect(sessions.length).toBe(2);
  for (const { id } of sessions) {
    const { firstTurn, priorUsage } = await resumePoint(id, { homes: [home.path] });
    // The fork's own turn counts, what it inherited does not.
    expect(firstTurn).toBe(2);
    expect(priorUsage).toMatchObject({ input_tokens: 5321, output_tokens: 87 });
  }
});

it('the title of a session is what was typed, not what the editor put before it', async () => {
  const home = tempHome();
  const wrapped = '# Context from my IDE setup:\n\n## Open tabs:\n- a.ts\n\n## My request for Codex:\nMend the door';
  home.write(rolloutPath(1), smallSession(1).replace(/"message":"[^"]*"/, `"message":${JSON.stringify(wrapped)}`));
  const [session] = await listSessions({ homes: [home.path] });
  expect(session?.firstPrompt).toBe('Mend the door');
});
