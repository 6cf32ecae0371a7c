import { expect, it } from 'vitest';
import { CodexClient } from './agents/codex/client.ts';
import { failedRunLine } from './failed-result.ts';

const run = (script: string, timeoutMs?: number) => {
  const client = new CodexClient({
    binary: new URL(`../../../test/fakes/agents/${script}.mjs`, import.meta.url).pathname,
  });
  return client.streamExec({ prompt: 'hi', timeoutMs }).completion;
};

it('a run that was ended from this side has a last line that says why', async () => {
  expect(failedRunLine(await run('never-exits', 1000))).toEqual({
    type: 'result',
    status: 'error',
    error: 'the agent was ended after 1 s',
    signal: 'SIGINT',
    stats: {
      input_tokens: 0,
      cached: 0,
      output_tokens: 0,
      total_tokens: 0,
      tool_calls: 0,
      duration_ms: expect.any(Number),
    },
  });
});

it('a run that failed after its turn has what the turn used', async () => {
  const line = failedRunLine(await run('exit-7-after-a-good-turn'));
  expect(line).toMatchObject({ status: 'error', exit_code: 7, stats: { input_tokens: 10, total_tokens: 13 } });
});

it.each(['normal', 'turn-failed'])('a run whose turn has told its end needs no more: %s', async (script) => {
  expect(failedRunLine(await run(script))).toBeUndefined();
});
