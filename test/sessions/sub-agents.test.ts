import { cpSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listSessions, loadSession, type SessionInfo } from 'threadline/sessions';
import { describe, expect, it } from 'vitest';
import type { UnifiedMessage } from '../../src/core/messages/message.ts';
import { limits } from '../../src/limits/index.ts';
import { tempHome } from './temp-home.ts';

const fixtures = fileURLToPath(new URL('../fixtures/', import.meta.url));

function recorded(recording: string) {
  const home = tempHome();
  cpSync(join(fixtures, recording, 'session'), home.path, { recursive: true });
  return home;
}

/** The messages of the session that nobody started, its sub-agents' with them. */
async function loadAll(path: string, isRoot = ({ parentId }: SessionInfo) => parentId === undefined) {
  const root = (await listSessions({ homes: [path] })).find(isRoot);
  const own = await loadSession({ path: root?.path ?? '' }, { homes: [path] });
  const all = await loadSession({ path: root?.path ?? '' }, { homes: [path], subagents: true });
  return { root, own, all, added: all.filter(({ parent }) => parent !== undefined) };
}

const calls = (messages: readonly UnifiedMessage[]) =>
  new Set(messages.flatMap(({ content }) => content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))));
const texts = (messages: readonly UnifiedMessage[]) =>
  messages.flatMap(({ content }) => content.flatMap((block) => (block.type === 'text' ? [block.text] : [])));

describe('the messages of sub-agents that have files of their own', () => {
  it.each(['claude/2.1.325/s11', 'claude/2.1.20/s11', 'gemini/0.61.0/s11'])(
    'have the call of their parent as `parent`, and are left out where they are not asked for: %s',
    async (recording) => {
      const { own, all, added } = await loadAll(recorded(recording).path);
      expect(own.every(({ parent }) => parent === undefined)).toBe(true);
      expect(all.length - added.length).toBe(own.length);
      expect(added.length).toBeGreaterThan(0);
      for (const { parent } of added) expect(calls(own)).toContain(parent);
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    },
  );

  it.each(['codex/0.166.0/s12-subagent', 'codex/0.115.0/s12-subagent', 'codex/0.90.0/s12-subagent'])(
    'are found by the ids that a call of Codex names: %s',
    async (recording) => {
      const home = tempHome();
      home.record(recording.slice('codex/'.length));
      const { own, added } = await loadAll(home.path);
      const spawned = own.find(({ content }) => content.some((block) => 'name' in block && block.name === 'Task'));
      expect(added.length).toBeGreaterThan(0);
      expect(new Set(added.map(({ parent }) => parent))).toEqual(new Set([spawned?.id]));
      expect(texts(added)).toContain('Child result: 6 entries.');
    },
  );

  it('have the thread as `parent` where nothing names the call', async () => {
    const { added, own } = await loadAll(recorded('gemini/0.38.0/s11').path);
    expect(new Set(added.map(({ parent }) => parent)).size).toBe(1);
    for (const { parent } of added) expect(calls(own)).not.toContain(parent);
  });
});

const ID = '11111111-2222-4333-8444-555555555555';
const PROJECT = 'projects/-p';
const line = (fields: object) => `${JSON.stringify({ sessionId: ID, cwd: '/p', version: '9.9.9', ...fields })}\n`;
const typed = (uuid: string, text: string, more: object = {}) =>
  line({ type: 'user', uuid, parentUuid: null, message: { role: 'user', content: text }, ...more });
const spawn = (uuid: string, id: string, more: object = {}) =>
  line({
    type: 'assistant',
    uuid,
    parentUuid: null,
    message: {
      id: `msg_${id}`,
      role: 'assistant',
      model: 'm',
      content: [{ type: 'tool_use', id, name: 'Agent', input: { description: 'd', prompt: 'p' } }],
    },
    ...more,
  });
const side = (agentId: string) => ({ isSidechain: true, agentId });
const inFolder = (agentId: string) => `${PROJECT}/${ID}/subagents/agent-${agentId}.jsonl`;
const note = (agentId: string) => `${PROJECT}/${ID}/subagents/agent-${agentId}.meta.json`;

function claudeHome() {
  const home = tempHome();
  home.write(`${PROJECT}/${ID}.jsonl`, typed('a', 'hello') + spawn('b', 'toolu_1'));
  return home;
}
const isMain = ({ id }: SessionInfo) => id === ID;

describe('sub-agents in a home of Claude Code', () => {
  it('are found beside the session by their headers, where no result names them', async () => {
    const home = claudeHome();
    home.write(`${PROJECT}/agent-a1.jsonl`, typed('c', 'count', side('a1')));
    home.write(`${PROJECT}/agent-b2.jsonl`, typed('d', 'of another', { ...side('b2'), sessionId: 'other' }));
    const { added } = await loadAll(home.path, isMain);
    expect(added.map(({ parent }) => parent)).toEqual(['a1']);
    expect(texts(added)).toEqual(['count']);
  });

  it('may have been started by another sub-agent, which lies in the same folder', async () => {
    const home = claudeHome();
    home.write(inFolder('zz'), typed('c', 'outer', side('zz')) + spawn('d', 'toolu_2', side('zz')));
    home.write(note('zz'), '{"toolUseId":"toolu_1"}');
    home.write(inFolder('aa'), typed('e', 'inner', side('aa')));
    home.write(note('aa'), '{"toolUseId":"toolu_2"}');
    const { added } = await loadAll(home.path, isMain);
    expect(added.map(({ id, parent }) => [id, parent])).toEqual([
      ['toolu_1.t1.user.1', 'toolu_1'],
      ['toolu_2', 'toolu_1'],
      ['toolu_2.t1.user.1', 'toolu_2'],
    ]);
  });

  it.each([
    '',
    '[]',
    'null',
    '{"toolUseId":{"toString":0}}',
    '{"toolUseId":""}',
    '{"toolUseId":7,"description":[1]}',
    '{"a":'.repeat(5000),
  ])('are read whatever stands in the note beside them: %#', async (text) => {
    const home = claudeHome();
    home.write(inFolder('aa'), typed('c', 'count', side('aa')));
    home.write(note('aa'), text);
    const { added } = await loadAll(home.path, isMain);
    expect(added.map(({ parent }) => parent)).toEqual(['aa']);
  });

  it('do no harm where they name themselves, each other or the session as their child', async () => {
    const home = claudeHome();
    home.write(`${PROJECT}/${ID}/subagents/agent-${ID}.jsonl`, typed('c', 'me', side(ID)));
    home.write(`${PROJECT}/aa/subagents/agent-bb.jsonl`, typed('d', 'b', { ...side('bb'), sessionId: 'aa' }));
    home.write(`${PROJECT}/bb/subagents/agent-aa.jsonl`, typed('e', 'a', { ...side('aa'), sessionId: 'bb' }));
    const main = { path: join(home.path, PROJECT, `${ID}.jsonl`) };
    expect(texts(await loadSession(main, { homes: [home.path], subagents: true }))).toEqual(['hello', 'me']);
    const circle = { path: join(home.path, PROJECT, 'aa/subagents/agent-bb.jsonl') };
    expect(texts(await loadSession(circle, { homes: [home.path], subagents: true })).sort()).toEqual(['a', 'b']);
  });

  it('are passed over where their files are gone, empty, folders or links out of the home', async () => {
    const home = claudeHome();
    const outside = tempHome().write('secret.jsonl', typed('s', 'secret', side('ll')));
    home.write(inFolder('ee'), '');
    home.write(`${inFolder('dd')}/x`, '');
    symlinkSync(outside, join(home.path, inFolder('ll')));
    symlinkSync('/nowhere', join(home.path, inFolder('nn')));
    home.write(inFolder('bad'), '{"type":"user"\n\0\0\n[1]\n');
    expect((await loadAll(home.path, isMain)).added).toEqual([]);
    rmSync(dirname(join(home.path, inFolder('x'))), { recursive: true });
    expect((await loadAll(home.path, isMain)).added).toEqual([]);
  });

  it('are left out with the turn that was taken back, unless all is asked for', async () => {
    const home = tempHome();
    const lines = [
      typed('a', 'hello'),
      typed('b', 'first try', { parentUuid: 'a' }),
      spawn('c', 'toolu_1', { parentUuid: 'b' }),
      typed('d', 'second try', { parentUuid: 'a' }),
    ];
    home.write(`${PROJECT}/${ID}.jsonl`, lines.join(''));
    home.write(inFolder('aa'), typed('e', 'inner', side('aa')));
    home.write(note('aa'), '{"toolUseId":"toolu_1"}');
    const key = { path: join(home.path, PROJECT, `${ID}.jsonl`) };
    const load = (all: boolean) => loadSession(key, { homes: [home.path], subagents: true, all });
    expect(texts(await load(false))).not.toContain('inner');
    expect(texts(await load(true))).toContain('inner');
  });

  it('are read up to a number', async () => {
    const home = claudeHome();
    const count = limits.maxSubAgents + 3;
    for (let index = 0; index < count; index += 1)
      home.write(inFolder(`a${index}`), typed(`u${index}`, 'x', side(`a${index}`)));
    expect((await loadAll(home.path, isMain)).added).toHaveLength(limits.maxSubAgents);
  });

  it('are followed up to a depth', async () => {
    const home = claudeHome();
    const depth = limits.maxSubAgentDepth + 3;
    let parent = ID;
    for (let level = 1; level <= depth; level += 1) {
      const own = { ...side(`l${level}`), sessionId: parent };
      home.write(`${PROJECT}/${parent}/subagents/agent-l${level}.jsonl`, typed(`u${level}`, `level ${level}`, own));
      parent = `l${level}`;
    }
    const { added } = await loadAll(home.path, isMain);
    expect(texts(added).at(-1)).toBe(`level ${limits.maxSubAgentDepth}`);
  });
});
