import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Approval, type LiveEvent, openLive } from 'threadline/live';
import { agentStores, followSession, openSession } from 'threadline/sessions';
import { describe, expect, it, vi } from 'vitest';
import { readFirstRows } from '../../src/doors/server/transcript/follow-rows.ts';
import { createFileSource } from '../../src/doors/server/transcript/viewed-source.ts';
import { runCli } from '../cli/run-cli.ts';
import { collect, createPlace, type FakePlace } from './fake-session.ts';

const AGENT = fileURLToPath(new URL('../fakes/live/agent.mjs', import.meta.url));
const FIXTURES = fileURLToPath(new URL('../fixtures/live/', import.meta.url));
const CHANGED = { command: 'touch changed.txt', description: 'Make a file' };
/** A made-up secret: no file has it. */
const SECRET = `gh${'p'}_${'q7Zr1Xk9'.repeat(4)}Ab3x`;

interface Lived extends FakePlace {
  id: string;
  home: string;
  env: Record<string, string>;
  seen: LiveEvent[];
}

/** A recorded session of Claude Code, lived through again, and its session file beside the journal that we wrote. */
async function live(name: string, answer: (approval: Approval) => unknown): Promise<Lived> {
  const place = createPlace();
  const folder = join(FIXTURES, 'claude-2.1.325', name);
  const session = await openLive('claude', {
    cwd: place.cwd,
    dataFolder: place.data,
    program: [process.execPath, AGENT, join(folder, 'traffic.jsonl')],
  });
  const seen = collect(session, (event) => event.type === 'approval.requested' && answer(event.approval));
  await session.send('[[perm]] go').done;
  await session.close();
  const home = join(place.root, 'claude');
  cpSync(join(folder, 'session'), home, { recursive: true });
  const env = { THREADLINE_HOME: place.data, CLAUDE_CONFIG_DIR: home, HOME: place.root };
  return { ...place, id: session.id, home, env, seen };
}

const changed = () => live('c2d-updated-input', (approval) => approval.answer({ allow: 'once', input: CHANGED }));
const journalOf = ({ data, id }: Lived) => join(data, 'live', 'claude', `${id}.ndjson`);

async function reload({ home, env, id }: Lived) {
  const session = await openSession(`claude:${id}`, { homes: [home], env });
  const events = [];
  for await (const outcome of session.events()) if (outcome.ok) events.push(...outcome.events);
  return events;
}

/** What was asked and answered, as it was seen and as it is read again. */
function asked(seen: readonly LiveEvent[]) {
  return seen.flatMap((event) => {
    if (event.type !== 'approval.requested') return [];
    const end = seen.find((other) => other.type === 'approval.resolved' && other.id === event.approval.id);
    const { answer: _answer, ...approval } = event.approval;
    return end?.type === 'approval.resolved' ? [{ ...approval, answer: end.answer, by: end.by }] : [];
  });
}

describe('the journal is a part of the session', () => {
  it('a session that is read again tells the approvals that were seen, at their calls', async () => {
    const lived = await changed();
    const events = await reload(lived);
    const told = events.flatMap((event) => (event.type === 'context' && event.kind === 'live.answer' ? [event] : []));
    const withoutTime = told.map(({ data: { at: _at, type: _type, ...data } }) => data);
    expect(withoutTime).toEqual(JSON.parse(JSON.stringify(asked(lived.seen))));
    expect(withoutTime).toHaveLength(1);
    expect(withoutTime[0]).toMatchObject({ answer: { allow: 'once', input: CHANGED }, by: 'caller' });
    const call = events.findLast((event) => 'item' in event && event.item.id === told[0]?.item_id);
    expect(call && 'item' in call ? call.item.notes : []).toEqual([
      { kind: 'approval', text: `allowed (caller), with other arguments: ${JSON.stringify(CHANGED)}` },
    ]);
  });

  it('a session that is followed tells them too, and a later answer with the lines after it', async () => {
    const lived = await changed();
    const stop = new AbortController();
    const kinds: string[] = [];
    for await (const change of followSession(`claude:${lived.id}`, {
      homes: [lived.home],
      env: lived.env,
      signal: stop.signal,
    })) {
      if (change.kind !== 'outcomes') continue;
      for (const outcome of change.outcomes)
        if (outcome.ok)
          kinds.push(...outcome.events.flatMap((event) => (event.type === 'context' ? [event.kind] : [])));
      if (change.isCurrent) stop.abort();
    }
    expect(kinds.filter((kind) => kind.startsWith('live.'))).toEqual(['live.answer']);
  });

  it('damaged lines, odd values and answers without a call harm nothing, and are told where they can be', async () => {
    const lived = await changed();
    const entry = (more: object) => `${JSON.stringify({ at: '2020-01-01T00:00:00Z', type: 'answer', ...more })}\n`;
    appendFileSync(
      journalOf(lived),
      `{"half\n[]\nnull\n{"at":0,"type":"answer"}\n{"at":"never","type":"answer"}\n${entry({ item_id: { toString: 0 }, answer: { toString: 0 }, by: { toString: 0 } })}${entry({ title: 'early', answer: { deny: true, reason: 'no' }, by: 'policy' })}${entry({ at: '2990-01-01T00:00:00Z', item_id: 'gone', command: 'late', answer: { allow: 'session' }, by: 'caller' })}{"at":"2990-01-01T00:00:00Z","type":"answer","torn`,
    );
    const events = await reload(lived);
    const texts = events.flatMap((event) =>
      event.type === 'context' && event.kind.startsWith('live.') ? [event.text] : [],
    );
    expect(texts).toEqual([
      'denied',
      'early: denied (policy): no',
      undefined,
      'late: allowed for this session (caller)',
    ]);
  });

  it('show and convert tell it, without secrets where they are to be hidden', async () => {
    const lived = await live('c2d-updated-input', (approval) =>
      approval.answer({ allow: 'once', input: { ...CHANGED, command: `echo ${SECRET}` } }),
    );
    const show = await runCli(['show', lived.id, '--home', lived.home], { env: lived.env });
    expect(show.stdout).toContain('allowed (caller), with other arguments');
    for (const to of ['events', 'html']) {
      const kept = await runCli(['convert', lived.id, '--to', to, '--home', lived.home], { env: lived.env });
      const hidden = await runCli(['convert', lived.id, '--to', to, '--redact', '--home', lived.home], {
        env: lived.env,
      });
      expect([to, kept.stdout.includes(SECRET), hidden.stdout.includes(SECRET)]).toEqual([to, true, false]);
      expect(hidden.stdout).toContain('redacted');
    }
  });

  it('the page has it as a note of the call', async () => {
    const lived = await changed();
    vi.stubEnv('THREADLINE_HOME', lived.data);
    const session = await openSession(`claude:${lived.id}`, { homes: [lived.home], env: lived.env });
    const how = { agents: agentStores, agent: 'claude', maxTextBytes: 1000 };
    const { rows } = await readFirstRows(createFileSource(session.info.path, agentStores), how, 100);
    const notes = rows.flatMap(({ blocks }) => blocks.flatMap((block) => (block.type === 'note' ? [block] : [])));
    expect(notes.filter(({ kind }) => kind === 'approval').map(({ text }) => text.text)).toEqual([
      `allowed (caller), with other arguments: ${JSON.stringify(CHANGED)}`,
    ]);
  });

  it('is gone with its session: delete, forget, prune', async () => {
    const lived = await changed();
    const options = { env: lived.env };
    const path = journalOf(lived);
    const text = readFileSync(path);
    const again = () => writeFileSync(path, text);
    await runCli(['archive', 'index', '--home', lived.home], options);
    await runCli(['archive', 'prune', '--before', '2030-01-01', '--yes'], options);
    expect(existsSync(path)).toBe(false);
    again();
    await runCli(['archive', 'rebuild', '--yes', '--home', lived.home], options);
    await runCli(['archive', 'index', '--home', lived.home], options);
    await runCli(['archive', 'forget', lived.id, '--yes'], options);
    expect(existsSync(path)).toBe(false);
    again();
    const deleted = await runCli(['delete', lived.id, '--yes', '--home', lived.home], options);
    expect(deleted.stdout).toContain('journal');
    expect(existsSync(path)).toBe(false);
  });

  it('a folder in its place harms nothing', async () => {
    const lived = await changed();
    rmSync(journalOf(lived));
    mkdirSync(journalOf(lived));
    expect((await reload(lived)).some((event) => event.type === 'context' && event.kind === 'live.answer')).toBe(false);
  });
});
