import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Homes made by the descriptions of agents that nobody recorded. Each has one session about the same work. */
export const IDS = {
  cursor: '11111111-2222-4333-8444-555555555555',
  editor: '66666666-2222-4333-8444-555555555555',
  transcript: '77777777-2222-4333-8444-555555555555',
  antigravity: '88888888-2222-4333-8444-555555555555',
  droid: '99999999-2222-4333-8444-555555555555',
  amp: 'T-aaaaaaaa-2222-4333-8444-555555555555',
  crush: 'bbbbbbbb-2222-4333-8444-555555555555',
};

type Json = Record<string, unknown>;

function writeLines(path: string, records: readonly unknown[]): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}

export function writeDescribedHomes(place: string): Record<string, string> {
  const homes = {
    cursor: join(place, '.cursor'),
    editor: join(place, '.config', 'Cursor', 'User'),
    antigravity: join(place, '.gemini', 'antigravity-cli'),
    droid: join(place, '.factory'),
    amp: join(place, '.local', 'share', 'amp'),
    crush: join(place, 'project', '.crush'),
  };
  writeTranscript(homes.cursor);
  writeChat(homes.cursor);
  writeEditor(homes.editor);
  writeAntigravity(homes.antigravity);
  writeDroid(homes.droid);
  writeAmp(homes.amp);
  writeCrush(homes.crush);
  const list = join(place, '.local', 'share', 'crush', 'projects.json');
  mkdirSync(dirname(list), { recursive: true });
  writeFileSync(list, JSON.stringify({ projects: [{ path: join(place, 'project'), data_dir: '.crush' }, 7, null] }));
  return homes;
}

export const PROMPT = 'List the zebra files.';

function writeTranscript(home: string): void {
  const path = join(home, 'projects/home-me-project/agent-transcripts', IDS.transcript, `${IDS.transcript}.jsonl`);
  const told = `<timestamp>Wednesday, Sep 16, 2026, 8:21 AM (UTC-4)</timestamp>\n<user_query>\n${PROMPT}\n</user_query>`;
  writeLines(path, [
    { role: 'user', message: { content: [{ type: 'text', text: told }] } },
    {
      role: 'assistant',
      message: {
        content: [
          { type: 'text', text: 'I will look.' },
          { type: 'tool_use', name: 'Shell', input: { command: 'ls' } },
        ],
      },
    },
    { role: 'assistant', message: { content: [{ type: 'text', text: 'There is one.' }] } },
    { type: 'turn_ended', status: 'success' },
  ]);
}

/** A chat whose rows are in another order than its root, with one message that was given up. */
function writeChat(home: string): void {
  const folder = join(home, 'chats', 'd41d8cd98f00b204e9800998ecf8427e', IDS.cursor);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'meta.json'),
    JSON.stringify({ schemaVersion: 1, title: 'Zebras', updatedAtMs: 1_790_000_000_000, cwd: '/p' }),
  );
  const database = new DatabaseSync(join(folder, 'store.db'));
  database.exec(
    'create table meta(key text primary key, value text); create table blobs(id text primary key, data blob)',
  );
  const messages = [
    { role: 'user', content: [{ type: 'text', text: `<user_query>\n${PROMPT}\n</user_query>` }] },
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Look.' },
        { type: 'tool-call', toolCallId: 'c1', toolName: 'Shell', args: { command: 'ls' } },
      ],
    },
    { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'Shell', result: 'zebra.txt' }] },
    { role: 'assistant', content: 'There is one.' },
  ].map((message) => Buffer.from(JSON.stringify(message)));
  const put = database.prepare('insert into blobs(id, data) values (?, ?)');
  const idOf = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
  put.run('abandoned', Buffer.from(JSON.stringify({ role: 'user', content: 'an abandoned question' })));
  for (const data of messages.toReversed()) put.run(idOf(data), data);
  const ids = messages.map((data) => Buffer.concat([Buffer.from([0x0a, 32]), Buffer.from(idOf(data), 'hex')]));
  const root = Buffer.concat([...ids, Buffer.from([0x4a, 2]), Buffer.from('/p'), Buffer.from([0x10, 0x96, 0x01])]);
  put.run('root', root);
  const meta = {
    agentId: IDS.cursor,
    latestRootBlobId: 'root',
    name: 'Zebras',
    createdAt: 1_789_999_000_000,
    lastUsedModel: 'composer-2.5',
  };
  database.prepare('insert into meta values (?, ?)').run('0', Buffer.from(JSON.stringify(meta)).toString('hex'));
  database.close();
}

function writeEditor(home: string): void {
  mkdirSync(join(home, 'globalStorage'), { recursive: true });
  const database = new DatabaseSync(join(home, 'globalStorage', 'state.vscdb'));
  database.exec(
    'create table ItemTable(key text unique on conflict replace, value blob); create table cursorDiskKV(key text unique on conflict replace, value blob)',
  );
  const put = (key: string, value: unknown) =>
    database
      .prepare('insert into cursorDiskKV values (?, ?)')
      .run(key, typeof value === 'string' ? value : JSON.stringify(value));
  const headers = ['b1', 'b2', 'b3', 'b4', 'missing'].map((bubbleId, index) => ({
    bubbleId,
    type: index === 0 ? 1 : 2,
  }));
  put(`composerData:${IDS.editor}`, {
    _v: 10,
    name: 'Zebras in the editor',
    createdAt: 1_789_999_000_000,
    lastUpdatedAt: 1_790_000_000_000,
    modelConfig: { modelName: 'claude-sonnet-4.5' },
    fullConversationHeadersOnly: headers,
  });
  put('composerData:empty', { _v: 10, fullConversationHeadersOnly: [] });
  put('composerData:broken', '{"broken');
  const at = '2026-09-16T12:21:00.000Z';
  put(`bubbleId:${IDS.editor}:b1`, { _v: 3, type: 1, text: PROMPT, createdAt: at });
  put(`bubbleId:${IDS.editor}:b2`, { _v: 3, type: 2, text: '', createdAt: at, thinking: { text: 'Look.' } });
  put(`bubbleId:${IDS.editor}:b3`, {
    _v: 3,
    type: 2,
    text: '',
    createdAt: at,
    toolFormerData: {
      toolCallId: 't1',
      name: 'run_terminal_cmd',
      status: 'completed',
      rawArgs: '{"command":"ls"}',
      result: '{"output":"zebra.txt"}',
    },
  });
  put(`bubbleId:${IDS.editor}:b4`, { _v: 3, type: 2, text: 'There is one.', createdAt: '2026-09-16T12:22:00.000Z' });
  database.close();
}

function writeAntigravity(home: string): void {
  const path = join(home, 'brain', IDS.antigravity, '.system_generated', 'logs', 'transcript.jsonl');
  const step = (step_index: number, type: string, more: Json) => ({
    step_index,
    source: type === 'USER_INPUT' ? 'USER_EXPLICIT' : 'MODEL',
    type,
    status: 'DONE',
    created_at: `2026-09-16T12:21:0${step_index}Z`,
    ...more,
  });
  writeLines(path, [
    step(0, 'USER_INPUT', {
      content: `<USER_REQUEST>\n${PROMPT}\n</USER_REQUEST>\n<ADDITIONAL_METADATA>\nx\n</ADDITIONAL_METADATA>`,
    }),
    step(1, 'PLANNER_RESPONSE', {
      thinking: '**Look**',
      tool_calls: [{ name: 'run_command', args: { CommandLine: '"ls"', Cwd: '"/p"', WaitMsBeforeAsync: '500' } }],
    }),
    step(2, 'RUN_COMMAND', { status: 'RUNNING', content: '' }),
    step(2, 'RUN_COMMAND', { content: 'The command completed successfully.\nOutput:\nzebra.txt' }),
    step(4, 'PLANNER_RESPONSE', { content: 'There is one.' }),
  ]);
  mkdirSync(join(home, 'cache'));
  writeFileSync(join(home, 'cache', 'last_conversations.json'), JSON.stringify({ '/p': IDS.antigravity }));
}

function writeDroid(home: string): void {
  const message = (id: string, second: number, role: string, content: unknown) => ({
    type: 'message',
    id,
    timestamp: `2026-09-16T12:21:0${second}.000Z`,
    message: { role, content },
  });
  writeLines(join(home, 'sessions', '-p', `${IDS.droid}.jsonl`), [
    { type: 'session_start', id: IDS.droid, title: 'Zebras', owner: 'me', version: 2, cwd: '/p' },
    message('m1', 1, 'user', [
      { type: 'text', text: '<system-reminder>\nx\n</system-reminder>' },
      { type: 'text', text: PROMPT },
    ]),
    message('m2', 2, 'assistant', [
      { type: 'thinking', thinking: 'Look.' },
      { type: 'tool_use', id: 'c1', name: 'Execute', input: { command: 'ls' } },
    ]),
    message('m3', 3, 'user', [{ type: 'tool_result', tool_use_id: 'c1', content: 'zebra.txt', is_error: false }]),
    message('m4', 4, 'assistant', ['There is one.']),
    { type: 'todo_state', id: 't', timestamp: '2026-09-16T12:21:05.000Z', todos: [] },
  ]);
}

function writeAmp(home: string): void {
  const usage = {
    model: 'claude-sonnet-4-5',
    inputTokens: 10,
    outputTokens: 5,
    cacheCreationInputTokens: 100,
    cacheReadInputTokens: 1000,
    totalInputTokens: 1110,
  };
  const thread = {
    v: 7,
    id: IDS.amp,
    created: Date.UTC(2026, 1, 16, 12, 21),
    title: 'Zebras',
    env: { initial: { trees: [{ uri: 'file:///p', displayName: 'p' }], platform: { client: 'CLI' } } },
    messages: [
      {
        role: 'user',
        messageId: 0,
        content: [{ type: 'text', text: PROMPT }],
        meta: { sentAt: Date.UTC(2026, 1, 16, 12, 21, 1) },
      },
      {
        role: 'assistant',
        messageId: 1,
        content: [
          { type: 'thinking', thinking: 'Look.' },
          { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { cmd: 'ls' }, complete: true },
        ],
        state: { type: 'complete', stopReason: 'tool_use' },
        usage,
      },
      {
        role: 'user',
        messageId: 2,
        content: [
          {
            type: 'tool_result',
            toolUseID: 'toolu_1',
            run: { status: 'done', result: { output: 'zebra.txt', exitCode: 0 } },
          },
        ],
      },
      {
        role: 'assistant',
        messageId: 3,
        content: [{ type: 'text', text: 'There is one.' }],
        state: { type: 'complete', stopReason: 'end_turn' },
        usage,
      },
    ],
  };
  mkdirSync(join(home, 'threads'), { recursive: true });
  writeFileSync(join(home, 'threads', `${IDS.amp}.json`), JSON.stringify(thread));
}

function writeCrush(home: string): void {
  mkdirSync(home, { recursive: true });
  const database = new DatabaseSync(join(home, 'crush.db'));
  database.exec(`create table sessions(id text primary key, parent_session_id text, title text, message_count integer, prompt_tokens integer, completion_tokens integer, cost real, updated_at integer, created_at integer, summary_message_id text, todos text);
    create table messages(id text primary key, session_id text, role text, parts text, model text, provider text, created_at integer, updated_at integer, finished_at integer, is_summary_message integer default 0)`);
  const at = Date.UTC(2026, 8, 16, 12, 21) / 1000;
  const session = database.prepare(`insert into sessions values (?, ?, ?, 4, 9, 9, 0.1, ${at + 4}, ${at}, null, null)`);
  session.run(IDS.crush, null, 'Zebras');
  session.run(`m2$$c1`, IDS.crush, 'A sub-agent');
  const put = database.prepare(
    'insert into messages(id, session_id, role, parts, model, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?)',
  );
  const rows: [string, string, string, unknown[], string | null][] = [
    [
      'm1',
      IDS.crush,
      'user',
      [
        { type: 'text', data: { text: PROMPT } },
        { type: 'finish', data: { reason: 'stop', time: 0 } },
      ],
      null,
    ],
    [
      'm2',
      IDS.crush,
      'assistant',
      [
        { type: 'reasoning', data: { thinking: 'Look.' } },
        { type: 'tool_call', data: { id: 'c1', name: 'bash', input: '{"command":"ls"}', finished: true } },
        { type: 'finish', data: { reason: 'tool_use', time: at } },
      ],
      'gpt-5.1',
    ],
    [
      'm3',
      IDS.crush,
      'tool',
      [
        {
          type: 'tool_result',
          data: { tool_call_id: 'c1', name: '', content: 'zebra.txt\n\n<cwd>/p</cwd>', metadata: '', is_error: false },
        },
      ],
      null,
    ],
    [
      'm4',
      IDS.crush,
      'assistant',
      [
        { type: 'text', data: { text: 'There is one.' } },
        { type: 'finish', data: { reason: 'end_turn', time: at } },
      ],
      'gpt-5.1',
    ],
    ['s1', 'm2$$c1', 'user', [{ type: 'text', data: { text: 'Count.' } }], null],
  ];
  for (const [index, [id, owner, role, parts, model]] of rows.entries())
    put.run(id, owner, role, JSON.stringify(parts), model, at + index, at + index);
  database.close();
}
