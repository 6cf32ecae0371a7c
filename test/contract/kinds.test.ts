import { createEventReader, type Outcome } from 'threadline';
import { it } from 'vitest';
import { bundledRecordings } from '../fixtures.ts';
import { expectGolden } from '../golden.ts';

function kinds(outcome: Outcome): string[] {
  if (!outcome.ok) return [`(${outcome.error.code})`];
  return outcome.events.map((event) => ('item' in event ? `${event.type}:${event.item.type}` : event.type));
}

it('reads the bundled stdout recordings as the reviewed sequence of kinds', () => {
  const table = bundledRecordings('*/*/stdout.jsonl').map(({ name, bytes }) => {
    const reader = createEventReader();
    const outcomes = [...reader.push(bytes), ...reader.end()];
    return `${name}\n${outcomes
      .flatMap(kinds)
      .map((kind) => `  ${kind}\n`)
      .join('')}`;
  });
  expectGolden('stdout-kinds.txt', table.join('\n'));
});
