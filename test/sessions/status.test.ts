import { appendFileSync, truncateSync, utimesSync } from 'node:fs';
import { zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readStatus } from '../../src/machine/sessions/index.ts';
import { createStatusReader } from '../../src/machine/sessions/read-status.ts';
import { tempHome } from './temp-home.ts';

const record = (type: string, payload: object) =>
  `${JSON.stringify({ timestamp: new Date().toISOString(), type, payload })}\n`;

describe('the status of a file', () => {
  const begin = record('event_msg', { type: 'task_started', turn_id: 't1' });
  const end = record('event_msg', { type: 'task_complete', turn_id: 't1', last_agent_message: 'Done.' });
  const message = record('event_msg', { type: 'agent_message', message: 'x'.repeat(40_000) });
  const name = 'sessions/rollout-2026-11-15T07-00-00-01a1de06-ab42-79f0-9c2d-b8851174e06f.jsonl';
  const status = (content: string | Uint8Array, path = name) =>
    readStatus({ path: tempHome().write(path, content) }, { now: Date.now() + 3_600_000 });

  it('is read from its end alone, however long its lines are', async () => {
    expect(await status(begin + message.repeat(3) + end)).toBe('done');
    expect(await status(begin + message.repeat(30))).toBe('failed');
    expect(
      await status(begin + message + record('event_msg', { type: 'agent_message', message: 'y'.repeat(5_000_000) })),
    ).toBeUndefined();
    expect(await status(zstdCompressSync(begin + message + end), `${name}.zst`)).toBe('done');
  });

  it('is that of a turn that is being written to', async () => {
    const path = tempHome().write(name, begin + message);
    expect(await readStatus({ path })).toBe('working');
    appendFileSync(path, end);
    expect(await readStatus({ path })).toBe('done');
  });

  it('is true at once where a long turn that is watched ends, and where the next one begins', async () => {
    const path = tempHome().write(name, begin + message.repeat(10));
    const reader = createStatusReader({ path });
    const start = Date.now();
    const statusAt = async (time: number) => (await reader.look(start + time))?.status;
    expect(await statusAt(0)).toBe('working');
    appendFileSync(path, message);
    expect(await statusAt(1)).toBe('working');
    appendFileSync(path, end);
    expect(await statusAt(2)).toBe('done');
    appendFileSync(path, begin);
    expect(await statusAt(3)).toBe('working');
  });

  it('is the same from the end of a long turn as from the whole file, where a command ends after its turn', async () => {
    const call = record('response_item', {
      type: 'function_call',
      name: 'shell',
      arguments: '{"command":["sleep","9"]}',
      call_id: 'c1',
    });
    const late = record('response_item', { type: 'function_call_output', call_id: 'c1', output: 'aborted' });
    const aborted = record('event_msg', { type: 'turn_aborted', turn_id: 't1', reason: 'interrupted' });
    expect(await status(begin + call + aborted + late)).toBe('done');
    expect(await status(begin + message + call + aborted + late)).toBe('done');
  });

  it('is done after the last call of an agent that only its lines name one', async () => {
    const line = (fields: object) =>
      `${JSON.stringify({ sessionId: 's1', cwd: '/p', timestamp: '2026-11-15T07:00:00.000Z', uuid: 'u', ...fields })}\n`;
    const asked = { type: 'user', message: { role: 'user', content: 'count' } };
    const used = { type: 'tool_use', id: 'c1', name: 'Report', input: {} };
    const called = { type: 'assistant', uuid: 'v', message: { id: 'm1', role: 'assistant', content: [used] } };
    const result = { type: 'tool_result', tool_use_id: 'c1', content: 'ok' };
    const answered = { type: 'user', uuid: 'w', message: { role: 'user', content: [result] } };
    const lines = (fields: object) => [asked, called, answered].map((one) => line({ ...one, ...fields })).join('');
    expect(await status(lines({ isSidechain: true, agentId: 'a1' }), 'projects/-p/agent-a1.jsonl')).toBe('done');
    expect(await status(lines({}), 'projects/-p/5f0c0e6e-1111-4222-8333-444444444444.jsonl')).toBe('failed');
  });

  it('is not that of a line which is dated ahead: the file was written to long ago', async () => {
    const path = tempHome().write(name, begin.replaceAll('2026-11-15', '2999-01-01'));
    const yesterday = Date.now() / 1000 - 86_400;
    utimesSync(path, yesterday, yesterday);
    expect(await readStatus({ path })).toBe('failed');
  });

  it('is not known where there is nothing to read it from, and never throws for a file', async () => {
    expect(await readStatus({ path: '/nowhere/x.jsonl' })).toBeUndefined();
    expect(await status('')).toBe('done');
    expect(await status('\u0000'.repeat(70_000))).toBe('done');
    const path = tempHome().write(name, begin);
    truncateSync(path, 10 * 1024 ** 3);
    expect(await readStatus({ path })).toBeUndefined();
  });
});
