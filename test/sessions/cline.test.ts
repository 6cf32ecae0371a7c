import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEventReader, createMessageBuilder, createThread } from 'threadline';
import { agentStores, listSessions } from 'threadline/sessions';
import { sessionUsage } from 'threadline/usage';
import { expect, it, onTestFinished } from 'vitest';

const agents = agentStores.filter(({ name }) => name === 'cline');
const home = (scenario: string) => fileURLToPath(new URL(`../fixtures/cline/${scenario}/session`, import.meta.url));

it('lists sessions of both versions with folder, prompt and parent', async () => {
  const three = await listSessions({ homes: [home('3.0.65/s2-shell')], agents });
  expect(three).toMatchObject([
    { agent: 'cline', id: '1794820440385_6uonb', cwd: '/home/user/project', cliVersion: '3.0.65' },
  ]);
  expect(three[0]?.firstPrompt).toBe('[[s2]] List the files, then run the failing check.');
  const two = await listSessions({ homes: [home('2.18.0/s2-shell')], agents });
  expect(two).toMatchObject([{ agent: 'cline', id: '1794821124992', cwd: '/home/user/project' }]);
});

it.each([
  ['3.0.65/s2-shell', 4],
  ['2.18.0/s2-shell', 3],
])('counts every request of %s', async (scenario, requests) => {
  const paths = (await listSessions({ homes: [home(scenario)], agents })).map(({ path }) => path);
  const [total] = [...(await sessionUsage(paths)).values()];
  expect(total).toMatchObject({ requests, input: requests * 5321, output: requests * 87 });
});

it('finds sessions below HOME, and by its variables', () => {
  const [cline] = agents;
  expect(cline?.store.homes({ HOME: '/h' }).paths).toEqual(['/h/.cline/data']);
  expect(cline?.store.homes({ HOME: '/h', CLINE_DIR: '/c' })).toEqual({ paths: ['/c/data'], isNamed: true });
  expect(cline?.store.homes({ HOME: '/h', CLINE_DATA_DIR: '/d' }).paths).toEqual(['/d']);
  const both = cline?.store.homes({ HOME: '/h', CLINE_DATA_DIR: '/d', CLINE_SESSION_DATA_DIR: ' /s ' });
  expect(both).toEqual({ paths: ['/s', '/d'], isNamed: true });
  // Nobody named the usual place, so that it is not there is no problem.
  expect(cline?.store.homes({ HOME: '/h', CLINE_SESSION_DATA_DIR: '/s' }).paths).toEqual(['/s']);
  const usual = mkdtempSync(join(tmpdir(), 'threadline-cline-'));
  onTestFinished(() => rmSync(usual, { recursive: true, force: true }));
  const data = join(usual, '.cline/data');
  mkdirSync(data, { recursive: true });
  expect(cline?.store.homes({ HOME: usual, CLINE_SESSION_DATA_DIR: '/s' }).paths).toEqual(['/s', data]);
});

it('lists the sessions of a folder of any name that holds nothing else, with their sub-agents', async () => {
  const moved = mkdtempSync(join(tmpdir(), 'threadline-cline-'));
  onTestFinished(() => rmSync(moved, { recursive: true, force: true }));
  cpSync(join(home('3.0.65/s11-agent'), 'sessions'), moved, { recursive: true });
  const usual = await listSessions({ homes: [home('3.0.65/s11-agent')], agents });
  const sessions = await listSessions({ homes: [moved], agents });
  const facts = (list: typeof sessions) => list.map(({ id, parentId, cwd }) => [id, parentId, cwd]).sort();
  expect(facts(sessions)).toEqual(facts(usual));
  expect(sessions.some(({ parentId }) => parentId !== undefined)).toBe(true);
});

const line = (event: object) => `${JSON.stringify({ ts: '2026-11-16T09:14:00.921Z', type: 'agent_event', event })}\n`;

it('ends a turn by the line that tells who ended the run, if nothing else ended it', () => {
  const aborted = { type: 'run_aborted', reason: 'external_abort', message: 'aborted by another client' };
  const told = (...records: object[]) => {
    const reader = createEventReader();
    const lines = records.map((record) => `${JSON.stringify({ ts: '2026-11-16T09:14:00.921Z', ...record })}\n`);
    const outcomes = [...reader.push(lines.join('')), ...reader.end()];
    expect(outcomes.flatMap((outcome) => (outcome.ok ? outcome.problems : [outcome.error]))).toEqual([]);
    return outcomes.flatMap((outcome) => (outcome.ok ? outcome.events : []));
  };
  const begun = { type: 'agent_event', event: { type: 'iteration_start', iteration: 1 } };
  const alone = told(begun, aborted);
  expect(alone.at(-1)).toMatchObject({ type: 'turn.aborted', reason: 'external_abort' });
  const result = { type: 'run_result', finishReason: 'aborted', iterations: 1, durationMs: 1, text: '' };
  const behind = told(begun, result, aborted);
  expect(behind.filter(({ type }) => type === 'turn.aborted')).toHaveLength(1);
  expect(behind.at(-1)).toMatchObject({ type: 'context', kind: 'run_aborted', text: 'aborted by another client' });
});

it('tells once why a call could not run, though the reason stands beside its output as JSON', () => {
  const call = { contentType: 'tool', toolCallId: 'c1', toolName: 'run_commands' };
  const output = { error: 'Tool "run_commands" requires approval' };
  const reader = createEventReader();
  const records = [
    line({ type: 'content_start', ...call, input: { commands: ['ls'] } }),
    line({ type: 'content_end', ...call, output, error: JSON.stringify(output) }),
    line({ type: 'content_end', ...call, toolCallId: 'c2', output, error: 'another reason' }),
  ];
  const outcomes = [...reader.push(records.join('')), ...reader.end()];
  const ended = outcomes.flatMap((outcome) =>
    outcome.ok ? outcome.events.filter(({ type }) => type === 'item.completed') : [],
  );
  expect(JSON.stringify(ended[0]).match(/requires approval/g)).toHaveLength(1);
  expect(ended[0]).toMatchObject({ item: { status: 'failed' } });
  expect(JSON.stringify(ended[1])).toContain('another reason');
});

it('shows one call with several commands as several calls, each with its own result', () => {
  const call = { contentType: 'tool', toolCallId: 'c1', toolName: 'run_commands' };
  const output = [
    { query: 'ls', result: 'a\n', success: true },
    { query: 'false', result: '', error: 'Command exited with code 1', success: false },
  ];
  const reader = createEventReader();
  const builder = createMessageBuilder();
  const text =
    line({ type: 'content_start', ...call, input: { commands: ['ls', 'false'] } }) +
    line({ type: 'content_end', ...call, output });
  for (const outcome of [...reader.push(text), ...reader.end()]) {
    if (outcome.ok) for (const event of outcome.events) builder.push(event);
  }
  const [message] = builder.messages;
  expect(message?.content.map((block) => block.type)).toEqual(['tool_use', 'tool_use', 'tool_result', 'tool_result']);
  expect(message?.content).toMatchObject([
    { id: 'c1', name: 'Bash', input: { command: 'ls' } },
    { name: 'Bash', input: { command: 'false' } },
    { content: 'a\n', is_error: true },
    { content: 'Command exited with code 1' },
  ]);
});

it('tells the lines of a sub-agent apart, whose start was not printed', () => {
  const call = { contentType: 'tool', toolCallId: 'c1', toolName: 'spawn_agent' };
  const reader = createEventReader();
  const text =
    line({ type: 'iteration_start', iteration: 1 }) +
    line({ type: 'content_start', ...call, input: { task: 'count' } }) +
    line({ type: 'iteration_start', iteration: 1 }) +
    line({ type: 'content_end', contentType: 'text', text: 'inner' }) +
    line({ type: 'done', reason: 'completed' }) +
    line({ type: 'content_end', ...call, output: { text: 'inner' } }) +
    line({ type: 'content_end', contentType: 'text', text: 'outer' });
  const events = [...reader.push(text), ...reader.end()].flatMap((outcome) => (outcome.ok ? outcome.events : []));
  const said = events.flatMap((event) =>
    event.type === 'item.completed' && event.item.type === 'agent_message'
      ? [[event.item.text, event.parent_item_id]]
      : [],
  );
  expect(said).toEqual([
    ['inner', 'c1'],
    ['outer', undefined],
  ]);
});

it('lists what a teammate did as a session of its own, by the id that Cline gives it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-cline-team-'));
  const session = join(folder, 'sessions', '17_lead');
  mkdirSync(session, { recursive: true });
  const said = [{ id: 'm1', role: 'user', content: [{ type: 'text', text: 'Count the files.' }], ts: 1794988239736 }];
  const mate = '17_lead__teamtask__counter__LJQ7IK';
  const header = { version: 1, updated_at: '2026-11-18T07:50:39.859Z', agent: 'teammate', sessionId: mate };
  const origin = { source: 'cli', mode: 'team', parentThreadId: '17_lead', subagent: 'counter' };
  writeFileSync(join(session, 'counter__LJQ7IK.messages.json'), JSON.stringify({ ...header, origin, messages: said }));
  const listed = await listSessions({ homes: [folder], agents });
  expect(listed).toMatchObject([{ id: mate, parentId: '17_lead', firstPrompt: 'Count the files.' }]);
  rmSync(folder, { recursive: true });
});

it('reads a team: the lines of a teammate are its own, and its requests count once', () => {
  const usage = { type: 'usage', inputTokens: 10, outputTokens: 1, totalInputTokens: 10, totalOutputTokens: 1 };
  const other = (type: string, fields: object) =>
    `${JSON.stringify({ ts: '2026-11-16T09:14:00.921Z', type, ...fields })}\n`;
  const team = (event: object) => other('team_event', { event });
  const hook = (agentId: string) => other('hook_event', { hookEventName: 'tool_call', agentId, parentAgentId: null });
  const mate = (event: object) => team({ type: 'agent_event', agentId: 'counter', event });
  const text =
    hook('lead') +
    line({ type: 'iteration_start', iteration: 1 }) +
    line(usage) +
    team({ type: 'teammate_spawned', agentId: 'counter', teammate: { runtimeAgentId: 'agent_2' } }) +
    line({ type: 'content_start', contentType: 'tool', toolCallId: 'c1', toolName: 'team_run_task', input: {} }) +
    hook('agent_2') +
    mate({ type: 'iteration_start', iteration: 1 }) +
    line(usage) +
    mate(usage) +
    mate({ type: 'content_end', contentType: 'text', text: 'There are 4.' }) +
    mate({ type: 'done', reason: 'completed' }) +
    team({ type: 'task_end', agentId: 'counter', result: {} }) +
    line({ type: 'content_end', contentType: 'tool', toolCallId: 'c1', toolName: 'team_run_task', output: [] }) +
    line({ type: 'notice', noticeType: 'status', message: 'auto-compacting' }) +
    line({ type: 'iteration_start', iteration: 2 }) +
    line({ ...usage, totalInputTokens: 20, totalOutputTokens: 2 });
  const reader = createEventReader();
  const outcomes = [...reader.push(text), ...reader.end()];
  const events = outcomes.flatMap((outcome) => (outcome.ok ? outcome.events : []));
  expect(events.filter(({ type }) => type === 'unknown')).toEqual([]);
  const counts = events.filter((event) => event.type === 'token_count');
  expect(counts.map((event) => event.thread_id)).toEqual([undefined, 'agent_2', undefined]);
  const words = events.find((event) => event.type === 'item.completed' && event.item.type === 'agent_message');
  expect(words).toMatchObject({ thread_id: 'agent_2', parent_item_id: 'c1', item: { text: 'There are 4.' } });
  const thread = createThread();
  for (const event of events) thread.push(event);
  expect(thread.usage).toMatchObject({ input_tokens: 30, output_tokens: 3 });
});

it('reads odd events of a team without a throw, and tells what it could not read', () => {
  const ODD: unknown[] = [{ toString: 0 }, [], [null], 7, null, 'x', { type: 7 }, { type: 'usage', inputTokens: {} }];
  const events = ODD.flatMap((odd) => [
    odd,
    { type: 'agent_event', agentId: odd, event: { type: 'iteration_start', iteration: odd } },
    { type: 'agent_event', agentId: 'a', event: odd },
    { type: 'teammate_spawned', agentId: '__proto__', teammate: odd },
  ]);
  const text = events.map((event) => `${JSON.stringify({ ts: '2026-11-16T09:14:00Z', type: 'team_event', event })}\n`);
  const reader = createEventReader();
  const head = `${JSON.stringify({ ts: '2026-11-16T09:14:00Z', type: 'hook_event', hookEventName: 'agent_start' })}\n`;
  const outcomes = [...reader.push(head + text.join('')), ...reader.end()];
  expect(outcomes).toHaveLength(events.length + 1);
  for (const outcome of outcomes) expect(outcome.ok && outcome.events.length > 0).toBe(true);
});
