import { describe, expect, it } from 'vitest';
import { runExample } from './run-example.ts';

describe('the example', () => {
  it('stream.ts prints each event of a run, and how it ended', async () => {
    const { lines, stderr, exitCode } = await runExample('stream.ts', ['list the files']);
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
    expect(lines[0]).toEqual({ event: 'thread.started' });
    expect(lines).toContainEqual({ event: 'item.completed', item: 'command_execution' });
    expect(lines.at(-2)).toEqual({ event: 'turn.completed' });
    expect(lines.at(-1)).toMatchObject({ ok: true, threadId: expect.any(String), lastMessage: expect.any(String) });
  });

  it('resume.ts goes on with the thread that it began', async () => {
    const { lines, stderr, exitCode } = await runExample('resume.ts');
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
    expect(lines).toEqual([{ threadId: expect.any(String), answer: expect.any(String) }]);
  });

  it('ai-sdk.ts streams text, tools and one finish through the AI SDK', async () => {
    const { lines, stderr, exitCode } = await runExample('ai-sdk.ts', ['list the files']);
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
    expect(lines).toContainEqual({ tool: 'Bash', input: { command: expect.any(String) } });
    expect(lines.filter((line) => 'output' in line).length).toBe(1);
    expect(lines.filter((line) => line.failed === 'Bash').length).toBe(1);
    expect(lines.filter((line) => 'text' in line).length).toBeGreaterThan(0);
    expect(lines.filter((line) => 'finish' in line)).toMatchObject([{ finish: 'stop' }]);
  });
});
