import { createEventReader, type Outcome, type ThreadEvent } from 'threadline';
import { describe, expect, it } from 'vitest';
import { unknownKind } from '../../src/core/thread/unknown-kind.ts';
import { WITHOUT_SHARED } from '../fixtures.ts';
import { type ClaudeRun, sharedClaudeRuns } from '../parity/claude-runs.ts';

/** What the mock of the model says that each answer used. */
const REQUEST = { input: 12 + 300 + 4000, output: 57 };

interface Read {
  wire: string | undefined;
  outcomes: Outcome[];
  events: ThreadEvent[];
}

function read(bytes: Uint8Array): Read {
  const reader = createEventReader();
  const outcomes = [...reader.push(bytes), ...reader.end()];
  return { wire: reader.wire, outcomes, events: outcomes.flatMap((outcome) => (outcome.ok ? outcome.events : [])) };
}

const runs = sharedClaudeRuns() ?? [];
const inputs = runs.flatMap(({ version, scenario, live, files }: ClaudeRun) => [
  { name: `${version}/${scenario}`, bytes: live },
  ...files
    .filter(({ bytes }) => bytes.length > 0)
    .map(({ name, bytes }) => ({ name: `${version}/${scenario} ${name}`, bytes })),
]);
/** Printed as plain text: `--output-format text`. */
const isPlainText = ({ bytes }: { bytes: Uint8Array }) => bytes[0] !== 0x7b && bytes[0] !== 0x5b;

describe.skipIf(runs.length === 0)(`every shared recording of Claude Code (${WITHOUT_SHARED})`, () => {
  it.each(inputs.filter((input) => !isPlainText(input)))('$name has no problem and no unknown kind', ({ bytes }) => {
    const { wire, outcomes, events } = read(bytes);
    expect(['claude-stream', 'claude-control', 'claude-project']).toContain(wire);
    expect(outcomes.flatMap((outcome) => (outcome.ok ? outcome.problems : [outcome.error]))).toEqual([]);
    expect(events.map(unknownKind).filter((unknown) => unknown !== undefined)).toEqual([]);
  });

  it('counts each answer of the model once, by what its messages tell', () => {
    const files = inputs
      .filter((input) => !isPlainText(input))
      .map((input) => ({ ...read(input.bytes), name: input.name }));
    const stored = files.filter(({ wire }) => wire === 'claude-project');
    const wrong = stored.filter(({ events }) => {
      const answers = new Set(events.map(answerId).filter((id) => id !== undefined));
      return inputOf(events) !== answers.size * REQUEST.input;
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
    expect(stored.length).toBeGreaterThan(300);
  });

  it('counts the output where the CLI writes it at all: from 2.1.150 on in every file', () => {
    const newest = runs.filter(({ version, scenario }) => version === '2.1.325' && /^s(1|2|3|6|8|11)\b/.test(scenario));
    for (const { files } of newest) {
      for (const { name, bytes } of files) {
        const { events } = read(bytes);
        expect(outputOf(events) / REQUEST.output, name).toBe(inputOf(events) / REQUEST.input);
      }
    }
    expect(newest.length).toBeGreaterThan(5);
  });
});

function answerId(event: ThreadEvent): string | undefined {
  const message = event.extra?.message as { id?: string; model?: string } | undefined;
  return message?.model === '<synthetic>' ? undefined : message?.id;
}

function lastUsage(events: readonly ThreadEvent[]) {
  return events.findLast((event) => event.type === 'token_count' || ('usage' in event && event.usage !== undefined));
}
function inputOf(events: readonly ThreadEvent[]): number {
  const event = lastUsage(events);
  if (event?.type === 'token_count') return event.input_tokens;
  return event && 'usage' in event ? (event.usage?.input_tokens ?? 0) : 0;
}
function outputOf(events: readonly ThreadEvent[]): number {
  const event = lastUsage(events);
  if (event?.type === 'token_count') return event.output_tokens;
  return event && 'usage' in event ? (event.usage?.output_tokens ?? 0) : 0;
}
