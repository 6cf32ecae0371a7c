import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createEventReader } from 'threadline';
import { describe, expect, it } from 'vitest';
import { exitCodeOf, fixture, marked, parseLines, runCli, runShell, shellRun, startCli } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();

function eventsOf(bytes: string | Uint8Array): unknown[] {
  const reader = createEventReader();
  const outcomes = [...reader.push(bytes), ...reader.end()];
  // As they come out of JSON: without what is undefined.
  return JSON.parse(JSON.stringify(outcomes.flatMap((outcome) => (outcome.ok ? outcome.events : []))));
}

/** As the library gives them, with the mark that `convert` puts on its first line. */
const expected = marked(eventsOf(readFileSync(shellRun)));

describe('convert --to events', () => {
  it('writes one event a line, as the library gives them', async () => {
    const result = await runCli(['convert', shellRun, '--to', 'events']);
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    expect(expected).toHaveLength(10);
    expect(parseLines(result.stdout)).toEqual(expected);
  });

  it.each([[['convert', '--to', 'events']], [['convert', '-', '--to=events']]])(
    '%j reads standard input',
    async (args) => {
      const result = await runCli(args, { input: readFileSync(shellRun) });
      expect(result).toMatchObject({ exitCode: 0, stderr: '' });
      expect(parseLines(result.stdout)).toEqual(expected);
    },
  );

  it('reads a file that standard input was redirected from', async () => {
    const result = await runShell(`$THREADLINE convert --to events < '${shellRun}'`);
    expect(parseLines(result.stdout)).toEqual(expected);
  });

  it('takes what follows -- for a file, whatever it looks like', async () => {
    folder.write('--help', readFileSync(shellRun));
    const result = await runCli(['convert', '--to', 'events', '--', '--help'], { cwd: folder.path });
    expect(parseLines(result.stdout)).toEqual(expected);
  });

  it('reads a byte order mark and CRLF as if they were not there', async () => {
    const text = `\ufeff${readFileSync(shellRun, 'utf8').replaceAll('\n', '\r\n')}`;
    const result = await runCli(['convert', folder.write('windows.jsonl', text), '--to', 'events']);
    expect(parseLines(result.stdout)).toEqual(expected);
  });

  it('puts characters together that chunks of standard input cut apart', async () => {
    const text = '日本語 🦜 naïve';
    const line = `{"type":"item.completed","item":{"id":"a","type":"agent_message","text":"${text}"}}\n`;
    const child = startCli(['convert', '--to', 'events']);
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    for (const byte of Buffer.from(line)) {
      child.stdin.write(Uint8Array.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
    child.stdin.end();
    expect(await exitCodeOf(child)).toBe(0);
    expect(Buffer.concat(output).toString()).toContain(text);
  });

  it('shows the events of a live agent at once, before its output ends', async () => {
    const child = startCli(['convert', '--to', 'events']);
    child.stdin.write('{"type":"thread.started","thread_id":"t"}\n');
    const [chunk] = await once(child.stdout, 'data');
    expect(JSON.parse(chunk)).toEqual({
      schema: 'threadline/1',
      type: 'thread.started',
      thread_id: 't',
      agent: 'codex',
      line: 1,
    });
    child.stdin.end();
    expect(await exitCodeOf(child)).toBe(0);
  });
});

describe('problems stand in the stream', () => {
  const lines = [
    '{"type":"thread.started","thread_id":"t"}',
    'noise',
    '{"type":"turn.completed","usage":7}',
    '{"type":"future.event","x":1}',
    '{"type":"turn.st',
  ];
  const path = folder.write('problems.jsonl', lines.join('\n'));

  it('a bad line as a line of its own; what is wrong inside a line after its events', async () => {
    const result = await runCli(['convert', path, '--to', 'events']);
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    const written = parseLines(result.stdout);
    expect(written.map(({ type, code, line }) => [type, code, line])).toEqual([
      ['thread.started', undefined, 1],
      ['problem', 'invalid-json', 2],
      ['turn.completed', undefined, 3],
      ['problem', 'bad-field', 3],
      ['unknown', undefined, 4],
      ['problem', 'truncated-tail', 5],
    ]);
    expect(Object.keys(written[1] ?? {})).toEqual(['type', 'code', 'message', 'line', 'offset', 'raw']);
    expect(written[1]).toMatchObject({ offset: 42, raw: 'noise' });
  });

  it('--strict makes unknown kinds bad lines and exits with 3', async () => {
    const result = await runCli(['convert', path, '--to', 'events', '--strict']);
    expect(result.exitCode).toBe(3);
    expect(result.stderr).toBe(`threadline: ${path} has 4 bad lines\n`);
    expect(parseLines(result.stdout).map(({ code }) => code)).toContain('unknown-event');
  });

  it('--strict exits with 0 where all is well', async () => {
    expect(await runCli(['convert', shellRun, '--to', 'events', '--strict'])).toMatchObject({
      exitCode: 0,
      stderr: '',
    });
  });

  it('nesting that JSON cannot be written with becomes too-deep, and the rest goes on', async () => {
    const deep = `{"type":"item.completed","item":{"id":"a","type":"x","y":${'['.repeat(1e5)}${']'.repeat(1e5)}}}`;
    const result = await runCli(['convert', '--to', 'events'], { input: `${deep}\n${lines[0]}\n` });
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    const [problem, event] = parseLines(result.stdout);
    expect(problem).toMatchObject({ type: 'problem', code: 'too-deep', line: 1, offset: 0, raw: deep });
    expect(event).toMatchObject({ type: 'thread.started', line: 2 });
  });

  it('U+2028 and U+2029 come out escaped', async () => {
    const line = '{"type":"item.completed","item":{"id":"a","type":"agent_message","text":"a\u2028b\u2029c"}}\n';
    const { stdout } = await runCli(['convert', '--to', 'events'], { input: line });
    expect(stdout).toContain('a\\u2028b\\u2029c');
  });
});

describe('--from', () => {
  it('forces a dialect', async () => {
    const legacy = fixture('0.20.0/s2-shell/stdout.jsonl');
    const detected = await runCli(['convert', legacy, '--to', 'events']);
    expect(await runCli(['convert', legacy, '--to', 'events', '--from', 'codex-legacy'])).toEqual(detected);
    expect(detected.exitCode).toBe(0);
  });

  it('does not make noise something that is recognised', async () => {
    const result = await runCli(['convert', '--to', 'events', '--from', 'codex-exec'], { input: 'noise\n' });
    expect(result).toMatchObject({
      exitCode: 3,
      stderr: 'threadline: standard input has no line that codex-exec recognises\n',
    });
  });
});

describe.each(['html', 'markdown', 'text'])('a page (%s) of input that no dialect recognises', (to) => {
  const input = '{"a":1}\n'.repeat(20_000);

  it('is not begun: nothing is written', async () => {
    const file = folder.write('no-session.jsonl', input);
    expect(await runCli(['convert', file, '--to', to])).toMatchObject({ exitCode: 3, stdout: '' });
    expect(await runCli(['convert', '--to', to], { input })).toMatchObject({ exitCode: 3, stdout: '' });
  });
});
