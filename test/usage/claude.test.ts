import { describe, expect, it } from 'vitest';
import { type Fields, jsonLines, scanFiles, sums } from './scan-files.ts';

interface Request {
  id: string;
  request?: string;
  output?: number;
  fields?: Fields;
  usage?: Fields;
  message?: Fields;
}

/** A line of an assistant's message as Claude Code writes it: one for each block. */
function assistant({ id, request = `req_${id}`, output = 57, fields, usage, message }: Request): Fields {
  return {
    parentUuid: 'p',
    isSidechain: false,
    message: {
      id,
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-5-5',
      content: [{ type: 'text', text: 'said' }],
      usage: {
        input_tokens: 12,
        cache_creation_input_tokens: 300,
        cache_read_input_tokens: 4000,
        output_tokens: output,
        service_tier: 'standard',
        ...usage,
      },
      ...message,
    },
    requestId: request,
    type: 'assistant',
    uuid: `u-${id}`,
    timestamp: '2026-11-15T07:28:09.754Z',
    cwd: '/project',
    sessionId: 's1',
    ...fields,
  };
}

const user: Fields = { type: 'user', message: { role: 'user', content: 'hello' }, sessionId: 's1', uuid: 'u' };

describe('requests of Claude Code', () => {
  it('are counted once for all the lines of a message, as the last of them tells it', async () => {
    const { rows } = await scanFiles({
      a: [user, assistant({ id: 'm1', output: 1 }), assistant({ id: 'm1', output: 1 }), assistant({ id: 'm1' }), user],
    });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      agent: 'claude',
      threadId: 's1',
      key: 'm1 req_m1',
      model: 'claude-opus-5-5',
      project: '/project',
      input: 4312,
      cached: 4000,
      cacheWrite: 300,
      output: 57,
      line: 2,
    });
  });

  it('are counted once where a fork or a resume copied them, under whatever session and uuid', async () => {
    const copy = { sessionId: 's2', uuid: 'other' };
    const { rows } = await scanFiles({
      a: [assistant({ id: 'm1' }), assistant({ id: 'm2' })],
      b: [
        assistant({ id: 'm1', fields: copy }),
        assistant({ id: 'm2', fields: copy }),
        assistant({ id: 'm3', fields: copy }),
      ],
    });
    expect(rows.map(({ threadId, key }) => [threadId, key])).toEqual([
      ['s1', 'm1 req_m1'],
      ['s1', 'm2 req_m2'],
      ['s2', 'm3 req_m3'],
    ]);
  });

  it('are counted once where copies lost the id of the request and the time, whichever file comes first', async () => {
    const copy = (id: string) =>
      assistant({ id, fields: { requestId: undefined, sessionId: 's2', timestamp: '2026-11-16T00:00:00.000Z' } });
    const original = [assistant({ id: 'm1', output: 1 }), assistant({ id: 'm2' })];
    const fork = [copy('m1'), copy('m2'), assistant({ id: 'm3', fields: { sessionId: 's2' } })];
    const homes: Record<string, Fields[]>[] = [
      { a: original, b: fork },
      { a: fork, b: original },
      { a: [...original, ...fork] },
    ];
    for (const files of homes) {
      const { rows } = await scanFiles(files);
      expect(rows.map(({ key }) => key).sort()).toEqual(['m1 req_m1', 'm2 req_m2', 'm3 req_m3']);
      expect(rows.filter(({ threadId }) => threadId === 's1').map(({ key }) => key)).toEqual([
        'm1 req_m1',
        'm2 req_m2',
      ]);
    }
    const lost = await scanFiles({ b: fork });
    expect(lost.rows.map(({ key }) => key).sort()).toEqual(['m1', 'm2', 'm3 req_m3']);
  });

  it('are counted once where two forks copied them, one with their names and one without, and the original is gone', async () => {
    const forkedFrom = { sessionId: 's1', messageUuid: 'u' };
    const named = [
      assistant({ id: 'm1', fields: { sessionId: 's2', forkedFrom } }),
      assistant({ id: 'm2', fields: { sessionId: 's2' } }),
    ];
    const nameless = [
      assistant({ id: 'm1', fields: { sessionId: 's3', requestId: undefined } }),
      assistant({ id: 'm3', fields: { sessionId: 's3' } }),
    ];
    for (const files of [
      { a: named, b: nameless },
      { a: nameless, b: named },
    ]) {
      const { rows } = await scanFiles(files);
      expect(rows.map(({ key }) => key.slice(0, 2)).sort()).toEqual(['m1', 'm2', 'm3']);
    }
  });

  it('belong to the session that made them where a fork copied them with all their ids, whichever file comes first', async () => {
    const begun = (timestamp: string, sessionId: string): Fields => ({ type: 'queue-operation', timestamp, sessionId });
    const original = [begun('2026-11-15T07:28:00.000Z', 's1'), assistant({ id: 'm1' }), assistant({ id: 'm2' })];
    const inFork = (id: string, fields?: Fields) => assistant({ id, fields: { sessionId: 's2', ...fields } });
    const own = inFork('m3', { timestamp: '2026-11-16T00:00:01.000Z' });
    const byTime = [begun('2026-11-16T00:00:00.000Z', 's2'), inFork('m1'), inFork('m2'), own];
    const from = { forkedFrom: { sessionId: 's1', messageUuid: 'u' } };
    const byName = [inFork('m1', from), inFork('m2', from), own];
    for (const fork of [byTime, byName]) {
      for (const files of [
        { a: original, b: fork },
        { a: fork, b: original },
      ]) {
        const { rows } = await scanFiles(files);
        expect(rows.map(({ threadId, key }) => `${threadId} ${key}`).sort()).toEqual([
          's1 m1 req_m1',
          's1 m2 req_m2',
          's2 m3 req_m3',
        ]);
      }
      // Where the original is gone, its requests were made all the same.
      expect((await scanFiles({ a: fork, b: fork })).rows).toHaveLength(3);
    }
  });

  it('are counted by their messages where a provider gives no ids of requests', async () => {
    const bare = (id: string) => assistant({ id, fields: { requestId: undefined } });
    const { rows } = await scanFiles({ a: [bare('m1'), bare('m1'), bare('m2')], b: [bare('m2'), bare('m3')] });
    expect(rows.map(({ key }) => key)).toEqual(['m1', 'm2', 'm3']);
  });

  it('are told apart by both ids: a retry is another request', async () => {
    const { rows } = await scanFiles({ a: [assistant({ id: 'm1' }), assistant({ id: 'm1', request: 'req_again' })] });
    expect(rows).toHaveLength(2);
  });

  it('belong to the sub-agent that made them', async () => {
    const { rows } = await scanFiles({
      a: [assistant({ id: 'm1' })],
      'subagents/agent-7': [assistant({ id: 'm2', fields: { isSidechain: true, agentId: '7' } })],
    });
    expect(rows.map(({ threadId }) => threadId)).toEqual(['s1', '7']);
  });

  it('are neither what the CLI says itself, nor what a progress line repeats, nor what was handed over', async () => {
    const { rows } = await scanFiles({
      a: [
        assistant({ id: 'm1', message: { model: '<synthetic>' } }),
        { ...user, type: 'progress', data: { message: assistant({ id: 'm2' }) } },
        assistant({ id: 'm3', fields: { threadline: { agent: 'codex', id: 'x' } } }),
        assistant({
          id: 'm4',
          usage: { input_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 0 },
        }),
        { ...user, toolUseResult: { usage: { input_tokens: 9, output_tokens: 9 } } },
        assistant({ id: 'm5' }),
      ],
    });
    expect(rows.map(({ key }) => key)).toEqual(['m5 req_m5']);
  });

  it('tell what is kept for an hour, the reasoning and the tier', async () => {
    const { rows } = await scanFiles({
      a: [
        assistant({
          id: 'm1',
          usage: {
            cache_creation: { ephemeral_5m_input_tokens: 100, ephemeral_1h_input_tokens: 200 },
            output_tokens_details: { thinking_tokens: 30 },
            speed: 'fast',
          },
        }),
        assistant({ id: 'm2', usage: { service_tier: 'priority' } }),
      ],
    });
    expect(rows.map(({ cacheWriteHour, reasoning, tier }) => [cacheWriteHour, reasoning, tier])).toEqual([
      [200, 30, 'fast'],
      [undefined, 0, 'priority'],
    ]);
  });

  it('are found in lines of any length, and after lines of any length', async () => {
    const long = 'x"\\'.repeat(200_000);
    const { rows, problems } = await scanFiles({
      a: [
        { ...user, message: { role: 'user', content: long } },
        assistant({ id: 'm1', message: { content: [{ type: 'text', text: long }] } }),
        assistant({ id: 'm2' }),
      ],
    });
    expect(sums(rows)).toMatchObject({ requests: 2, input: 2 * 4312, output: 114 });
    expect(problems).toEqual([]);
  });

  it('are read after what a crash left: NUL bytes before a line, half a line', async () => {
    const text = jsonLines([assistant({ id: 'm1' }), assistant({ id: 'm2' })]);
    const { rows, problems } = await scanFiles({ a: `${text.replace('\n', '\n\0\0\0\0')}${text.slice(0, 300)}` });
    expect(rows).toHaveLength(2);
    expect(problems.map(({ code, line }) => [code, line])).toEqual([['bad-line', 3]]);
  });

  it.each([
    [{ type: 'summary', summary: 'A title', leafUuid: 'x' }],
    [{ type: 'queue-operation', operation: 'dequeue', sessionId: 's1' }],
    [{ type: 'file-history-snapshot', messageId: 'm', snapshot: {} }],
    [{ type: 'mode', mode: 'normal', sessionId: 's1' }],
  ])('are found whatever the first line is: %j', async (first) => {
    expect((await scanFiles({ a: [first, assistant({ id: 'm1' })] })).rows).toHaveLength(1);
  });

  it('may hold any value at any place', async () => {
    for (const value of [{ toString: 0, valueOf: 0 }, [], 'text', -5, null, true]) {
      const { rows } = await scanFiles({
        a: [
          { ...assistant({ id: 'm1' }), message: value },
          assistant({ id: 'm2', message: { usage: value } }),
          assistant({ id: 'm3', message: { id: value, model: value }, fields: { requestId: value, sessionId: value } }),
          assistant({ id: 'm4', usage: { cache_creation: value, input_tokens: value, speed: value } }),
        ],
      });
      expect(rows).toHaveLength(2);
      expect(sums(rows).cached).toBe(8000);
    }
  });
});
