import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exitCodeOf, fixture, parseLines, runCli, startCli } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The commands take what `convert` wrote like any other input. */

const folder = temporaryFolder();
const source = fixture('0.166.0/s2-shell/rollout.jsonl');
const env = { HOME: join(folder.path, 'nobody'), THREADLINE_HOME: join(folder.path, 'data') };
const run = (...args: string[]) => runCli(args, { env });

async function written(shape: string): Promise<string> {
  const path = join(folder.path, `thread.${shape}`);
  const { exitCode } = await run('convert', source, '--to', shape, '-o', path);
  expect(exitCode).toBe(0);
  return path;
}

describe.each(['events', 'messages', 'ndjson'])('%s that convert wrote', (shape) => {
  it('check names the wire; convert gives the same once more, from a file and by a pipe', async () => {
    const path = await written(shape);
    const checked = JSON.parse((await run('check', path, '--json')).stdout);
    expect(checked.files[0]).toMatchObject({ wire: `threadline-${shape}`, problems: [], unknown_events: {} });
    const again = await run('convert', path, '--to', shape);
    const plain = (text: string) => text.replace(/,"duration_ms":\d+/g, '');
    expect(plain(again.stdout)).toBe(plain(readFileSync(path, 'utf8')));
    const piped = await runCli(['convert', '-', '--to', shape], { env, input: readFileSync(path) });
    expect(piped.stdout).toBe(again.stdout);
    expect((await run('convert', path, '--to', shape, '--from', `threadline-${shape}`)).stdout).toBe(again.stdout);
  });

  it('show, export and handoff take it', async () => {
    const path = await written(shape);
    const { session, messages } = JSON.parse((await run('show', path, '--json')).stdout);
    expect(session).toMatchObject({ turns: 1, resume_command: expect.stringContaining('codex') });
    expect(messages.every((message: { tool: string }) => message.tool === 'codex')).toBe(true);
    const page = await run('export', path, '--to', 'html', '-o', join(folder.path, `${shape}.html`));
    expect(page.exitCode).toBe(0);
    const claude = join(folder.path, `claude-${shape}`);
    mkdirSync(join(claude, 'projects'), { recursive: true });
    const over = await runCli(['handoff', path, '--to', 'claude', '--cwd', folder.path], {
      env: { ...env, CLAUDE_CONFIG_DIR: claude },
    });
    expect([over.exitCode, over.stdout + over.stderr]).toEqual([0, expect.stringContaining('claude --resume')]);
  });

  it('search --in finds words, characters and patterns in it, without an archive', async () => {
    const path = await written(shape);
    const { stdout } = await run('show', path, '--json');
    const text: string = JSON.parse(stdout).messages[0].content[0].text;
    const [word = ''] = /\w{4,}/.exec(text) ?? [];
    for (const args of [
      [word.toUpperCase()],
      ['--exact', word],
      [`/${word.slice(0, 3)}\\w/`],
      ['--best', `${word.slice(0, 4)}*`],
    ]) {
      const found = JSON.parse((await run('search', ...args, '--json', '--in', path)).stdout);
      expect(found.hits[0]).toMatchObject({ agent: 'codex', file: path });
      expect(found.searched).toEqual({ sessions: 1, of: 1 });
    }
    const none = await run('search', 'nowhere-to-be-found', '--in', path);
    expect(none).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: "threadline: nothing found for 'nowhere-to-be-found' in 1 file\n",
    });
  });
});

describe('search --in', () => {
  it('takes several files, words before or behind one, and goes on after one that cannot be read', async () => {
    const [events, messages] = [await written('events'), await written('messages')];
    const noise = folder.write('noise.txt', 'Dear diary,\n');
    const found = await run(
      'search',
      '--kind',
      'text',
      'the',
      '--json',
      '--in',
      events,
      join(folder.path, 'none.jsonl'),
      messages,
    );
    expect(found.exitCode).toBe(4);
    expect(JSON.parse(found.stdout).searched).toEqual({ sessions: 2, of: 3 });
    expect((await run('search', '--in', events, 'the')).stdout).toContain(events);
    expect((await run('search', 'the', '--in', noise)).exitCode).toBe(3);
    expect((await run('search', 'the', '--in', events, '--machine', 'm')).exitCode).toBe(2);
    expect((await run('search', '--in', events)).exitCode).toBe(2);
  });

  it('names the words of the files that were probably meant, if it finds nothing', async () => {
    const said = (id: string, text: string) =>
      JSON.stringify({ type: 'item.completed', item: { id, type: 'agent_message', text } });
    const start = JSON.stringify({ type: 'thread.started', thread_id: 't' });
    const path = folder.write(
      'deadlock.jsonl',
      `${start}\n${said('a', 'A deadlock.')}\n${said('b', 'The deadlock again.')}\n`,
    );
    const typed = await run('search', 'deadlokc', '--in', path);
    expect(typed.exitCode).toBe(1);
    expect(typed.stderr).toContain('did you mean deadlock (2)?');
    expect(JSON.parse((await run('search', 'deadlokc', '--json', '--in', path)).stdout).near).toEqual([
      { word: 'deadlock', hits: 2 },
    ]);
    expect((await run('search', '"deadlokc"', '--in', path)).stderr).not.toContain('did you mean');
  });

  it('keeps to the filters of a search', async () => {
    const events = await written('events');
    const hits = async (...args: string[]) =>
      JSON.parse((await run('search', '/./', '--json', '--in', events, ...args)).stdout).hits;
    expect((await hits('--role', 'user')).every((hit: { role: string }) => hit.role === 'user')).toBe(true);
    expect((await hits('--tool', 'Bash')).every((hit: { tool: string }) => hit.tool === 'Bash')).toBe(true);
    expect(await hits('--agent', 'claude')).toEqual([]);
    expect(await hits('--since', '2999-01-01')).toEqual([]);
    expect(await hits('--until', '2000-01-01')).toEqual([]);
    expect(await hits('--limit', '1')).toHaveLength(1);
  });
});

it('what a live agent prints goes through two conversions at once', async () => {
  const first = startCli(['convert', '--to', 'events'], { env });
  const second = startCli(['convert', '-', '--to', 'messages'], { env });
  first.stdout.pipe(second.stdin);
  const say = (value: object) => first.stdin.write(`${JSON.stringify(value)}\n`);
  say({ type: 'thread.started', thread_id: 't' });
  say({ type: 'turn.started' });
  say({ type: 'item.completed', item: { id: 'a', type: 'agent_message', text: 'One.' } });
  say({ type: 'item.completed', item: { id: 'b', type: 'agent_message', text: 'Two.' } });
  const [chunk] = await once(second.stdout, 'data');
  expect(parseLines(String(chunk))).toMatchObject([{ id: 't1.text.1', schema: 'threadline/1', agent: 'codex' }]);
  first.stdin.end();
  expect([await exitCodeOf(first), await exitCodeOf(second)]).toEqual([0, 0]);
});
