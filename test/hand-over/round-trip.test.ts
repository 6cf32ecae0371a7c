import fc from 'fast-check';
import type { Outcome, ThreadEvent, ThreadItem } from 'threadline';
import { describe, expect, it } from 'vitest';
import { everyRecording } from '../fixtures.ts';
import { comparable, expectedParts, FORMATS, messagesOf, partsOf, readOutcomes, written } from './round-trip.ts';
import { variedThread } from './varied-thread.ts';

function roundTrip(outcomes: readonly Outcome[], format: (typeof FORMATS)[number]) {
  const { text } = written(outcomes, format);
  const again = readOutcomes(text);
  expect(again.flatMap((outcome) => (outcome.ok ? outcome.problems : [outcome.error]))).toEqual([]);
  const messages = messagesOf(again);
  expect(comparable(partsOf(messages))).toEqual(comparable(expectedParts(partsOf(messagesOf(outcomes)), format.to)));
  // All of it is history of another thread, and known as such.
  expect(messages.filter(({ inherited, origin }) => !inherited || !origin)).toEqual([]);
  return text;
}

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    ' ',
    '/help',
    '  ?what',
    '\u200b/x',
    'a\u2028b\u2029',
    '\ud83d',
    '<system-reminder>no</system-reminder>',
  ),
  fc.constantFrom('<environment_context>x', '# AGENTS.md instructions for /', '<session_context>'),
  fc.constantFrom('Wall time: 1 seconds\nOutput:\nx', 'unsupported call: x', 'err: no', '{"output":"","metadata":{}}'),
);
const input = fc.oneof(
  fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4, noNullPrototype: true }),
  fc.record({ command: text }),
  fc.record({ file_path: fc.constantFrom('/p/a', 'b\nc', ''), old_string: text, new_string: text }),
  fc.record({ file_path: fc.constantFrom('/p/a', 'b'), content: text }),
  fc.record({ todos: fc.array(fc.record({ content: text, status: fc.constant('pending') }), { maxLength: 2 }) }),
  fc.record({ raw: text }),
  fc.constantFrom({ path: 'x', dir_path: 'y' }, { url: 'http://x' }, { __proto__: null, constructor: 1 }),
);
const toolName = fc.constantFrom(
  'Bash',
  'Edit',
  'Write',
  'Read',
  'TodoWrite',
  'Grep',
  'WebFetch',
  'Task',
  'exec',
  'mcp__a__b',
  'mcp__a-b__c',
  'mcp__x',
  'né w',
  'apply_patch',
);
const id = fc.oneof(fc.string({ maxLength: 80 }), fc.constantFrom('x', 'x_1', 'x_1_2', 'x.1', 'tl-1-x'));
const image = fc.constantFrom(
  'data:image/png;base64,iVBORw0KGgo=',
  'data:image/svg+xml;base64,AA==',
  'https://x/y.png',
  '/p/y.png',
);

const item: fc.Arbitrary<ThreadItem> = fc.oneof(
  fc.record({
    id: fc.constant('u'),
    type: fc.constant('user_message' as const),
    text,
    images: fc.array(image, { maxLength: 2 }),
  }),
  fc.record({ id, type: fc.constant('agent_message' as const), text }),
  fc.record({ id, type: fc.constant('reasoning' as const), text }),
  fc.record({ id, type: fc.constant('error' as const), message: text }),
  fc.record({
    id,
    type: fc.constant('tool_call' as const),
    name: toolName,
    input,
    output: text,
    status: fc.constantFrom('completed', 'failed', 'in_progress'),
  }),
);

/** Items of an agent whose own words for its tools are Claude's, in one thread; the last turn has no end. */
function threadOf(items: readonly ThreadItem[]): Outcome[] {
  const started: ThreadEvent = { type: 'thread.started', agent: 'parrot', thread_id: 'a b', cwd: '/p' };
  const events = items.flatMap((one, index): ThreadEvent[] => {
    const own = { ...one, id: `${index}${one.id}` };
    const isOpen = own.type === 'tool_call' && own.status === 'in_progress';
    const turn: ThreadEvent[] = own.type === 'user_message' ? [{ type: 'turn.started' }] : [];
    return [...turn, { type: isOpen ? 'item.started' : 'item.completed', item: own }];
  });
  return [started, ...events].map((event, index) => ({
    ok: true,
    line: index + 1,
    offset: index * 100,
    events: [{ ...event, line: index + 1 }],
    problems: [],
  }));
}

describe.each(FORMATS)('a thread that is written as $to $style and read again has the same messages', (format) => {
  it('from every recording of every agent', () => {
    for (const { name, bytes } of everyRecording()) {
      const outcomes = readOutcomes(bytes);
      if (messagesOf(outcomes).length > 0) expect(() => roundTrip(outcomes, format), name).not.toThrow();
    }
  });

  it('from threads of odd texts, inputs and ids', () => {
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 12 }), (items) => void roundTrip(threadOf(items), format)),
      { numRuns: 100 },
    );
  });

  it('from a call with 100 000 values, and one that is nested 20 000 levels deep', () => {
    let deep: object = {};
    for (let level = 0; level < 20_000; level += 1) deep = { deep };
    const call = { type: 'tool_call', name: 'Task', output: 'x', status: 'completed' } as const;
    const items: ThreadItem[] = [
      { ...call, id: 'wide', input: { list: Array.from({ length: 100_000 }, (_, index) => index) } },
      { ...call, id: 'deep', input: deep },
    ];
    roundTrip(threadOf(items), format);
  });

  it('and written once more it gives the same lines but for its marks', () => {
    const once = roundTrip(variedThread(), format);
    const parts = partsOf(messagesOf(readOutcomes(once)));
    const twice = roundTrip(readOutcomes(once), format);
    expect(partsOf(messagesOf(readOutcomes(twice)))).toEqual(parts);
    // Prefixes of ids do not pile up.
    expect(twice).not.toContain('tl-1-tl-');
  });
});
