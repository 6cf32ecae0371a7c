import { describe, expect, it } from 'vitest';
import type { ThreadEvent } from '../../thread/event.ts';
import type { ThreadItem } from '../../thread/item.ts';
import { createMessageBuilder } from '../message-builder.ts';
import { claudeVocabulary } from './claude.ts';
import { geminiVocabulary } from './gemini.ts';
import { type AgentVocabulary, agentVocabularies, vocabularyOf } from './registry.ts';

function fold(agent: string | undefined, items: readonly ThreadItem[], vocabularies?: readonly AgentVocabulary[]) {
  const builder = createMessageBuilder({ vocabularies });
  builder.push({ type: 'thread.started', thread_id: 't', ...(agent !== undefined && { agent }) });
  for (const item of items) builder.push({ type: 'item.completed', item });
  builder.end();
  return builder.messages;
}

const call = (name: string, input: unknown, output?: string): ThreadItem => ({
  id: 'toolu_1',
  type: 'tool_call',
  name,
  input,
  status: 'completed',
  ...(output !== undefined && { output }),
});

describe('Claude', () => {
  it('keeps its names, inputs and ids, whatever kind of item the call is', () => {
    const input = { command: "bash -lc 'ls'", description: 'List', timeout: 5 };
    const item: ThreadItem = {
      id: 'toolu_1',
      type: 'command_execution',
      command: "bash -lc 'ls'",
      aggregated_output: 'a\n',
      exit_code: 0,
      status: 'completed',
      call: { name: 'Bash', input },
    };
    expect(fold('claude', [item])).toMatchObject([
      {
        id: 'toolu_1',
        tool: 'claude',
        content: [
          { type: 'tool_use', id: 'toolu_1', name: 'Bash', input },
          { type: 'tool_result', tool_use_id: 'toolu_1', content: 'a\n', is_error: false },
        ],
      },
    ]);
    expect(fold('claude', [call('mcp__a-b__c.d', { x: 1 })])[0]?.content[0]).toMatchObject({ name: 'mcp__a-b__c.d' });
  });

  it('has one call and one result for an edit, in its own words', () => {
    const item: ThreadItem = {
      id: 'toolu_2',
      type: 'file_change',
      changes: [
        { path: 'a', kind: 'update', diff: '@@' },
        { path: 'b', kind: 'update' },
      ],
      status: 'completed',
      call: { name: 'MultiEdit', input: { file_path: '/w/a', edits: [] }, output: 'Applied 2 edits' },
    };
    expect(fold('claude', [item])[0]?.content).toEqual([
      { type: 'tool_use', id: 'toolu_2', name: 'MultiEdit', input: { file_path: '/w/a', edits: [] } },
      { type: 'tool_result', tool_use_id: 'toolu_2', content: 'Applied 2 edits', is_error: false },
    ]);
  });

  it('has images beside a result', () => {
    const item: ThreadItem = { ...call('Read', {}), call: { name: 'Read', images: ['data:image/png;base64,AAAA'] } };
    expect(claudeVocabulary.result(item, undefined).images).toEqual([
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
    ]);
  });

  it('says text and thoughts of one answer in one message, whole or as they grow', () => {
    const answer: ThreadItem[] = [
      { id: 'msg_1', type: 'reasoning', text: 'Hm.' },
      { id: 'msg_1', type: 'agent_message', text: 'Hello.' },
      call('Bash', {}),
      { id: 'uuid-2', type: 'agent_message', text: 'And bye.' },
    ];
    expect(fold('claude', answer).map(({ id, content }) => [id, content.map(({ type }) => type)])).toEqual([
      ['msg_1', ['thinking', 'text']],
      ['toolu_1', ['tool_use', 'tool_result']],
      ['uuid-2', ['text']],
    ]);
    const builder = createMessageBuilder();
    const piece = (item_type: string, text_delta: string): ThreadEvent => ({
      type: 'item.delta',
      item_id: 'msg_1',
      item_type,
      delta: { text_delta },
    });
    builder.push({ type: 'thread.started', thread_id: 't', agent: 'claude' });
    for (const event of [piece('reasoning', 'H'), piece('reasoning', 'm.'), piece('agent_message', 'Hello.')]) {
      builder.push(event);
    }
    expect(builder.messages).toMatchObject([
      { id: 'msg_1', content: [{ thinking: 'Hm.' }, { type: 'text', text: 'Hello.' }] },
    ]);
  });

  it('has derived ids for prompts, which it does not print, and for what the reader had to name', () => {
    const items: ThreadItem[] = [
      { id: 'b7c0-uuid', type: 'user_message', text: 'hi' },
      { id: 'L4.0', type: 'agent_message', text: 'x' },
    ];
    expect(fold('claude', items).map(({ id }) => id)).toEqual(['t1.user.1', 't1.text.1']);
  });

  it('has a message for each of its plans, as for any tool', () => {
    const plan: ThreadItem = {
      id: 'toolu_3',
      type: 'todo_list',
      items: [{ text: 'a', completed: false }],
      call: { name: 'TodoWrite', input: { todos: [] }, output: 'Todos have been modified' },
    };
    expect(fold('claude', [plan])).toMatchObject([
      { id: 'toolu_3', content: [{ input: { todos: [] } }, { content: 'Todos have been modified' }] },
    ]);
  });
});

describe('Gemini', () => {
  it.each([
    ['run_shell_command', { command: 'ls', description: 'd' }, 'Bash', { command: 'ls', description: 'd' }],
    ['replace', { file_path: 'a', old_string: 'x', new_string: 'y' }, 'Edit', { file_path: 'a', new_string: 'y' }],
    ['write_file', { file_path: 'a', content: 'x' }, 'Write', { file_path: 'a', content: 'x' }],
    ['read_file', { absolute_path: '/a', limit: 5 }, 'Read', { file_path: '/a', limit: 5 }],
    ['glob', { pattern: '*', dir_path: 'd' }, 'Glob', { pattern: '*', path: 'd' }],
    ['search_file_content', { pattern: 'x', include: '*.ts' }, 'Grep', { pattern: 'x', glob: '*.ts' }],
    ['list_directory', { path: '/d' }, 'LS', { path: '/d' }],
    ['google_web_search', { query: 'q' }, 'WebSearch', { query: 'q' }],
    ['web_fetch', { prompt: 'read https://a.b/c now' }, 'WebFetch', { url: 'https://a.b/c' }],
    [
      'write_todos',
      { todos: [{ description: 'a', status: 'in_progress' }] },
      'TodoWrite',
      { todos: [{ content: 'a', status: 'in_progress' }] },
    ],
    ['invoke_agent', { agent_name: 'x', prompt: 'p' }, 'Task', { description: 'x', prompt: 'p' }],
    ['save_memory', { fact: 'f' }, 'save_memory', { fact: 'f' }],
  ])('calls %s with %j what Claude calls %s', (name, input, claude, expected) => {
    const [use] = geminiVocabulary.call(call(name, input), undefined)?.uses ?? [];
    expect(use?.name).toBe(claude);
    expect(use?.input).toMatchObject(expected);
  });

  it('keeps the ids of its tools; texts, which have none on the stream, are counted', () => {
    const items: ThreadItem[] = [
      { id: 'some-uuid', type: 'agent_message', text: 'x' },
      { ...call('glob', {}), id: 'glob-1-2' },
    ];
    expect(fold('gemini', items).map(({ id }) => id)).toEqual(['t1.text.1', 'glob-1-2']);
  });
});

describe('an agent', () => {
  it('that the thread does not name is the first of the list', () => {
    expect(vocabularyOf(undefined, agentVocabularies).name).toBe('codex');
    expect(fold(undefined, [call('shell', { command: ['ls'] })])[0]).toMatchObject({
      tool: 'codex',
      content: [{ name: 'Bash', input: { command: 'ls' } }, {}],
    });
  });

  it('that nobody has words for keeps its own, under ids of ours', () => {
    const [message] = fold('made-up', [call('shell', { x: 1 }, 'out')]);
    expect(message).toMatchObject({
      tool: 'made-up',
      content: [{ name: 'shell', input: { x: 1 } }, { content: 'out' }],
    });
    expect(message?.id).toMatch(/^t1\.shell\./);
  });

  it('may bring its own words', () => {
    const vocabulary = { ...claudeVocabulary, call: () => ({ uses: [{ name: 'Own', input: {} }], identity: 'x' }) };
    const own: AgentVocabulary = { name: 'made-up', vocabulary, keepsIds: 'tools' };
    expect(fold('made-up', [call('shell', {})], [...agentVocabularies, own])[0]).toMatchObject({
      id: 'toolu_1',
      content: [{ name: 'Own' }, {}],
    });
  });
});
