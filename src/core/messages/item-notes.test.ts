import { describe, expect, it } from 'vitest';
import type { ThreadEvent } from '../thread/event.ts';
import type { ThreadItem } from '../thread/item.ts';
import { createEventReader } from '../wires/event-reader.ts';
import { itemNotes } from './item-notes.ts';
import { createMessageBuilder, type MessageBuilderOptions } from './message-builder.ts';
import { parse } from './parse.ts';

function messagesOf(input: string | readonly object[], options: MessageBuilderOptions = {}) {
  const text = typeof input === 'string' ? input : input.map((record) => `${JSON.stringify(record)}\n`).join('');
  const reader = createEventReader();
  const builder = createMessageBuilder({ original: false, ...options });
  for (const outcome of [...reader.push(text), ...reader.end()]) {
    if (outcome.ok) for (const event of outcome.events) builder.push(event);
  }
  builder.end();
  return builder.messages;
}
const notesOf = (input: readonly object[], options?: MessageBuilderOptions) =>
  messagesOf(input, options).flatMap(({ notes = [] }) => notes);

const codexMeta = { type: 'session_meta', timestamp: '2026-01-01T00:00:00Z', payload: { id: 't', cwd: '/p' } };
const response = (payload: object) => ({ type: 'response_item', timestamp: '2026-01-01T00:00:01Z', payload });
const call = (name: string, args: object, call_id = 'c') =>
  response({ type: 'function_call', name, arguments: JSON.stringify(args), call_id });
const output = (text: string, call_id = 'c') => response({ type: 'function_call_output', call_id, output: text });

const claude = { sessionId: 's', cwd: '/p', version: '2', timestamp: '2026-01-01T00:00:00.000Z', isSidechain: false };
const typed = (uuid: string, content: unknown) => ({
  ...claude,
  type: 'user',
  uuid,
  message: { role: 'user', content },
});
const said = (uuid: string, ...content: object[]) => ({
  ...claude,
  type: 'assistant',
  uuid,
  message: { id: 'm', role: 'assistant', content },
});

describe('notes of a message of Codex', () => {
  it('are the reason and the permission of an escalated command, not the usual permission', () => {
    const asked = { cmd: 'ls', justification: 'May I look outside?', sandbox_permissions: 'require_escalated' };
    expect(notesOf([codexMeta, call('exec_command', asked), output('Exit code: 0\nOutput:\nx')])).toEqual([
      { kind: 'justification', text: 'May I look outside?' },
      { kind: 'sandbox_permissions', text: 'require_escalated' },
    ]);
    expect(notesOf([codexMeta, call('exec_command', { cmd: 'ls', sandbox_permissions: 'use_default' })])).toEqual([]);
  });

  it.each([['Plan updated'], ['update_plan is not allowed in Plan mode']])(
    'are the explanation of a plan, answered by "%s"',
    (answer) => {
      const plan = { explanation: 'Why it changed', plan: [{ step: 'a', status: 'pending' }] };
      const records = [codexMeta, call('update_plan', plan), output(answer)];
      expect(notesOf(records)).toEqual([{ kind: 'explanation', text: 'Why it changed' }]);
    },
  );

  it('are the queries that its block does not have', () => {
    const action = { type: 'search', query: 'one', queries: ['one', 'two', 'two', 'three'] };
    expect(notesOf([codexMeta, response({ type: 'web_search_call', status: 'completed', action })])).toEqual([
      { kind: 'query', text: 'two' },
      { kind: 'query', text: 'three' },
    ]);
  });

  it('are what an MCP server answers beside text, and a structure that the text does not repeat', () => {
    const item = (content: unknown[], structured_content: unknown): ThreadItem => ({
      id: 'i',
      type: 'mcp_tool_call',
      server: 's',
      tool: 't',
      status: 'completed',
      result: { content, structured_content },
    });
    const resource = { type: 'resource', resource: { uri: 'file:///a', mimeType: 'text/plain', text: 'inside' } };
    const audio = { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' };
    expect(itemNotes(item([{ type: 'text', text: '{ "a": 1 }' }, resource, audio], { a: 1 }))).toEqual([
      { kind: 'resource', text: 'file:///a\ninside' },
    ]);
    expect(itemNotes(item([{ type: 'text', text: 'a summary' }], { a: 1 }))).toEqual([
      { kind: 'structured_content', text: '{"a":1}' },
    ]);
  });

  it('are those of a line that is read alone, too', () => {
    const line = JSON.stringify(call('shell', { command: ['ls'], justification: 'Because' }));
    expect(parse(line)?.notes).toEqual([{ kind: 'justification', text: 'Because' }]);
    expect(parse(JSON.stringify(call('my_tool', { explanation: 'in the input' })))?.notes).toBeUndefined();
  });
});

describe('notes of a message of Claude Code', () => {
  it('are an attached document, its name before its text, beside the prompt', () => {
    const source = { type: 'text', media_type: 'text/plain', data: 'All of it.' };
    const content = [
      { type: 'document', source, title: 'plan.md' },
      { type: 'text', text: 'this one' },
    ];
    expect(messagesOf([typed('u', content)])).toMatchObject([
      { content: [{ text: 'this one' }], notes: [{ kind: 'document', text: 'plan.md\nAll of it.' }] },
    ]);
    expect(messagesOf([typed('u', content.slice(0, 1))])).toMatchObject([{ content: [], notes: [{}] }]);
  });

  it('name a document that is no text; its data is an image block', () => {
    const source = { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' };
    expect(messagesOf([typed('u', [{ type: 'document', source, title: 'a.pdf' }])])).toMatchObject([
      { content: [{ type: 'image', source }], notes: [{ kind: 'document', text: 'a.pdf' }] },
    ]);
  });

  it('are blocks of a result that are no text', () => {
    const content = [{ type: 'search_result', title: 'A page', source: 'https://a.b', content: [{ text: 'words' }] }];
    const records = [
      said('a', { type: 'tool_use', id: 'x', name: 'Search', input: {} }),
      typed('b', [{ type: 'tool_result', tool_use_id: 'x', content }]),
    ];
    expect(notesOf(records)).toEqual([{ kind: 'search_result', text: 'A page\nhttps://a.b\nwords' }]);
  });

  it('tell how a task in the background ended, in the notice of it', () => {
    const prompt = '<task-notification>\n<task-id>b</task-id>\n<summary>It failed</summary>\n</task-notification>';
    const attachment = { type: 'queued_command', prompt, commandMode: 'task-notification' };
    expect(messagesOf([typed('u', 'go'), { ...claude, type: 'attachment', uuid: 'v', attachment }])).toMatchObject([
      {},
      { role: 'system', content: [{ text: 'It failed' }], notes: [{ kind: 'task', text: prompt }] },
    ]);
  });

  it('join the result of another service with its call, in the same message or on a line of its own', () => {
    const use = { type: 'server_tool_use', id: 'call_1', name: 'webReader', input: '{"url":"https://a.b"}' };
    const result = { type: 'tool_result', tool_use_id: 'call_1', content: 'the page' };
    for (const answer of [said('b', result), { ...claude, uuid: 'b', ...result }]) {
      expect(messagesOf([typed('u', 'go'), said('a', use), answer])[1]?.content).toMatchObject([
        { name: 'webReader', input: { url: 'https://a.b' } },
        { content: 'the page', is_error: false },
      ]);
    }
  });

  it('show what the CLI records only with all, under ids that move no other', () => {
    const records = [
      typed('u', 'go'),
      { ...claude, type: 'system', subtype: 'api_error', uuid: 'v', error: { message: 'Service is busy' } },
      {
        ...claude,
        type: 'attachment',
        uuid: 'w',
        attachment: { type: 'new_kind', remark: 'Something new', id: 'x-y' },
      },
      typed('x', '<system-reminder>a reminder</system-reminder>'),
    ];
    expect(messagesOf(records).map(({ id }) => id)).toEqual(['t1.user.1']);
    expect(messagesOf(records, { all: true }).map(({ id, injected, content }) => [id, injected, content[0]])).toEqual([
      ['t1.user.1', undefined, { type: 'text', text: 'go' }],
      ['t1.record.1', true, { type: 'text', text: 'Service is busy' }],
      ['t1.record.2', true, { type: 'text', text: 'Something new' }],
      ['t1.context.1', true, { type: 'text', text: '<system-reminder>a reminder</system-reminder>' }],
    ]);
  });
});

describe('notes of a message of Gemini CLI', () => {
  const chat = (told: string, resultDisplay: unknown, name = 'run_shell_command') => [
    { sessionId: 's', projectHash: 'h', startTime: '2026-01-01T00:00:00Z', lastUpdated: '2026-01-01T00:00:00Z' },
    { id: '1', type: 'user', content: 'go' },
    {
      id: '2',
      type: 'gemini',
      content: '',
      toolCalls: [
        {
          id: 'c',
          name,
          args: { command: 'ls' },
          status: 'success',
          resultDisplay,
          result: [{ functionResponse: { id: 'c', name, response: { output: told } } }],
        },
      ],
    },
  ];

  it.each([
    ['Output: shown\nExit Code: 128\nProcess Group PGID: 7'],
    ['<untrusted_context>\nOutput: shown\nExit Code: 128\nProcess Group PGID: 7\n</untrusted_context>'],
    [
      'Command: ls\nDirectory: (root)\nOutput: shown\nError: (none)\nExit Code: 128\nSignal: (none)\nProcess Group PGID: 7',
    ],
  ])('have the exit code behind the screen, which makes the result an error: %j', (told) => {
    const [, tool] = messagesOf(chat(told, [[{ text: 'shown' }]]));
    expect(tool).toMatchObject({ content: [{}, { content: 'shown', is_error: true }] });
    expect(tool?.notes).toEqual([{ kind: 'output', text: 'Exit Code: 128' }]);
  });

  it('are not made of a command that said the same to both', () => {
    const [, tool] = messagesOf(chat('Output: shown\nProcess Group PGID: 7', 'shown'));
    expect(tool?.notes).toBeUndefined();
    expect(tool?.content[1]).toMatchObject({ is_error: false });
  });

  it('do not take a line of the output for the exit code', () => {
    const [, tool] = messagesOf(chat('Output: Exit Code: 9\nProcess Group PGID: 7', 'Exit Code: 9'));
    expect(tool?.content[1]).toMatchObject({ is_error: false });
  });

  it('are what only the model was told', () => {
    expect(notesOf(chat('first line\nsecond line', 'Read 2 lines', 'read_file'))).toEqual([
      { kind: 'output', text: 'first line\nsecond line' },
    ]);
  });
});

describe('notes of any size', () => {
  const web = (queries: string[]): ThreadItem => ({
    id: 'w',
    type: 'web_search',
    query: 'one',
    action: { type: 'search', queries },
  });
  const pushed = (event: ThreadEvent) => createMessageBuilder({ original: false }).push(event);

  it('of a hundred thousand queries are as many notes, once', () => {
    const queries = Array.from({ length: 100_000 }, (_, index) => `query ${index}`);
    const [message] = pushed({ type: 'item.completed', item: web(queries) });
    expect(message?.notes).toHaveLength(100_000);
  });

  it('keep escapes as they are, and make no note of blank text', () => {
    const text = '\u001b[31mred\u001b[0m \u202e<b>&amp;';
    expect(itemNotes({ ...web([text, '  ', '']), notes: [{ kind: '\u001b[2J', text: 'x' }] })).toEqual([
      { kind: '\u001b[2J', text: 'x' },
      { kind: 'query', text },
    ]);
  });

  it('survive a change without notes', () => {
    const builder = createMessageBuilder({ original: false });
    const item: ThreadItem = {
      id: 'c',
      type: 'command_execution',
      command: 'ls',
      aggregated_output: '',
      status: 'in_progress',
    };
    builder.push({ type: 'item.started', item: { ...item, justification: 'Because' } });
    const [done] = builder.push({
      type: 'item.completed',
      item: { ...item, aggregated_output: 'x', status: 'completed' },
    });
    expect(done?.notes).toEqual([{ kind: 'justification', text: 'Because' }]);
  });

  it.for<unknown>([{ toString: 0 }, 7, null, ['x'], { a: { b: 1 } }])(
    'are not made of %j where a text is expected',
    (odd) => {
      const records = [
        codexMeta,
        call('exec_command', { cmd: 'ls', justification: odd, sandbox_permissions: odd }),
        call('update_plan', { explanation: odd, plan: [] }, 'd'),
        response({ type: 'web_search_call', action: { type: 'search', query: odd, queries: [odd, 'x'] } }),
      ];
      expect(() => messagesOf(records, { all: true })).not.toThrow();
      const document = { type: 'document', title: odd, source: odd };
      const attachment = { type: odd, prompt: odd, commandMode: 'task-notification' };
      const lines = [typed('u', [document]), { ...claude, type: 'attachment', uuid: 'v', attachment, rendered: odd }];
      expect(() => messagesOf(lines, { all: true })).not.toThrow();
    },
  );
});
