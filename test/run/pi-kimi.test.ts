import { fileURLToPath } from 'node:url';
import { KimiClient, PiClient } from 'threadline/run';
import { expect, it } from 'vitest';

const standIn = (name: string) => fileURLToPath(new URL(`../fakes/${name}-recording.mjs`, import.meta.url));

it('a run of pi that the service refused is failed, though its exit code is 0', async () => {
  const pi = new PiClient({ binary: standIn('pi'), env: { PI_RECORDING: 'pi/1.5.0/s7a-400' } });
  const result = await pi.streamExec({ prompt: 'hi' }).completion;
  expect(result).toMatchObject({ ok: false, exitCode: 0, error: { code: 'turn-failed' } });
  expect(result.error?.message).toContain('400');
});

it('a run of pi that went well names its thread, its last words and what it used', async () => {
  const result = await new PiClient({ binary: standIn('pi') }).streamExec({ prompt: 'hi' }).completion;
  expect(result).toMatchObject({
    ok: true,
    threadId: '01a1e3c0-7837-7249-a30a-eacb01ee5bfc',
    lastMessage: 'Script done.',
    usage: { input_tokens: 10_642, output_tokens: 174 },
  });
});

it('a run of Kimi Code names its thread, which stands in its last line alone', async () => {
  const kimi = new KimiClient({ binary: standIn('kimi'), allowAll: true });
  const result = await kimi.streamExec({ prompt: 'hi' }).completion;
  expect(result).toMatchObject({ ok: true, threadId: 'session_c615b71e-3d11-4b7e-a683-3dcfe1384fe9' });
});
