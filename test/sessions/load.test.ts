import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { countTurns, listSessions, loadSession, openSession } from 'threadline/sessions';
import { describe, expect, it } from 'vitest';
import { bundledRecordings } from '../fixtures.ts';
import { rolloutPath, rollouts, smallSession, tempHome, threadId } from './temp-home.ts';

const recordings = [
  ...new Set(bundledRecordings('*/*/rollout.jsonl').map(({ name }) => name.replace(/\/rollout\.jsonl$/, ''))),
];

/** How often the assistant spoke, by the one channel of the file that says it: items, else events, else bare records. */
function spokenTexts(path: string): number {
  const payloads = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .map((record) => record.payload ?? record);
  const items = payloads.filter(({ type, item }) => type === 'item_completed' && item.type === 'AgentMessage');
  const events = payloads.filter(({ type, message }) => type === 'agent_message' && typeof message === 'string');
  const bare = payloads.filter(({ type, role }) => type === 'message' && role === 'assistant');
  return items.length || events.length || bare.flatMap(({ content }) => content).length;
}

describe('loadSession', () => {
  it('case 67: an unknown id gives [], and so does a CODEX_HOME that points nowhere', async () => {
    const home = tempHome();
    expect(await loadSession(threadId(1), { env: { CODEX_HOME: home.path } })).toEqual([]);
    expect(await loadSession(threadId(1), { env: { CODEX_HOME: join(home.path, 'nowhere') } })).toEqual([]);
    expect(await loadSession({ path: join(home.path, 'nowhere.jsonl') })).toEqual([]);
  });

  it('case 67: a known id gives messages in the order of their times, each with all of its fields', async () => {
    const home = tempHome();
    home.record('0.98.0/s2-shell');
    const [session] = await listSessions({ homes: [home.path] });
    const messages = await loadSession(session?.id ?? '', { env: { CODEX_HOME: home.path } });
    expect(messages.length).toBeGreaterThan(3);
    for (const message of messages) {
      expect(message.id).not.toBe('');
      expect(['user', 'assistant', 'system']).toContain(message.role);
      expect(Array.isArray(message.content)).toBe(true);
      expect(message.timestamp).toBeGreaterThan(0);
      expect(message.tool).toBe('codex');
      expect(message._original).toBeTypeOf('object');
    }
    const times = messages.map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it.each(recordings)(
    'case 68: nothing is said twice, ids are unique and two loads give the same bytes: %s',
    async (recording) => {
      const home = tempHome();
      const paths = home.record(recording);
      const listed = await listSessions({ homes: [home.path] });
      expect(listed.map(({ path }) => path).sort()).toEqual(paths.sort());
      for (const { id, path } of listed) {
        const options = { homes: [home.path], all: true };
        const [byId, byPath] = [await loadSession(id, options), await loadSession({ path }, options)];
        expect(JSON.stringify(byId)).toBe(JSON.stringify(byPath));
        expect(new Set(byId.map((message) => message.id)).size).toBe(byId.length);
        const own = byId.filter((message) => message.role === 'assistant' && !message.id.startsWith('p'));
        const spoken = own.flatMap(({ content }) => content).filter((block) => block.type === 'text');
        expect(spoken).toHaveLength(spokenTexts(path));
      }
      expect(rollouts(recording)).toHaveLength(paths.length);
    },
  );

  it('gives the messages of a session that is reached by a path through a link', async () => {
    const [home, other] = [tempHome(), tempHome()];
    const path = home.write(rolloutPath(1), smallSession(1));
    const link = join(other.path, 'copy.jsonl');
    symlinkSync(path, link);
    expect(JSON.stringify(await loadSession({ path: link }))).toBe(JSON.stringify(await loadSession({ path })));
    rmSync(link);
  });
});

describe('countTurns', () => {
  it('counts the turns of the thread, one more after each resume', async () => {
    for (const [recording, turns] of [
      ['0.55.0/s8-resume-0-first', 1],
      ['0.55.0/s8-resume-1-id', 2],
      ['0.155.0/s8-resume-1-id', 2],
      ['0.20.0/s2-shell', 1],
    ] as const) {
      const home = tempHome();
      const [path = ''] = home.record(recording);
      const { info } = await openSession({ path });
      expect(await countTurns(info.id, { homes: [home.path] }), recording).toBe(turns);
    }
  });
});
