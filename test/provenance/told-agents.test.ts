import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createEventReader, type ThreadEvent } from 'threadline';
import { openSession } from 'threadline/sessions';
import { findUsageFiles, scanUsage } from 'threadline/usage';
import { afterAll, describe, expect, it } from 'vitest';

const SESSION = 'a0a1c2d3-0000-4000-8000-00000000000a';
const AGENT = 'a041e06d845dcf6c8';
const TASK = 'toolu_task';
const home = mkdtempSync(join(tmpdir(), 'threadline-told-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const common = { sessionId: SESSION, cwd: '/p', version: '2.1.75', isSidechain: false, gitBranch: 'main' };
let clock = 0;
const now = () => new Date(Date.UTC(2026, 0, 1) + clock++ * 1000).toISOString();
const usage = { input_tokens: 10, output_tokens: 7 };
const answer = (id: string, ...content: object[]) => ({
  id,
  type: 'message',
  role: 'assistant',
  model: 'opus',
  content,
  usage,
});
const asked = (uuid: string, id: string, block: object) => ({
  type: 'assistant',
  uuid,
  timestamp: now(),
  requestId: `req_${uuid}`,
  message: answer(id, block),
});
const told = (uuid: string, content: unknown) => ({
  type: 'user',
  uuid,
  timestamp: now(),
  message: { role: 'user', content },
});
const edit = (id: string, path: string) => ({
  type: 'tool_use',
  id,
  name: 'Edit',
  input: { file_path: path, old_string: 'x', new_string: 'y' },
});
const result = (id: string) => [{ type: 'tool_result', tool_use_id: id, content: 'ok' }];

/** What the sub-agent did, as its own file has it. */
const work = [
  told('s1', 'Do the parts.'),
  asked('s2', 'msg_s1', edit('toolu_1', '/p/one')),
  told('s3', result('toolu_1')),
  asked('s4', 'msg_s2', edit('toolu_2', '/p/two')),
  told('s5', result('toolu_2')),
  asked('s6', 'msg_s3', { type: 'text', text: 'Done.' }),
];
const progress = (record: object, more: object = {}) => ({
  ...common,
  type: 'progress',
  uuid: `p-${now()}`,
  timestamp: now(),
  toolUseID: 'agent_msg',
  parentToolUseID: TASK,
  data: { type: 'agent_progress', agentId: AGENT, prompt: '', message: record },
  ...more,
});
const before = [
  { ...common, ...told('u1', 'Start a sub-agent.') },
  {
    ...common,
    ...asked('a1', 'msg_1', { type: 'tool_use', id: TASK, name: 'Agent', input: { prompt: 'Do the parts.' } }),
  },
];
const after = [
  { ...common, ...told('u2', result(TASK)) },
  { ...common, ...asked('a2', 'msg_2', { type: 'text', text: 'All done.' }) },
];
const session = [...before, ...work.map((record) => progress(record)), ...after];
const text = (records: readonly object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');

function eventsOf(records: readonly object[], options = {}, problems: readonly string[] = []): ThreadEvent[] {
  const reader = createEventReader(options);
  const outcomes = [...reader.push(text(records)), ...reader.end()];
  const told = outcomes.flatMap((outcome) => (outcome.ok ? outcome.problems : [outcome.error]));
  expect(told.map(({ message }) => message)).toEqual(problems);
  return outcomes.flatMap((outcome) => (outcome.ok ? outcome.events : []));
}
const finished = (events: readonly ThreadEvent[]) =>
  events.flatMap((event) => (event.type === 'item.completed' && event.parent_item_id !== undefined ? [event] : []));

/** A home with the session, and the sub-agent's own file with these lines. */
function homeWith(name: string, own: readonly object[] | undefined): { path: string; agent: string } {
  const folder = join(home, name, 'projects', '-p');
  const path = join(folder, `${SESSION}.jsonl`);
  const agent = join(folder, SESSION, 'subagents', `agent-${AGENT}.jsonl`);
  mkdirSync(dirname(agent), { recursive: true });
  writeFileSync(path, text(session));
  if (own)
    writeFileSync(agent, text(own.map((record) => ({ ...common, isSidechain: true, agentId: AGENT, ...record }))));
  return { path, agent };
}

/** Every request that is counted, of the session and of its sub-agents. */
async function rowsOf(path: string): Promise<object[]> {
  const rows: object[] = [];
  const homes = [dirname(dirname(dirname(path)))];
  for await (const { line: _line, ...row } of scanUsage(findUsageFiles({ homes }))) rows.push(row);
  return rows;
}

async function editsIn(path: string): Promise<string[]> {
  const { events } = await openSession({ path });
  const found: ThreadEvent[] = [];
  for await (const outcome of events()) if (outcome.ok) found.push(...outcome.events);
  return finished(found).flatMap(({ item }) => (item.type === 'file_change' ? [item.id] : []));
}

describe('messages of sub-agents that the session file of Claude Code repeats', () => {
  it('are events of the sub-agent, under the call that started it, and name no request', () => {
    const events = finished(eventsOf(session));
    expect(events.map(({ item }) => item.type)).toEqual([
      'user_message',
      'file_change',
      'file_change',
      'agent_message',
    ]);
    for (const event of events) {
      expect(event).toMatchObject({ thread_id: AGENT, parent_item_id: TASK });
      expect(event.request_id).toBeUndefined();
    }
    expect(events[1]).toMatchObject({ timestamp: work[2]?.timestamp, item: { id: 'toolu_1', status: 'completed' } });
  });

  it('come once, also where a line is repeated', () => {
    const twice = [...before, ...work.flatMap((record) => [progress(record), progress(record)]), ...after];
    expect(finished(eventsOf(twice)).map(({ item }) => item.id)).toEqual(
      finished(eventsOf(session)).map(({ item }) => item.id),
    );
  });

  it('are written once: what a sub-agent read is in one event', () => {
    const seen = 'a line that was read;'.repeat(1000);
    const records = [
      asked('r1', 'msg_r', { type: 'tool_use', id: 'toolu_r', name: 'Read', input: { file_path: '/p/a' } }),
      told('r2', [{ type: 'tool_result', tool_use_id: 'toolu_r', content: seen }]),
    ];
    const events = JSON.stringify(eventsOf([...before, ...records.map((record) => progress(record)), ...after]));
    expect(events.split(seen)).toHaveLength(2);
  });

  it('change no turn, no total and no token of the session', () => {
    const counted = (options: object) =>
      eventsOf(session, options).filter(({ type }) => type.startsWith('turn.') || type === 'token_count');
    expect(counted({})).toEqual(counted({ isToldElsewhere: () => true }));
  });

  it.each([
    ['without its own file', undefined],
    ['with its own file', work],
    ['with a part of it', work.slice(0, 3)],
  ])('are never counted in requests, tokens and cost: %s', async (name, own) => {
    const { path } = homeWith(`usage ${name}`, own);
    const repeated = await rowsOf(path);
    writeFileSync(path, text([...before, ...after]));
    expect(repeated.length).toBeGreaterThan(0);
    expect(repeated).toEqual(await rowsOf(path));
  });

  it('are read from the own file where it has them, by the ids of calls and lines', async () => {
    expect(await editsIn(homeWith('none', undefined).path)).toEqual(['toolu_1', 'toolu_2']);
    expect(await editsIn(homeWith('all', work).path)).toEqual([]);
    const { path, agent } = homeWith('part', work.slice(0, 3));
    expect(await editsIn(path)).toEqual(['toolu_2']);
    appendFileSync(agent, text(work.slice(3).map((record) => ({ ...common, ...record, uuid: 'another' }))));
    expect(await editsIn(path)).toEqual([]);
  });

  it.each<object>([
    { data: null },
    { data: [] },
    { parentToolUseID: 5 },
    { parentToolUseID: '' },
    { data: { type: 'agent_progress', agentId: { toString: 0 }, message: work[1] } },
    { data: { type: 'agent_progress', agentId: AGENT, message: { type: 'system', message: {} } } },
    { data: { type: 'bash_progress', agentId: AGENT, message: work[1] } },
  ])('odd lines stay context: %j', (more) => {
    const events = eventsOf([...before, progress(work[1] ?? {}, more), ...after]);
    expect(finished(events)).toEqual([]);
    expect(events.some((event) => event.type === 'context' && event.kind === 'progress')).toBe(true);
  });

  it('a message of the wrong type stays context too, and is told as a problem', () => {
    const data = { type: 'agent_progress', agentId: '../../x', message: { type: 'user', message: null } };
    const records = [...before, progress(work[1] ?? {}, { data }), ...after];
    const events = eventsOf(records, {}, ['data.message.message has the wrong type: null']);
    expect(finished(events)).toEqual([]);
    expect(events.some((event) => event.type === 'context' && event.kind === 'progress')).toBe(true);
  });

  it('a name of a sub-agent that leads out of the folder is not looked up', async () => {
    const { path } = homeWith('outside', work);
    const odd = { data: { type: 'agent_progress', agentId: '../../../../etc/passwd', message: work[1] } };
    writeFileSync(path, text([...before, progress(work[1] ?? {}, odd), progress(work[2] ?? {}, odd), ...after]));
    expect(await editsIn(path)).toEqual([]);
  });
});
