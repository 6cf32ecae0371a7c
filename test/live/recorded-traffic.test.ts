import { createEventReader, type ThreadEvent } from 'threadline';
import { describe, expect, it } from 'vitest';
import { expectGolden } from '../golden.ts';
import { bundledTraffic, findDifferences, readAll } from '../parity/live-traffic.ts';

const recordings = bundledTraffic();
const KEPT_APART = /^qwen-0\.24\.4\/a20-/;

function kindOf(event: ThreadEvent): string {
  if ('item' in event) return `${event.type}:${event.item.type}`;
  return event.type === 'context' ? `context:${event.kind}` : event.type;
}

/** The lines of one side, without their envelopes. */
function linesOf(traffic: Uint8Array, side: 'in' | 'out' | undefined): string {
  const entries = new TextDecoder()
    .decode(traffic)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return entries
    .filter(({ dir }) => dir !== 'mark' && (side === undefined || dir === side))
    .map(({ line }) => `${line}\n`)
    .join('');
}

const told = (text: string | Uint8Array) => {
  const reader = createEventReader();
  return [...reader.push(text), ...reader.end()].flatMap((outcome) => (outcome.ok ? outcome.events : []));
};
/** What the conversation is, whatever stands beside it. */
const conversation = (events: readonly ThreadEvent[]) =>
  events.flatMap((event) => (event.type === 'item.completed' ? [`${event.item.type} ${wordsOf(event.item)}`] : []));
const wordsOf = (item: object) => ('text' in item ? item.text : 'command' in item ? item.command : '');

describe('the bundled connections', () => {
  it('read as the reviewed sequence of kinds', () => {
    const tables = recordings.map(({ name, traffic }) => {
      const { wire, events } = readAll(traffic);
      return `${name} (${wire})\n${events.map((event) => `  ${kindOf(event)}\n`).join('')}`;
    });
    expectGolden('live-kinds.txt', tables.join('\n'));
  });

  it.each(recordings)('$name has no problem, and is its session file where that is here', (recording) => {
    expect(readAll(recording.traffic).faults).toEqual([]);
    expect(KEPT_APART.test(recording.name) ? [] : findDifferences(recording)).toEqual([]);
  });

  it.each(recordings)('$name is the same conversation in bare lines of both sides', ({ traffic }) => {
    expect(conversation(told(linesOf(traffic, undefined)))).toEqual(conversation(told(traffic)));
  });

  it.each(recordings)(
    '$name is known by the lines of the agent alone, and by those of the client alone',
    ({ traffic }) => {
      const { wire } = readAll(traffic);
      for (const side of ['in', 'out'] as const) {
        const reader = createEventReader();
        reader.push(linesOf(traffic, side));
        reader.end();
        expect(reader.wire).toBe(wire);
      }
      const said = conversation(told(linesOf(traffic, 'in'))).filter((words) => words.startsWith('user_message'));
      expect(said.length).toBeGreaterThan(0);
    },
  );

  it('keeps every question and its answer with the call that it is about', () => {
    const asked = recordings.flatMap(({ name, traffic }) =>
      readAll(traffic).events.flatMap((event) =>
        event.type === 'context' && event.item_id !== undefined && isQuestion(event.kind, event.data)
          ? [`${name} ${event.item_id}`]
          : [],
      ),
    );
    const counts = new Map<string, number>();
    for (const key of asked) counts.set(key, (counts.get(key) ?? 0) + 1);
    expect(counts.size).toBeGreaterThan(12);
    // Each was asked and answered; one was cancelled by the agent before that, and one is told in two forms.
    expect([...counts].filter(([, count]) => count < 2)).toEqual([]);
  });
});

function isQuestion(kind: string, data: object): boolean {
  if (kind === 'control_request') return 'request' in data && JSON.stringify(data.request).includes('can_use_tool');
  return /control_response|requestApproval|request_permission|Approval$|requestUserInput/.test(kind);
}
