import { describe, expect, it } from 'vitest';
import { context, count, event, line, meta, noTotal, response, turn, usage, uuid } from './codex-lines.ts';
import { jsonLines, scanFiles, sums } from './scan-files.ts';

const one = { input: 1000, output: 100 };
const two = { input: 2000, output: 200 };
const three = { input: 3000, output: 300 };

describe('running totals of Codex', () => {
  it('count by what they grew by, however often they repeat', async () => {
    const { rows } = await scanFiles({
      a: [meta('t'), context('gpt-5.5'), count(one, one), count(one, one), count(three, two), count(three, two)],
    });
    expect(rows.map(({ key, input, output, model }) => [key, input, output, model])).toEqual([
      ['L3', 1000, 100, 'gpt-5.5'],
      ['L5', 2000, 200, 'gpt-5.5'],
    ]);
    expect(rows[0]).toMatchObject({ agent: 'codex', threadId: 't', project: '/project', line: 3, cached: 500 });
  });

  it('begin anew where the process says so, and where they fall', async () => {
    const { rows } = await scanFiles({
      a: [meta('t'), noTotal(), count(two, two), noTotal(), count(two, two), count(one, one)],
    });
    expect(rows.map(({ input }) => input)).toEqual([2000, 2000, 1000]);
  });

  it('begin anew with a turn in 0.40, which did not say so, and are repeated by others', async () => {
    const flat = { rate_limits: { primary_used_percent: 1, secondary_used_percent: 2 } };
    const old = await scanFiles({
      a: [meta('t'), context('m'), count(one, one, flat), context('m'), count(one, one, flat)],
    });
    expect(sums(old.rows)).toMatchObject({ requests: 2, input: 2000 });
    const later = await scanFiles({
      a: [meta('t'), turn('1'), count(one, one), turn('2'), count(one, one), count(two, one)],
    });
    expect(sums(later.rows)).toMatchObject({ requests: 2, input: 2000 });
  });

  it('say nothing when they are all zero, or a bare total', async () => {
    const zero = { input: 0, output: 0 };
    const full = event('token_count', {
      info: { total_token_usage: { ...usage(zero), total_tokens: 272_000 }, last_token_usage: usage(zero) },
      rate_limits: null,
    });
    const { rows } = await scanFiles({ a: [meta('t'), count(one, one), count(zero, zero), full, count(two, one)] });
    expect(rows.map(({ input }) => input)).toEqual([1000, 1000]);
  });

  it('are one count a request where there are no rate limits, also with equal numbers', async () => {
    const { rows } = await scanFiles({
      a: [meta('t'), count(one, one, {}), count(two, one, {}), count(three, one, {})],
    });
    expect(rows.map(({ input }) => input)).toEqual([1000, 1000, 1000]);
  });

  it('do not count where responses are recorded one by one', async () => {
    const { rows } = await scanFiles({
      a: [meta('t'), response('t', 'r1', one), count(one, one), response('t', 'r2', one), count(two, one)],
    });
    expect(rows.map(({ key }) => key)).toEqual(['r1', 'r2']);
  });

  it('count for the part of a thread that an older version wrote', async () => {
    const { rows } = await scanFiles({
      a: [meta('t'), count(one, one), response('t', 'r1', two), count(three, two), response('t', 'r2', one)],
    });
    expect(rows.map(({ key, input }) => [key, input])).toEqual([
      ['L2', 1000],
      ['r1', 2000],
      ['r2', 1000],
    ]);
  });
});

describe('each request of Codex counts once', () => {
  it('in a copy of its file, also a shorter one', async () => {
    const records = [meta('t'), context('gpt-5.5'), count(one, one), count(two, one), count(three, one)];
    const paged = [meta('p'), response('p', 'r1', one), response('p', 'r2', one)];
    const { rows } = await scanFiles({
      'home1/a': records,
      'home1/p': paged,
      'home2/a': records.slice(0, 4),
      'home2/p': paged,
    });
    expect(sums(rows)).toMatchObject({ requests: 5, input: 5000 });
  });

  it('even where its response is recorded twice, in one file or in two', async () => {
    const { rows } = await scanFiles({
      a: [meta('t'), response('t', 'r1', one), response('t', 'r1', one)],
      b: [meta('t'), response('t', 'r1', one), response('t', 'r2', one)],
    });
    expect(rows.map(({ key }) => key)).toEqual(['r1', 'r2']);
  });

  it('and two requests with equal numbers are two', async () => {
    const { rows } = await scanFiles({
      a: [meta('t1'), count(one, one)],
      b: [meta('t2'), count(one, one)],
      c: [meta('t3'), response('t3', 'r1', one), response('t3', 'r2', one)],
    });
    expect(rows.length).toBe(4);
  });
});

describe('what a Codex thread inherited', () => {
  const parent = uuid(Date.parse('2026-04-01T10:00:00Z'), 1);
  const child = uuid(Date.parse('2026-04-01T12:00:00Z'), 2);
  const oldTurn = uuid(Date.parse('2026-04-01T10:01:00Z'), 3);
  const newTurn = uuid(Date.parse('2026-04-01T12:01:00Z'), 4);

  it('does not count in a fork that copied it, told by the ids of turns', async () => {
    const { rows } = await scanFiles({
      child: [
        meta(child, { forked_from_id: parent }),
        meta(parent),
        turn(oldTurn),
        context('gpt-5.4', { turn_id: oldTurn }),
        count(two, two),
        turn(newTurn),
        context('gpt-5.5', { turn_id: newTurn }),
        count(two, two),
        count(three, one),
      ],
    });
    expect(rows.map(({ threadId, input, model }) => [threadId, input, model])).toEqual([[child, 1000, 'gpt-5.5']]);
  });

  it('counts from nothing where the fork begins a count of its own', async () => {
    const { rows } = await scanFiles({
      child: [
        meta(child, { forked_from_id: parent }),
        meta(parent),
        turn(oldTurn),
        count(two, two),
        turn(newTurn),
        noTotal(),
        count(one, one),
      ],
    });
    expect(rows.map(({ input }) => input)).toEqual([1000]);
  });

  it('is told by the time of the copy where turns have no ids', async () => {
    const at = (ms: number, record: ReturnType<typeof count>) => ({
      ...record,
      timestamp: new Date(Date.parse('2026-04-01T12:00:00Z') + ms).toISOString(),
    });
    const { rows } = await scanFiles({
      child: [
        at(0, meta(child)),
        at(1, meta(parent)),
        at(2, context('gpt-5.1')),
        at(3, count(two, two)),
        at(60_000, context('gpt-5.1')),
        at(70_000, count(three, one)),
      ],
    });
    expect(rows.map(({ input }) => input)).toEqual([1000]);
  });

  it('does not count in a fork by reference, whose total goes on', async () => {
    const base = { history_mode: 'paginated', history_base: { thread_id: parent, end_ordinal_exclusive: 9 } };
    const { rows } = await scanFiles({
      child: [meta(child, base), turn(newTurn), count(three, one), count(three, one)],
    });
    expect(rows.map(({ input }) => input)).toEqual([1000]);
  });

  it('does not count where it stands before the first ordinal of a sub-agent', async () => {
    const { rows } = await scanFiles({
      child: [
        line('session_meta', { id: child, subagent_history_start_ordinal: 5 }, { ordinal: 0 }),
        { ...count(two, two), ordinal: 4 },
        { ...count(three, one), ordinal: 6 },
      ],
    });
    expect(rows.map(({ input }) => input)).toEqual([1000]);
  });

  it('does not count where its responses are of another thread', async () => {
    const { rows } = await scanFiles({ child: [meta(child), response(parent, 'r1', one), response(child, 'r2', two)] });
    expect(rows.map(({ key }) => key)).toEqual(['r2']);
  });

  it.each(['threadline-1', 'external-import-turn-2'])(
    'does not count in a turn that was handed over: %s',
    async (id) => {
      const { rows } = await scanFiles({
        a: [meta(child), turn(id), count(two, two), response(child, 'r1', one), turn(newTurn), count(three, one)],
      });
      expect(rows.map(({ input }) => input)).toEqual([1000]);
    },
  );
});

describe('a review of Codex', () => {
  const reviewing = [event('entered_review_mode'), noTotal(), count(one, one), count(two, one)];

  it('counts once, in its own file, and the parent goes on from where it was', async () => {
    const parent = [meta('p'), count(three, three), ...reviewing];
    const child = [meta('c', { source: { subagent: 'review' } }), noTotal(), count(one, one), count(two, one)];
    const after = [event('exited_review_mode'), count(three, three), count({ input: 4000, output: 400 }, one)];
    // The child is written while its parent is in review.
    const from = Date.parse(String(parent[2]?.timestamp));
    const timestamp = new Date(from + 100).toISOString();
    const started = { ...child[0], timestamp, payload: { ...(child[0]?.payload as object), timestamp } };
    const { rows } = await scanFiles({ a: [...parent, ...after], b: [started, ...child.slice(1)] });
    expect(rows.map(({ threadId, input }) => [threadId, input])).toEqual([
      ['p', 3000],
      ['p', 1000],
      ['c', 1000],
      ['c', 1000],
    ]);
  });

  it('counts in the parent where it has no file of its own', async () => {
    const { rows } = await scanFiles({
      a: [meta('p'), count(three, three), ...reviewing, event('exited_review_mode'), count(three, three)],
    });
    expect(sums(rows)).toMatchObject({ requests: 3, input: 5000 });
  });

  it('counts on where it did not begin a count of its own', async () => {
    const { rows } = await scanFiles({
      a: [
        meta('p'),
        count(one, one),
        event('entered_review_mode'),
        count(two, one),
        event('exited_review_mode'),
        count(three, one),
      ],
    });
    expect(sums(rows)).toMatchObject({ requests: 3, input: 3000 });
  });
});

describe('lines of Codex', () => {
  it('tell the model, the folder and the tier of what follows', async () => {
    const { rows } = await scanFiles({
      a: [
        meta('t'),
        context('gpt-5.4', { cwd: '/a' }),
        count(one, one),
        event('thread_settings_applied', { thread_settings: { service_tier: 'priority' } }),
        context('gpt-5.5', { cwd: '/b' }),
        count(two, one),
        event('thread_settings_applied', { thread_settings: { service_tier: null } }),
        count(three, one),
      ],
    });
    expect(rows.map(({ model, project, tier }) => [model, project, tier])).toEqual([
      ['gpt-5.4', '/a', undefined],
      ['gpt-5.5', '/b', 'priority'],
      ['gpt-5.5', '/b', undefined],
    ]);
  });

  it('are read in any order of fields, with spaces, and after NUL bytes', async () => {
    const records = [meta('t'), response('t', 'r1', one), count(one, one)];
    const spaced = records.map((record) => JSON.stringify(record).replaceAll('":', '": ').replaceAll(',"', ', "'));
    const sorted = records.map(({ timestamp, type, payload }) => JSON.stringify({ payload, timestamp, type }));
    const texts = [
      spaced.join('\n'),
      sorted.join('\r\n'),
      `\ufeff${jsonLines(records)}`,
      `\0\0\0${jsonLines(records)}`,
    ];
    for (const text of texts) expect(sums((await scanFiles({ a: text })).rows).input, text.slice(0, 40)).toBe(1000);
  });

  it('are not believed when they only speak of tokens', async () => {
    const quoted = JSON.stringify(count({ input: 9e9, output: 9e9 }, one));
    const { rows } = await scanFiles({
      a: [
        meta('t'),
        line('response_item', { type: 'message', content: [{ type: 'output_text', text: quoted }] }),
        event('agent_message', { type: 'agent_message', message: quoted }),
        line('compacted', { message: '', latest_token_usage_record: { response_id: 'r', usage: usage(three) } }),
        count(one, one),
      ],
    });
    expect(sums(rows)).toMatchObject({ requests: 1, input: 1000 });
  });

  it('may hold any value: what is no count is 0, and nothing throws', async () => {
    const odd = { toString: 0, valueOf: 0 };
    for (const value of [odd, [], '5', -1, Number.POSITIVE_INFINITY, Number.NaN, null, true]) {
      const info = { total_token_usage: { input_tokens: value, output_tokens: 7 }, last_token_usage: value };
      const { rows } = await scanFiles({
        a: [
          meta('t'),
          line('turn_context', { model: value, cwd: value, turn_id: value, service_tier: value }),
          event('token_count', { info, rate_limits: value }),
          line('token_usage_record', {
            thread_id: 't',
            response_id: value,
            usage: { input_tokens: 3, output_tokens: value },
          }),
          line('session_meta', { id: value, source: value, history_base: value }),
          { timestamp: value, type: value, payload: value },
        ],
      });
      expect(rows.every(({ input, output, at }) => input >= 0 && output >= 0 && at >= 0)).toBe(true);
      expect(rows.some(({ output }) => output === 7) || rows.some(({ input }) => input === 3)).toBe(true);
    }
  });
});
