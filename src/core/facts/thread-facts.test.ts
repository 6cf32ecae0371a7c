import { afterEach, describe, expect, it } from 'vitest';
import { bundledRecordings } from '../../../test/fixtures.ts';
import { limits } from '../../limits/index.ts';
import type { ThreadEvent } from '../thread/event.ts';
import { createEventReader } from '../wires/event-reader.ts';
import { createThreadFacts, type FactRules, startTime, type ThreadFacts } from './thread-facts.ts';

function factsOf(events: readonly ThreadEvent[], rules?: FactRules): ThreadFacts {
  const gatherer = createThreadFacts(rules);
  for (const [index, event] of events.entries()) gatherer.add(event, index + 1);
  return gatherer.facts;
}

const header = (fields: object = {}): ThreadEvent => ({ type: 'thread.started', thread_id: 'own', ...fields });
const turn = (turn_id?: string, fields: object = {}): ThreadEvent => ({
  type: 'turn.started',
  ...(turn_id !== undefined && { turn_id }),
  ...fields,
});
const typed = (text: string, fields: object = {}): ThreadEvent => ({
  type: 'item.completed',
  item: { id: 'u', type: 'user_message', text },
  ...fields,
});
const said = (text: string, fields: object = {}): ThreadEvent => ({
  type: 'item.completed',
  item: { id: 'a', type: 'agent_message', text },
  ...fields,
});

describe('the facts of a thread', () => {
  it('are what it began with, and what it came to', () => {
    const facts = factsOf([
      header({ cwd: '/a', model: 'one' }),
      turn('t1', { model: 'two', cwd: '/b' }),
      typed('first'),
      said('answer'),
      turn('t2', { model: 'one' }),
      typed('second'),
      said('last'),
    ]);
    expect(facts).toMatchObject({ cwd: '/a', model: 'one', models: ['one', 'two'], turns: 2 });
    expect(facts).toMatchObject({ firstPrompt: 'first', lastText: 'last', headerLine: 1 });
  });

  it('are told by a reader that stops early as by one that reads on', () => {
    let compared = 0;
    for (const { bytes } of bundledRecordings('*/*/*.jsonl')) {
      const reader = createEventReader();
      const [early, whole] = [createThreadFacts(), createThreadFacts()];
      for (const outcome of [...reader.push(bytes), ...reader.end()]) {
        const { started, firstPrompt, model } = early.facts;
        if (!started || firstPrompt === undefined || model === undefined) early.addOutcome(outcome);
        whole.addOutcome(outcome);
      }
      const told = ({ started, cwd, model, firstPrompt }: ThreadFacts) => ({ started, cwd, model, firstPrompt });
      expect(told(early.facts)).toEqual(told(whole.facts));
      expect(startTime(early.facts)).toBe(startTime(whole.facts));
      compared += 1;
    }
    expect(compared).toBeGreaterThan(40);
  });

  it('are not those of what a fork was given, nor of an agent that it started', () => {
    const inherited = { inherited: true };
    const child = { parent_item_id: 'call' };
    const facts = factsOf([
      header(),
      header({ thread_id: 'parent', cwd: '/parent', ...inherited }),
      turn('p1', { model: 'given', ...inherited }),
      typed('of the parent', { ...inherited, timestamp: '2026-01-01T00:00:00Z' }),
      header({ thread_id: 'child', cwd: '/child', ...child }),
      turn('c1', { model: 'small', ...child }),
      typed('of an agent', child),
      typed('of the person'),
      turn('t1', { model: 'own' }),
    ]);
    expect(facts).toMatchObject({ started: { thread_id: 'own' }, model: 'own', turns: 1 });
    expect(facts).toMatchObject({ firstPrompt: 'of the person', models: ['small', 'own'] });
    expect([facts.cwd, facts.firstAt]).toEqual([undefined, undefined]);
  });

  it('of a thread that was handed over are those of its history, but for times, and its turns are not its own', () => {
    const inherited = { inherited: true, timestamp: '2026-01-01T00:00:00Z' };
    const facts = factsOf([
      header({ origin: { agent: 'claude' } }),
      turn('t1', { model: 'other', ...inherited }),
      typed('what it is about', inherited),
    ]);
    expect(facts).toMatchObject({ firstPrompt: 'what it is about', model: 'other', turns: 1, ownTurns: 0 });
    expect(facts.lastAt).toBeUndefined();
  });

  it('count a turn once, however often it begins, and every turn without a name', () => {
    expect(factsOf([turn('t1'), turn('t1'), turn('t2')]).turns).toBe(2);
    expect(factsOf([turn(), turn(), turn()]).turns).toBe(3);
  });

  it('hold what a person typed, without context of the CLI and what an editor put around it', () => {
    const injected: ThreadEvent = {
      type: 'item.completed',
      item: { id: 'i', type: 'user_message', text: 'context', injected: true },
    };
    const rules = { prompt: (text: string) => text.replace('IDE: ', '') };
    expect(factsOf([injected, typed(''), typed('IDE: fix it'), typed('later')], rules).firstPrompt).toBe('fix it');
  });

  it('name no more models than a bound', () => {
    const models = Array.from({ length: 100 }, (_, index) => turn(`t${index}`, { model: `m${index}` }));
    expect(factsOf(models).models).toHaveLength(limits.maxHeadModels);
  });
});

describe('the times of a thread', () => {
  const zone = process.env.TZ;
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  it.each(['UTC', 'Asia/Tokyo', 'America/New_York'])('without a zone are UTC, on a machine in %s', (name) => {
    process.env.TZ = name;
    const facts = factsOf([
      header({ started_at: '2026-10-01T23:30:00.5' }),
      typed('x', { timestamp: '2026-10-01 23:45:00' }),
    ]);
    expect(startTime(facts)).toBe(Date.UTC(2026, 9, 1, 23, 30, 0, 500));
    expect(facts.lastAt).toBe(Date.UTC(2026, 9, 1, 23, 45));
  });

  it('are the latest of its lines, whose clock may be set back, and none that lies ahead of what can be', () => {
    const at = (timestamp: string) => typed('x', { timestamp });
    const lines = [at('2026-01-01T10:00:00Z'), at('2026-01-01T08:00:00Z'), at('2027-01-01T00:00:00Z')];
    const latest = () => Date.UTC(2026, 5, 1);
    expect(factsOf(lines, { latest })).toMatchObject({
      firstAt: Date.UTC(2026, 0, 1, 10),
      lastAt: Date.UTC(2026, 0, 1, 10),
    });
    expect(factsOf(lines).lastAt).toBe(Date.UTC(2027, 0, 1));
  });

  it('begin as the header says, else with the time in the id, else with the first line that has one', () => {
    const id = '019ca6b2-4a18-7000-8000-000000000001';
    const line = typed('x', { timestamp: '2026-01-01T00:00:00Z' });
    const start = (fields: object) => startTime(factsOf([header(fields), line]));
    expect(start({ thread_id: id, started_at: '2026-02-01T00:00:00Z' })).toBe(Date.UTC(2026, 1, 1));
    expect(start({ thread_id: id, timestamp: '2026-02-02T00:00:00Z' })).toBe(Date.UTC(2026, 1, 2));
    expect(start({ thread_id: id })).toBe(0x019ca6b24a18);
    expect(start({})).toBe(Date.UTC(2026, 0, 1));
    // What Go writes for no time at all, and what others do.
    for (const started_at of ['0001-01-01T00:00:00Z', '1970-01-01T00:00:00Z', 'never']) {
      expect(start({ started_at })).toBe(Date.UTC(2026, 0, 1));
    }
  });
});

describe('the first prompt', () => {
  const said = (text: string): ThreadEvent => ({
    type: 'item.completed',
    item: { id: 'u', type: 'user_message', text },
  });
  const answer: ThreadEvent = { type: 'item.completed', item: { id: 'a', type: 'agent_message', text: 'Done.' } };
  const model: ThreadEvent = { type: 'context', kind: 'model', data: {}, model: 'm' };
  const command = '<command-name>/init</command-name>';

  it.each<[string, ThreadEvent[], string | undefined]>([
    [
      'the text after commands that no model answered',
      [said(command), said('<local-command-stdout>x</local-command-stdout>'), said('fix it')],
      'fix it',
    ],
    ['a command that the model answered', [said(command), model, answer, said('fix it')], '/init'],
    ['a command if nothing follows', [said(command), answer], '/init'],
    ['a command with arguments', [said(`${command}<command-args>src</command-args>`), said('fix it')], '/init src'],
    ['never the output of a command', [said('<bash-stdout>x</bash-stdout>')], undefined],
    [
      'without the wrapper of an editor',
      [said('<ide_opened_file>a</ide_opened_file>'), said('<ide_selection>a</ide_selection>\nwhy?')],
      'why?',
    ],
  ])('is %s', (_, events, expected) => {
    const gatherer = createThreadFacts();
    for (const event of events) gatherer.add(event, 1);
    expect(gatherer.facts.firstPrompt).toBe(expected);
  });
});
