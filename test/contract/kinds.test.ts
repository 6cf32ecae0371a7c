import { createEventReader, type Outcome } from 'threadline';
import { expect, it } from 'vitest';
import { agentStores } from '../../src/machine/sessions/stores/registry.ts';
import { bundledRecordings, everyRecording, type Recording } from '../fixtures.ts';
import { expectGolden } from '../golden.ts';

function kinds(outcome: Outcome): string[] {
  if (!outcome.ok) return [`(${outcome.error.code})`];
  return outcome.events.map((event) => ('item' in event ? `${event.type}:${event.item.type}` : event.type));
}

function tableOf(recordings: readonly Recording[]): string {
  const tables = recordings.map(({ name, bytes }) => {
    const reader = createEventReader();
    const outcomes = [...reader.push(bytes), ...reader.end()];
    return `${name}\n${outcomes
      .flatMap(kinds)
      .map((kind) => `  ${kind}\n`)
      .join('')}`;
  });
  return tables.join('\n');
}

it('reads the bundled stdout recordings of Codex as the reviewed sequence of kinds', () => {
  expectGolden('stdout-kinds.txt', tableOf(bundledRecordings('*/*/stdout.jsonl')));
});

it('reads the bundled recordings of Gemini CLI as the reviewed sequence of kinds', () => {
  expectGolden('gemini-kinds.txt', tableOf(everyRecording().filter(({ name }) => name.startsWith('gemini/'))));
});

it.each(['opencode', 'kilo', 'copilot', 'qwen', 'pi', 'kimi', 'goose', 'cline'])(
  'reads the bundled recordings of %s as the reviewed sequence of kinds, with repeats counted',
  (agent) => {
    const { store } = agentStores.find(({ name }) => name === agent) ?? {};
    // What agents keep beside their sessions is none.
    const isThread = (file: Recording) =>
      /stdout/.test(file.name) || 'home' in file || store?.identify(`/${file.name}`);
    const recordings = everyRecording().filter((file) => file.name.startsWith(`${agent}/`) && isThread(file));
    expectGolden(`${agent}-kinds.txt`, withCounts(tableOf(recordings)));
  },
);

/** The same line several times in a row is one with its number: agents print texts in hundreds of pieces. */
function withCounts(table: string): string {
  const lines: { text: string; count: number }[] = [];
  for (const text of table.split('\n')) {
    const last = lines.at(-1);
    if (last?.text === text && text !== '') last.count += 1;
    else lines.push({ text, count: 1 });
  }
  return lines.map(({ text, count }) => (count === 1 ? text : `${text} × ${count}`)).join('\n');
}

it.each([
  ['a first run', '0.166.0/s2-shell'],
  ['a first run of an older version', '0.44.0/s2-shell'],
  ['a resumed run', '0.55.0/s8-resume-1-id'],
  ['a resumed run of a newer version', '0.155.0/s8-resume-1-id'],
])('case 27: reads %s without a problem, with its thread, its turn and its items', (_what, name) => {
  const [recording] = bundledRecordings(`${name}/stdout.jsonl`);
  const reader = createEventReader();
  const outcomes = [...reader.push(recording?.bytes ?? ''), ...reader.end()];
  const events = outcomes.flatMap((outcome) => (outcome.ok && outcome.problems.length === 0 ? outcome.events : []));
  expect(events).toHaveLength(outcomes.length);
  const found = new Set(events.map((event) => event.type));
  expect([...found]).toEqual(
    expect.arrayContaining(['thread.started', 'turn.started', 'item.completed', 'turn.completed']),
  );
});
