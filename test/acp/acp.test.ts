import { cpSync, globSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { client, methods, ndJsonStream, type SessionNotification } from '@agentclientprotocol/sdk';
import { describe, expect, it } from 'vitest';
import { exitCodeOf, runCli, startCli } from '../cli/run-cli.ts';
import { temporaryFolder } from '../cli/temporary-folder.ts';

const fixtures = fileURLToPath(new URL('../fixtures', import.meta.url));
const folder = temporaryFolder();
const claude = join(folder.path, '.claude');
cpSync(join(fixtures, 'claude/2.1.325/s2/session'), claude, { recursive: true });
cpSync(join(fixtures, 'claude/2.1.325/s11/session'), claude, { recursive: true });

const SECRET = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
const project = join(claude, 'projects', '-home-user-many');

/** A session of two lines. Its id may be anything. */
function writeSession(id: string, minute: number, cwd = '/home/user/many'): void {
  const at = `2026-10-01T00:${String(minute).padStart(2, '0')}:00.000Z`;
  const common = { sessionId: id, cwd, version: '2.1.325', timestamp: at, isSidechain: false };
  const message = { id: 'm', role: 'assistant', model: 'm', content: [{ type: 'text', text: `It is ${SECRET}.` }] };
  const lines = [
    { ...common, type: 'user', uuid: 'a', parentUuid: null, message: { role: 'user', content: `prompt ${minute}` } },
    { ...common, type: 'assistant', uuid: 'b', parentUuid: 'a', message },
  ];
  writeFileSync(join(project, `${id}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

cpSync(join(claude, 'projects', '-home-user-project'), project, {
  recursive: true,
  filter: (path) => !/\.jsonl?$/.test(path),
});
const many = Array.from(
  { length: 59 },
  (_, index) => `0198c0de-0000-7000-8000-0000000000${String(index).padStart(2, '0')}`,
);
for (const [index, id] of many.entries()) writeSession(id, index);

/** Asks a server of its own, as an editor does, and gives the updates that came before the answers. */
async function asking<T>(ask: (request: Ask, updates: SessionNotification[]) => Promise<T>, env = {}) {
  const child = startCli(['acp', '--home', claude], { env });
  const updates: SessionNotification[] = [];
  const stream = ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>);
  const result = await client({ name: 'test' })
    .onNotification(methods.client.session.update, ({ params }) => {
      updates.push(params);
    })
    .connectWith(stream, async (context) => {
      await context.request(methods.agent.initialize, { protocolVersion: 1, clientCapabilities: {} });
      return ask(context.request.bind(context) as Ask, updates);
    });
  child.stdin.end();
  expect(await exitCodeOf(child)).toBe(0);
  return result;
}

/** An answer, as far as tests look at it. The SDK has checked it by its schemas. */
interface Answer {
  sessions: { sessionId: string; cwd: string; title?: string }[];
  nextCursor?: string;
  sessionId: string;
}

type Ask = (method: string, params: object) => Promise<Answer>;

const load = (sessionId: string) => ({ sessionId, cwd: '/home/user/project', mcpServers: [] });

describe('earlier sessions in an editor', () => {
  it('are listed by folder and by page, each once, the newest first', async () => {
    const found = await asking(async (request) => {
      const first = await request(methods.agent.session.list, { cwd: '/home/user/many' });
      const second = await request(methods.agent.session.list, { cwd: '/home/user/many', cursor: first.nextCursor });
      const elsewhere = await request(methods.agent.session.list, { cwd: '/nowhere' });
      const all = await request(methods.agent.session.list, {});
      await expect(request(methods.agent.session.list, { cursor: 'x' })).rejects.toThrow();
      return { first, second, elsewhere, all };
    });
    expect(found.first.sessions).toHaveLength(50);
    expect(found.second.sessions).toHaveLength(9);
    expect(found.second.nextCursor).toBeUndefined();
    const ids = [...found.first.sessions, ...found.second.sessions].map(({ sessionId }) => sessionId);
    expect(ids).toEqual(many.map((id) => `claude:${id}`).reverse());
    expect(found.first.sessions[0]).toMatchObject({ cwd: '/home/user/many', title: 'prompt 58' });
    expect(found.elsewhere).toEqual({ sessions: [] });
    expect(found.all.sessions).toHaveLength(50);
  });

  it('are told as updates before the answer to loading them, as editors show them', async () => {
    const updates = await asking(async (request, seen) => {
      const { sessions } = await request(methods.agent.session.list, { cwd: '/home/user/project' });
      expect(sessions).toHaveLength(2);
      const [path = ''] = globSync('claude/2.1.325/s2/session/projects/*/*.jsonl', { cwd: fixtures });
      const id = path.match(/[^/]*(?=\.jsonl$)/)?.[0];
      expect(await request(methods.agent.session.load, load(`claude:${id}`))).toEqual({});
      return [...seen];
    });
    const kinds = updates.map(({ update }) => update.sessionUpdate);
    expect(kinds[0]).toBe('user_message_chunk');
    expect(new Set(kinds)).toEqual(
      new Set(['user_message_chunk', 'agent_thought_chunk', 'agent_message_chunk', 'tool_call']),
    );
    const calls = updates.flatMap(({ update }) => (update.sessionUpdate === 'tool_call' ? update : []));
    expect(calls.map(({ kind, status }) => `${kind} ${status}`)).toContain('execute failed');
    expect(calls.every(({ rawInput, title }) => rawInput && title)).toBe(true);
  });

  it('have no secrets, and are refused if they are not of the list', async () => {
    await asking(async (request, seen) => {
      await request(methods.agent.session.load, load(`claude:${many[0]}`));
      expect(JSON.stringify(seen)).toContain('[redacted:');
      expect(JSON.stringify(seen)).not.toContain(SECRET);
      for (const id of [
        'last',
        '1',
        '-',
        '--help',
        join(project, `${many[0]}.jsonl`),
        `claude:${many[0]?.slice(0, 20)}`,
      ])
        await expect(request(methods.agent.session.load, load(id))).rejects.toThrow('no such session');
    });
  });

  it('come from the archive where their files are gone', async () => {
    const env = { THREADLINE_HOME: join(folder.path, 'archive') };
    const id = '0198c0de-1111-7000-8000-000000000000';
    writeSession(id, 59, '/home/user/gone');
    expect((await runCli(['archive', 'index', '--home', claude], { env })).exitCode).toBe(0);
    rmSync(join(project, `${id}.jsonl`));
    await asking(async (request, seen) => {
      const { sessions } = await request(methods.agent.session.list, { cwd: '/home/user/gone' });
      expect(sessions.map(({ sessionId }) => sessionId)).toEqual([`claude:${id}`]);
      await request(methods.agent.session.load, load(`claude:${id}`));
      expect(seen.map(({ update }) => update.sessionUpdate)).toEqual(['user_message_chunk', 'agent_message_chunk']);
    }, env);
  });

  it('answer a prompt in one message, with the command that hands them over, and start and write nothing', async () => {
    const before = readdirSync(folder.path, { recursive: true }).map(
      (name) => `${name} ${statSync(join(folder.path, String(name))).mtimeMs}`,
    );
    await asking(async (request, seen) => {
      const prompt = [{ type: 'text', text: 'go on' }];
      const { sessionId } = await request(methods.agent.session.new, { cwd: '/home/user/project', mcpServers: [] });
      expect(await request(methods.agent.session.prompt, { sessionId, prompt })).toEqual({ stopReason: 'end_turn' });
      expect(seen).toHaveLength(1);
      expect(JSON.stringify(seen)).not.toContain('handoff');
      await request(methods.agent.session.prompt, { sessionId: `claude:${many[3]}`, prompt });
      expect(seen).toHaveLength(2);
      expect(seen[1]?.update).toMatchObject({ sessionUpdate: 'agent_message_chunk' });
      expect(JSON.stringify(seen[1])).toContain(`threadline handoff ${many[3]} --to codex`);
      // An id that a shell or our own command takes for something else stands in no command.
      for (const id of ['claude:--yolo', 'claude:a;rm -rf', 'claude:last', 'claude:7'])
        await request(methods.agent.session.prompt, { sessionId: id, prompt });
      expect(JSON.stringify(seen.slice(2))).not.toContain('handoff');
    });
    const after = readdirSync(folder.path, { recursive: true }).map(
      (name) => `${name} ${statSync(join(folder.path, String(name))).mtimeMs}`,
    );
    expect(after).toEqual(before);
  });
});
