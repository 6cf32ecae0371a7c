import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEventReader, createMessageBuilder, createStdoutMapper, detectWire } from 'threadline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parrot } from './parrot.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'threadline-parrot-'));
const song = [
  '{"parrot":"hatched","nest":"n1","song":true}',
  '{"parrot":"pecked","at":"p1","seed":"corn"}',
  '{"parrot":"pecked","at":"p1","seed":"corn","taste":"sweet","mood":"good"}',
  '{"parrot":"said","words":"hello"}',
  '{"parrot":"slept","seeds":3,"eggs":1}',
].join('\n');

function cli(...args: string[]) {
  const env = { ...process.env, PARROT_HOME: home, THREADLINE_HOME: `${home}/archive`, NO_COLOR: '1', COLUMNS: '100' };
  const options = { env, encoding: 'utf8' as const, input: '', timeout: 30_000 };
  const { stdout, stderr, status } = spawnSync(process.execPath, [here('./parrot-cli.ts'), ...args], options);
  return { stdout, stderr, status };
}

const jsonLines = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('a made-up agent, handed in as one value', () => {
  it('is read by the library', () => {
    const agents = [parrot];
    expect(detectWire(song, { agents })).toBe('parrot-song');
    const reader = createEventReader({ agents });
    const builder = createMessageBuilder({ vocabularies: agents });
    for (const outcome of [...reader.push(song), ...reader.end()]) {
      expect(outcome).toMatchObject({ ok: true, problems: [] });
      if (outcome.ok) for (const event of outcome.events) builder.push(event);
    }
    expect(reader.wire).toBe('parrot-song');
    expect(builder.messages).toMatchObject([
      {
        tool: 'parrot',
        id: 'p1',
        content: [
          { type: 'tool_use', id: 'p1', name: 'Bash', input: { command: 'peck corn' } },
          { type: 'tool_result', tool_use_id: 'p1', content: 'sweet' },
        ],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'hello' }] },
    ]);
  });

  it('is mapped to NDJSON', () => {
    const mapper = createStdoutMapper({ agents: [parrot], vocabularies: [parrot] });
    const lines = [...mapper.push(`${song}\n`), ...mapper.flush()].map((line) => JSON.parse(line).type);
    expect(lines).toEqual(['init', 'tool_use', 'tool_result', 'message', 'result']);
  });

  it('is unknown to those who were not given it', () => {
    expect(detectWire(song)).toBe('unknown');
    expect(() => createEventReader({ wire: 'parrot-song' })).toThrow(
      /no wire is called 'parrot-song'; there are: .*codex-exec/,
    );
  });

  describe('on the command line', () => {
    beforeAll(() => {
      expect(cli('run', 'hello there', '--to', 'messages')).toMatchObject({ status: 0 });
    });

    it('runs', () => {
      const { stdout, status } = cli('run', 'hello there', '--to', 'ndjson');
      expect(status).toBe(0);
      expect(jsonLines(stdout).map(({ type }) => type)).toEqual([
        'init',
        'tool_use',
        'tool_result',
        'message',
        'result',
      ]);
    });

    it('has its sessions listed', () => {
      const { stdout, status } = cli('sessions', '--json');
      expect(status).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({
        sessions: [{ agent: 'parrot', id: 'b1a9c2d3-polly', first_prompt: 'hello there' }],
      });
    });

    it('is shown, and says how to go on', () => {
      const { stdout, status } = cli('show', 'last');
      expect(status).toBe(0);
      expect(stdout).toContain('hello there! hello there!');
      expect(stdout).toContain('peck corn');
      expect(stdout).toContain('parrot --again b1a9c2d3-polly');
    });

    it('is converted and checked', () => {
      const [file = ''] = readdirSync(join(home, 'nests'));
      const path = join(home, 'nests', file);
      expect(jsonLines(cli('convert', path, '--to', 'messages').stdout)).toHaveLength(3);
      expect(jsonLines(cli('convert', 'last', '--to', 'events').stdout)[0]).toMatchObject({
        type: 'thread.started',
        agent: 'parrot',
      });
      const { stdout, status } = cli('check', '--json', path);
      expect(status).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ files: [{ wire: 'parrot-nest', problems: [], unknown_events: {} }] });
    });

    it('names the agents that there are when another one is asked for', () => {
      expect(cli('sessions', '--agent', 'codex')).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('parrot'),
      });
    });
  });
});
