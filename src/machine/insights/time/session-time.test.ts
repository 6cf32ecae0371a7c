import { describe, expect, it } from 'vitest';
import type { UsageRow } from '../../usage/usage-row.ts';
import { sessionTime } from './session-time.ts';
import type { CostedRequest, TimedTurn } from './time-nodes.ts';
import type { TimedStep } from './timed-step.ts';

function step(row: number, more: Partial<TimedStep>): TimedStep {
  const base = { row, id: `m${row}`, turn: 1, line: row + 1, failed: false, name: `step ${row}` };
  return { ...base, kind: 'answer', role: 'assistant', ...more };
}
const prompt = (row: number, time: number, turn = 1) => step(row, { kind: 'prompt', role: 'user', time, turn });
const turn = (number: number, row: number, time?: number): TimedTurn => ({
  turn: number,
  row,
  line: row + 1,
  title: `ask ${number}`,
  time,
});

function request(line: number, at: number, more: Partial<UsageRow> = {}): CostedRequest {
  const row = { agent: 'x', threadId: 't', key: `k${line}`, at, source: 'f', line, model: 'm', ...more };
  const counts = { input: 100, cached: 40, cacheWrite: 0, output: 10, reasoning: 0, ...more };
  const cost = { usd: 0.5, input: 0.3, cached: 0.1, cacheWrite: 0, output: 0.1, model: 'm' };
  return { row: { ...row, ...counts }, cost };
}

const sumOf = (parts: object) => Object.values(parts).reduce<number>((sum, value) => sum + Number(value), 0);

describe('the time of a session', () => {
  it('is divided into parts that add up to the whole', () => {
    const { parts, end, criticalMs } = sessionTime({
      turns: [turn(1, 0, 0), turn(2, 4, 60_000)],
      steps: [
        prompt(0, 0),
        step(1, { kind: 'command', time: 2000, ms: 3000 }),
        step(2, { kind: 'agent', time: 6000, ms: 4000 }),
        step(3, { time: 12_000 }),
        prompt(4, 60_000, 2),
        step(5, { time: 61_000, turn: 2 }),
      ],
      requests: [],
    });
    expect(parts).toEqual({ model: 6000, commands: 3000, agents: 4000, you: 48_000, other: 0 });
    expect(sumOf(parts)).toBe(end);
    expect(criticalMs).toBe(13_000);
  });

  it('gives what runs at once to one part, and each its own lane; what ended last holds up the rest', () => {
    const { parts, nodes, end } = sessionTime({
      turns: [turn(1, 0, 0)],
      steps: [
        prompt(0, 0),
        step(1, { kind: 'agent', time: 1000, ms: 9000 }),
        step(2, { kind: 'agent', time: 1000, ms: 4000 }),
        step(3, { kind: 'command', time: 1000, ms: 2000 }),
        step(4, { time: 11_000 }),
      ],
      requests: [],
    });
    expect(sumOf(parts)).toBe(end);
    expect(parts).toMatchObject({ commands: 2000, agents: 7000 });
    const calls = nodes.filter(({ id }) => id.startsWith('c'));
    expect(calls.map(({ id, lane = 0, critical = false }) => [id, lane, critical])).toEqual([
      ['c1', 0, true],
      ['c2', 1, false],
      ['c3', 2, false],
    ]);
  });

  it('has the requests of a session of which no turn is known', () => {
    const { nodes, total } = sessionTime({ turns: [], steps: [], requests: [request(3, 2000), request(5, 3000)] });
    expect(nodes.map(({ id, usage, parent }) => [id, usage?.total, parent])).toEqual([
      ['r1', 110, undefined],
      ['r2', 110, undefined],
    ]);
    expect(total.requests).toBe(2);
  });

  it.each([
    ['at the first line that the model wrote', [2, 4]],
    ['at a line of its own, before it', [1.5, 3.5]],
    ['at a line of its own, after it', [3.5, 5.5]],
  ])('has the requests that are counted %s', (_, lines) => {
    const { nodes, total, context } = sessionTime({
      turns: [turn(1, 0, 0)],
      steps: [
        prompt(0, 0),
        step(1, { kind: 'reasoning', time: 1000 }),
        step(2, { kind: 'command', time: 2000, ms: 500 }),
        step(3, { time: 5000 }),
        step(4, { time: 5500 }),
      ],
      requests: lines.map((line, index) => request(line, 2000 + 3500 * index)),
    });
    const models = nodes.filter(({ kind }) => kind === 'model');
    expect(models.map(({ id, from, to, usage }) => [id, from, to, usage?.total])).toEqual([
      ['r1', 0, 2000, 110],
      ['r2', 2500, 5500, 110],
    ]);
    expect(nodes.find(({ id }) => id === 'c2')?.parent).toBe('r1');
    expect(nodes[0]).toMatchObject({ id: 't1', usage: { total: 220 }, costUsd: 1, from: 0, to: 5500 });
    expect([total.requests, total.costUsd, context.map(({ input }) => input)]).toEqual([2, 1, [100, 100]]);
  });

  it('has each request with what it wrote, also where a turn began with words that none is counted for', () => {
    const { nodes } = sessionTime({
      turns: [turn(1, 0, 0), turn(2, 2, 10_000), turn(3, 4, 20_000)],
      steps: [
        prompt(0, 0),
        step(1, { time: 1000 }),
        prompt(2, 10_000, 2),
        step(3, { time: 12_000, turn: 2 }),
        prompt(4, 20_000, 3),
        step(5, { time: 23_000, turn: 3 }),
        step(6, { time: 24_000, turn: 3 }),
      ],
      requests: [request(3.5, 11_000), request(5.5, 21_000)],
    });
    expect(
      nodes.filter(({ kind }) => kind === 'model').map(({ id, parent, from, to }) => [id, parent, from, to]),
    ).toEqual([
      ['m1', 't1', 0, 1000],
      ['r1', 't2', 10_000, 12_000],
      ['r2', 't3', 20_000, 24_000],
    ]);
  });

  it('is not known without a clock: everything else is told', () => {
    const time = sessionTime({
      turns: [turn(1, 0)],
      steps: [step(0, { kind: 'prompt', role: 'user' }), step(1, { kind: 'command' }), step(2, {})],
      requests: [request(2, 0)],
    });
    expect(time.start).toBeUndefined();
    expect(time.nodes.map(({ id, from }) => [id, from])).toEqual([
      ['t1', undefined],
      ['c1', undefined],
      ['r1', undefined],
    ]);
    expect([time.end, time.findings, time.total.total]).toEqual([0, [], 110]);
  });

  it('shows long pauses, and does not take them for work', () => {
    const { gaps, parts } = sessionTime({
      turns: [turn(1, 0, 0), turn(2, 2, 4_000_000)],
      steps: [prompt(0, 0), step(1, { time: 1000 }), prompt(2, 4_000_000, 2), step(3, { time: 9_000_000, turn: 2 })],
      requests: [],
    });
    expect(gaps).toEqual([[1000, 9_000_000]]);
    expect(parts).toEqual({ model: 1000, commands: 0, agents: 0, you: 3_999_000, other: 5_000_000 });
  });

  it('puts the work of a sub-agent in the same file into the call that started it', () => {
    const { nodes, parts } = sessionTime({
      turns: [turn(1, 0, 0)],
      steps: [
        prompt(0, 0),
        step(1, { kind: 'agent', id: 'call', time: 1000 }),
        step(2, { kind: 'command', parent: 'call', time: 2000, ms: 5000 }),
        step(3, { time: 8000 }),
      ],
      requests: [],
    });
    expect(nodes.find(({ id }) => id === 'c1')).toMatchObject({ from: 1000, to: 7000 });
    expect(nodes.some(({ id }) => id === 'c2')).toBe(false);
    expect(parts).toEqual({ model: 2000, commands: 0, agents: 6000, you: 0, other: 0 });
  });

  it('is explained by at most three sentences, the longest first', () => {
    const commands = [4000, 6000, 3000].map((ms, index) =>
      step(index + 1, { kind: 'command', name: 'npm test', time: 1000 + 10_000 * index, ms, failed: index < 2 }),
    );
    const { findings } = sessionTime({
      turns: [turn(1, 0, 0)],
      steps: [prompt(0, 0), ...commands, step(4, { kind: 'agent', name: 'read all', time: 32_000, ms: 20_000 })],
      requests: [],
    });
    expect(findings.map(({ code, title, text, ms, rows }) => ({ code, title, text, ms, rows }))).toEqual([
      {
        code: 'longest',
        title: 'read all',
        text: 'Nothing else went on until it was done.',
        ms: 20_000,
        rows: [4],
      },
      {
        code: 'repeated',
        title: 'npm test ran 3 times',
        text: 'It failed twice. The longest took 6.0 s.',
        ms: 13_000,
        rows: [1, 2, 3],
      },
    ]);
  });

  it('adds up whatever the clock says: 300 random sessions', () => {
    let seed = 11;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const kinds = ['prompt', 'answer', 'reasoning', 'command', 'agent', 'mcp', 'error'] as const;
    for (let round = 0; round < 300; round += 1) {
      const steps = Array.from({ length: 1 + random(40) }, (__, row) => {
        const kind = kinds[random(kinds.length)] ?? 'answer';
        return step(row, {
          kind,
          role: kind === 'prompt' ? 'user' : 'assistant',
          turn: random(4),
          ...(random(5) > 0 && { time: 1_000_000 + random(900_000) }),
          ...(random(3) === 0 && { ms: random(600_000) }),
          ...(random(8) === 0 && { parent: `m${random(40)}` }),
          ...(random(12) === 0 && { inherited: true }),
        });
      });
      const requests = Array.from({ length: random(12) }, () => request(random(45), 1_000_000 + random(900_000)));
      const turns = [1, 2, 3].slice(0, 1 + random(3)).map((number) => turn(number, number * 3));
      const { parts, end, nodes, total, criticalMs } = sessionTime({ steps, turns, requests });
      expect(sumOf(parts)).toBe(end);
      expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
      expect(nodes.filter(({ id }) => id.startsWith('r')).length).toBe(requests.length);
      const ofTurns = nodes
        .filter(({ kind }) => kind === 'turn')
        .reduce((sum, { usage }) => sum + (usage?.total ?? 0), 0);
      expect(ofTurns).toBe(total.total);
      expect(criticalMs).toBeLessThanOrEqual(end);
    }
  });

  it('of ten thousand calls is folded', () => {
    const steps = Array.from({ length: 10_000 }, (_, row) => step(row, { kind: 'command', time: row * 10, ms: 1e9 }));
    const { nodes } = sessionTime({ steps, turns: [turn(1, 0, 0)], requests: [] });
    expect(nodes.filter(({ id }) => id.startsWith('c')).length).toBe(10_000);
  });
});
