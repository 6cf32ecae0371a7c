import { readFileSync } from 'node:fs';
import { zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { exitCodeOf, fixture, parseLines, runCli, startCli } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const rollout = fixture('0.166.0/s2-shell/rollout.jsonl');
const recording = readFileSync(rollout);
const packed = zstdCompressSync(recording);

/** A session as the TypeScript CLI wrote it. */
const document = JSON.stringify(
  {
    session: { timestamp: '2025-04-20T10:00:00.000Z', id: 'f2a1c3d4-0000-4000-8000-000000000001', instructions: '' },
    items: [
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Say hello.' }] },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hello from 2025.' }] },
    ],
  },
  null,
  2,
);

describe('a compressed session', () => {
  const path = folder.write('rollout.jsonl.zst', packed);

  it('is converted, checked and shown like the plain one', async () => {
    for (const args of [
      ['convert', '--to', 'messages'],
      ['convert', '--to', 'events'],
      ['show', '--json'],
    ]) {
      const [plain, compressed] = [await runCli([...args, rollout]), await runCli([...args, path])];
      expect(compressed.exitCode).toBe(0);
      expect(compressed.stdout.replaceAll(path, rollout)).toBe(plain.stdout);
    }
    const { stdout } = await runCli(['check', '--json', path]);
    expect(JSON.parse(stdout).files[0]).toMatchObject({ wire: 'codex-rollout', version: '0.166.0', problems: [] });
  });

  it('is told by its bytes: from a pipe too, in pieces of one byte', async () => {
    const child = startCli(['convert', '--to', 'events']);
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    for (const byte of packed.subarray(0, 10)) {
      child.stdin.write(Uint8Array.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
    child.stdin.end(packed.subarray(10));
    expect(await exitCodeOf(child)).toBe(0);
    expect(output).toBe((await runCli(['convert', rollout, '--to', 'events'])).stdout);
  });

  it('that is cut off gives what can be had, then a named problem', async () => {
    const big = Buffer.concat(Array.from({ length: 40 }, () => recording));
    const cut = folder.write('cut.jsonl.zst', zstdCompressSync(big).subarray(0, -20));
    const events = await runCli(['convert', cut, '--to', 'events']);
    expect(events.exitCode).toBe(0);
    expect(parseLines(events.stdout).at(0)).toMatchObject({ type: 'thread.started' });
    expect(parseLines(events.stdout).at(-1)).toMatchObject({ type: 'problem', code: 'truncated-tail' });
    const shown = await runCli(['show', cut]);
    expect(shown).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('truncated-tail') });
    expect(shown.stdout).toContain('List the files');
  });
});

describe('a session in one document', () => {
  const path = folder.write('rollout-2025-04-20.json', document);

  it('is converted, checked and shown', async () => {
    const texts = parseLines((await runCli(['convert', path, '--to', 'messages'])).stdout).map(
      ({ content }) => content,
    );
    expect(texts).toEqual([[{ type: 'text', text: 'Say hello.' }], [{ type: 'text', text: 'Hello from 2025.' }]]);
    const { stdout } = await runCli(['check', '--json', path]);
    expect(JSON.parse(stdout).files[0]).toMatchObject({ wire: 'codex-rollout', problems: [] });
    const shown = await runCli(['show', path]);
    expect(shown).toMatchObject({ exitCode: 0, stderr: '' });
    expect(shown.stdout).toContain('› Say hello.\n\n• Hello from 2025.\n');
  });

  it('is told by its first line, whatever it is called', async () => {
    const result = await runCli(['convert', '--to', 'messages'], { input: document });
    expect(parseLines(result.stdout)).toHaveLength(2);
  });
});
