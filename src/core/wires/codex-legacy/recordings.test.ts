import { describe, expect, it } from 'vitest';
import { bundledRecordings } from '../../../../test/fixtures.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { createEventReader } from '../event-reader.ts';
import { createCodexLegacyReader } from './read.ts';
import { codexLegacy } from './wire.ts';

const recordings = bundledRecordings('*/*/stdout.jsonl')
  .map(({ name, bytes }) => ({ name, bytes, records: () => parseLines(bytes) }))
  .filter(({ records }) => records().some((record) => codexLegacy.recognises(record)));

/** The records of whole lines; the last line may be half-written. */
function parseLines(bytes: Uint8Array): JsonObject[] {
  const lines = new TextDecoder().decode(bytes).split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as JsonObject);
}

/** What happened, in a few words: enough to see an event that is missing, doubled or of another kind. */
function summary(event: ThreadEvent): string {
  switch (event.type) {
    case 'item.started':
    case 'item.updated':
    case 'item.completed': {
      const status = 'status' in event.item ? ` ${event.item.status}` : '';
      return `${event.type} ${event.item.type}${status}`;
    }
    case 'item.delta':
      return `item.delta ${event.item_type} ${Object.keys(event.delta).sort()}`;
    case 'token_count':
      return event.no_total ? 'token_count none' : `token_count ${event.total_tokens}`;
    default:
      return event.type;
  }
}

function sequence(bytes: Uint8Array): string[] {
  const reader = createEventReader();
  const outcomes = [...reader.push(bytes), ...reader.end()];
  return outcomes.flatMap((outcome) => (outcome.ok ? outcome.events.map(summary) : [outcome.error.code]));
}

/** How every run of a prompt begins. */
const begun = ['thread.started', 'item.completed user_message', 'turn.started'];

const shell = (status: string, streams: number) => [
  'item.started command_execution in_progress',
  ...Array<string>(streams).fill('item.delta command_execution stream,text_delta'),
  `item.completed command_execution ${status}`,
];

describe('the reviewed sequences of events', () => {
  it.each<[name: string, expected: string[]]>([
    [
      '0.8.0/s2-shell',
      [
        ...begun,
        'item.completed reasoning',
        'item.completed agent_message',
        ...shell('completed', 0),
        'token_count 5408',
        ...shell('failed', 0),
        'token_count 10816',
        'item.completed agent_message',
        'token_count 16224',
        'turn.completed',
      ],
    ],
    [
      '0.20.0/s4-plan',
      [
        ...begun,
        'item.started todo_list',
        'token_count 5408',
        'item.updated todo_list',
        'token_count 10816',
        'item.completed agent_message',
        'token_count 16224',
      ],
    ],
    [
      '0.20.0/s12-raw-reasoning',
      [
        ...begun,
        'item.delta reasoning raw,text_delta',
        'item.completed reasoning',
        'item.completed reasoning',
        'item.completed agent_message',
        'token_count 5408',
      ],
    ],
    ['0.20.0/s7d-disconnect-recover', [...begun, 'error', 'item.completed agent_message', 'token_count 5408']],
    [
      '0.42.0/s2-shell',
      [
        ...begun,
        'token_count none',
        'item.delta reasoning text_delta',
        'item.completed reasoning',
        'item.completed agent_message',
        ...shell('completed', 1),
        'token_count 5408',
        'token_count 5408',
        ...shell('failed', 2),
        'token_count 10816',
        'token_count 10816',
        'item.completed agent_message',
        'token_count 16224',
      ],
    ],
    [
      '0.42.0/s3-patch',
      [
        ...begun,
        'token_count none',
        'item.delta reasoning text_delta',
        'item.completed reasoning',
        'item.started file_change in_progress',
        'item.completed file_change completed',
        'item.delta file_change unified_diff',
        'token_count 5408',
        'item.delta file_change unified_diff',
        'token_count 5408',
        'token_count 10816',
        'item.delta file_change unified_diff',
        'token_count 10816',
        'item.completed agent_message',
        'token_count 16224',
        'item.delta file_change unified_diff',
      ],
    ],
  ])('%s', (name, expected) => {
    const recording = recordings.find((candidate) => candidate.name === `${name}/stdout.jsonl`);
    expect(sequence(recording?.bytes ?? new Uint8Array())).toEqual(expected);
  });
});

/** The output of each command whose agent sent it in pieces, too: those pieces joined, and the whole. */
function outputsInPieces(records: readonly JsonObject[]) {
  const reader = createCodexLegacyReader();
  const pieces = new Map<string, { stdout: string; stderr: string }>();
  const outputs: { joined: string[]; whole: unknown[] }[] = [];
  for (const event of records.flatMap((record, index) => reader.read(record, index + 1, []))) {
    if (event.type === 'item.delta' && event.item_type === 'command_execution') {
      const { stream, text_delta = '' } = event.delta;
      const known = pieces.get(event.item_id) ?? { stdout: '', stderr: '' };
      if (stream === 'stdout' || stream === 'stderr') known[stream] += text_delta;
      pieces.set(event.item_id, known);
    } else if (event.type === 'item.completed' && event.item.type === 'command_execution') {
      const { id, stdout, stderr } = event.item;
      const joined = pieces.get(id);
      if (joined) outputs.push({ joined: [joined.stdout, joined.stderr], whole: [stdout, stderr] });
      pieces.delete(id);
    }
  }
  return { outputs, unended: pieces.size };
}

describe('the output of a command', () => {
  it('in pieces is the output as a whole, in every recording that has pieces', () => {
    const found = recordings.map(({ name, records }) => ({ name, ...outputsInPieces(records()) }));
    for (const { name, outputs, unended } of found) {
      for (const { joined, whole } of outputs) expect([name, ...joined]).toEqual([name, ...whole]);
      // Pieces of a command that did not end have nothing to be compared with.
      expect([name, unended]).toEqual([name, name.includes('killed') ? 1 : 0]);
    }
    const compared = found.flatMap(({ outputs }) =>
      outputs.flatMap(({ joined }) => joined.filter((text) => text !== '')),
    );
    expect(compared.length).toBeGreaterThanOrEqual(8);
  });
});

/** The places of a record's objects, or of its values that hold no others. */
function places(value: unknown, wanted: (value: unknown) => boolean, path: string[] = []): string[][] {
  const inner =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, child]) => places(child, wanted, [...path, key]))
      : [];
  return wanted(value) ? [path, ...inner] : inner;
}

/** Puts a value at a place. */
function putAt(record: JsonObject, path: string[], value: unknown): void {
  let parent: JsonObject = record;
  for (const key of path.slice(0, -1)) parent = parent[key] as JsonObject;
  parent[path.at(-1) ?? ''] = value;
}

/**
 * Changes every line at its first place, then at its second, and so on, and gives the changed lines whose events do not
 * show the change. Byte lists have thousands of places that are all alike: a few of them do.
 */
function linesThatLose(
  records: () => JsonObject[],
  find: (record: JsonObject) => string[][],
  value: unknown,
): string[] {
  const lost: string[] = [];
  const most = Math.min(40, Math.max(...records().map((record) => find(record).length)));
  for (let pass = 0; pass < most; pass += 1) {
    const reader = createCodexLegacyReader();
    for (const [index, record] of records().entries()) {
      const path = find(record)[pass];
      if (path) putAt(record, path, value);
      const line = JSON.stringify(record);
      const shown = JSON.stringify(reader.read(record, index + 1, []));
      if (path && !shown.includes(JSON.stringify(value))) lost.push(`${path.join('.')} in ${line.slice(0, 200)}`);
    }
  }
  return lost;
}

describe('nothing is lost', () => {
  it.each(recordings)('of a field that is new, at any level: $name', ({ records }) => {
    const find = (record: JsonObject) => places(record, isObject).map((path) => [...path, 'novel']);
    expect(linesThatLose(records, find, 'a value never seen')).toEqual([]);
  });

  it.each(recordings)('of a value of another type, at any place: $name', ({ records }) => {
    const find = (record: JsonObject) => places(record, (value) => typeof value !== 'object' || value === null);
    expect(linesThatLose(records, find, { odd: [1] })).toEqual([]);
  });
});
