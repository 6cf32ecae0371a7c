import { expect, it } from 'vitest';
import { isObject, type JsonObject } from '../../src/core/lines/json.ts';
import { bundledRecordings, sharedRecordings } from '../fixtures.ts';
import { rawLines } from '../raw-lines.ts';
import { checkPrograms } from './run-tsc.ts';

const TYPED = new Set<unknown>(['response_item', 'event_msg', 'session_meta', 'turn_context']);

/** The shape of a value: names and kinds, to any depth. Lines of one shape are checked once. */
function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(shapeOf))].sort()}]`;
  if (!isObject(value)) return value === null ? 'null' : typeof value;
  return `{${Object.entries(value).map(([name, field]) => `${name}:${name === 'type' ? field : shapeOf(field)}`)}}`;
}

/** Lines of recorded session files, one of each shape. */
function linesOfEachShape(): JsonObject[] {
  const pattern = '*/*/rollout*.jsonl';
  const lines = [...bundledRecordings(pattern), ...(sharedRecordings(pattern) ?? [])]
    .flatMap(rawLines)
    .filter((line) => isObject(line))
    // Before 0.32 records stood by themselves.
    .filter((line) => TYPED.has(line.type) && isObject(line.payload));
  return [...new Map(lines.map((line) => [shapeOf(line), line])).values()];
}

/** The same line with short texts: what a compiler reads of them is whether they are texts. */
function shortened(line: JsonObject): string {
  return JSON.stringify(line, (name, value: unknown) =>
    typeof value === 'string' && name !== 'type' && name !== 'role' ? value.slice(0, 3) : value,
  );
}

const program = (lines: readonly string[]) => `
import type { CodexEvent } from 'threadline';
function take<Line extends CodexEvent>(line: Line): Line { return line; }
${lines.map((line) => `take(${line});`).join('\n')}
`;

it('every line of a recorded session file is of the type that its kind has', { timeout: 120_000 }, async () => {
  const lines = linesOfEachShape().map(shortened);
  expect(lines.length).toBeGreaterThan(100);
  const odd = [
    '{"timestamp":"t","type":"event_msg","payload":{"type":"agent_message","message":7}}',
    '{"timestamp":"t","type":"session_meta","payload":{"id":"x"}}',
  ];
  const faults = await checkPrograms({ 'lines.ts': program(lines), 'odd.ts': program(odd) }, { types: [] });
  const faultsOf = (name: string) => faults.split(/\n(?=\S)/).filter((fault) => fault.includes(`/${name}.ts`));
  expect(faultsOf('lines')).toEqual([]);
  expect(faultsOf('odd')).toHaveLength(2);
});
