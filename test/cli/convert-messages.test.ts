import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createEventReader, createMessageBuilder, createStdoutMapper } from 'threadline';
import { describe, expect, it } from 'vitest';
import { exitCodeOf, fixture, marked, parseLines, runCli, shellRun, startCli } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const rollout = fixture('0.166.0/s2-shell/rollout.jsonl');

/** The messages as the library gives them, as they come out of JSON. */
function messagesOf(bytes: Uint8Array, options = {}): Record<string, unknown>[] {
  const reader = createEventReader();
  const builder = createMessageBuilder(options);
  for (const outcome of [...reader.push(bytes), ...reader.end()]) {
    if (outcome.ok) for (const event of outcome.events) builder.push(event);
  }
  builder.end();
  return JSON.parse(JSON.stringify(builder.messages));
}

describe('convert --to messages', () => {
  it.each(['0.20.0/s2-shell/stdout', '0.166.0/s4-plan/stdout', '0.145.0/s3-patch/rollout'])(
    'writes each message once, whole and in order: %s',
    async (name) => {
      const path = fixture(`${name}.jsonl`);
      const result = await runCli(['convert', path, '--to', 'messages']);
      expect(result).toMatchObject({ exitCode: 0, stderr: '' });
      expect(parseLines(result.stdout)).toEqual(marked(messagesOf(readFileSync(path))));
    },
  );

  it('knows --all, --split and --first-turn', async () => {
    const convert = async (...args: string[]) =>
      parseLines((await runCli(['convert', rollout, '--to', 'messages', ...args])).stdout);
    const bytes = readFileSync(rollout);
    expect(await convert('--all')).toEqual(marked(messagesOf(bytes, { all: true })));
    expect((await convert('--all')).some(({ injected }) => injected)).toBe(true);
    expect(await convert('--split')).toEqual(marked(messagesOf(bytes, { split: true })));
    expect((await convert('--first-turn', '7')).map(({ id }) => String(id).split('.')[0])).toContain('t7');
  });

  it('writes what a live agent says before its output ends, and each message only when it is done', async () => {
    const child = startCli(['convert', '--to', 'messages']);
    const say = (value: object) => child.stdin.write(`${JSON.stringify(value)}\n`);
    const command = (type: string, output: string) =>
      say({
        type,
        item: { id: 'a', type: 'command_execution', command: 'ls', aggregated_output: output, status: 'x' },
      });
    say({ type: 'thread.started', thread_id: 't' });
    command('item.started', '');
    command('item.completed', 'files');
    say({ type: 'item.completed', item: { id: 'b', type: 'agent_message', text: 'Done.' } });
    const [chunk] = await once(child.stdout, 'data');
    const [message, ...others] = parseLines(String(chunk));
    expect(message).toMatchObject({ content: [{ name: 'Bash' }, { type: 'tool_result', content: 'files' }] });
    // The last message waits for the usage of the turn.
    expect(others).toEqual([]);
    child.stdin.end();
    expect(await exitCodeOf(child)).toBe(0);
  });

  it('tells of bad lines on stderr, a line each, and exits with 3 under --strict', async () => {
    const path = folder.write('bad.jsonl', `${readFileSync(shellRun)}noise\n${'noise\n'.repeat(40)}`);
    const result = await runCli(['convert', path, '--to', 'messages']);
    expect(result.exitCode).toBe(0);
    expect(parseLines(result.stdout)).toEqual(marked(messagesOf(readFileSync(shellRun))));
    const lines = result.stderr.trimEnd().split('\n');
    expect(lines).toHaveLength(21);
    expect(lines[0]).toMatch(/^threadline: .*bad\.jsonl:11: .* \(invalid-json\)$/);
    expect(lines.at(-1)).toBe(`threadline: ${path}: … and 21 more problems`);
    const strict = await runCli(['convert', path, '--to', 'messages', '--strict']);
    expect(strict.exitCode).toBe(3);
    expect(strict.stderr).toContain('has 41 bad lines\n');
  });

  it('says one thing about a file that is nothing it knows', async () => {
    const path = folder.write('noise', 'Dear diary,\ntoday nothing happened.\n');
    expect(await runCli(['convert', path, '--to', 'messages'])).toEqual({
      exitCode: 3,
      stdout: '',
      stderr: `threadline: ${path} has no line that any dialect recognises\n`,
    });
  });
});

describe('convert --to ndjson', () => {
  it.each(['0.166.0/s2-shell', '0.98.0/s4-plan'])('writes the lines that the stdout mapper gives: %s', async (name) => {
    const path = fixture(`${name}/stdout.jsonl`);
    const mapper = createStdoutMapper();
    const expected = [...mapper.push(readFileSync(path)), ...mapper.flush()].join('');
    const result = await runCli(['convert', path, '--to', 'ndjson']);
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    expect(parseLines(result.stdout)).toEqual(marked(parseLines(expected)));
    expect(parseLines(expected).at(-1)).toMatchObject({ type: 'result', status: 'success' });
  });

  it('reads session files too', async () => {
    const { stdout } = await runCli(['convert', rollout, '--to', 'ndjson']);
    const types = parseLines(stdout).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['init', 'message', 'tool_use', 'tool_result', 'result']));
  });

  it('tells on stderr of kinds that no line stands for', async () => {
    const input = '{"type":"thread.started","thread_id":"t"}\n{"type":"future.event"}\n';
    const result = await runCli(['convert', '--to', 'ndjson'], { input });
    expect(parseLines(result.stdout)).toEqual(marked([{ type: 'init', session_id: 't' }]));
    expect(result.stderr).toBe(
      'threadline: standard input:2: no line stands for the kind future.event (unknown-event)\n',
    );
  });
});
