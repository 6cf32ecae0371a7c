import { fileURLToPath } from 'node:url';
import { createEventReader, createMessageBuilder } from 'threadline';
import { agentStores, listSessions } from 'threadline/sessions';
import { sessionUsage } from 'threadline/usage';
import { expect, it } from 'vitest';

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
});

const line = (event: object) => `${JSON.stringify({ ts: '2026-11-16T09:14:00.921Z', type: 'agent_event', event })}\n`;

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
