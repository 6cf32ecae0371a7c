import { describe, expect, it } from 'vitest';
import { bundledRecordings, everyRecording } from '../../../test/fixtures.ts';
import { isSdkShaped, rawLines } from '../../../test/raw-lines.ts';
import { readRecording } from '../../../test/read-values.ts';
import { parseThreadEvent, safeParseThreadEvent } from './parse-thread-event.ts';
import { AnyThreadEventSchema, StrictThreadEventSchema, ThreadEventSchema } from './thread-event-schema.ts';
import { UsageSchema } from './usage-schema.ts';

const command = { id: 'c', type: 'command_execution', command: 'ls', aggregated_output: '', status: 'in_progress' };
const completed = (item: object) => ({ type: 'item.completed', item });
const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;

describe('the event schemas', () => {
  it('case 133: refuse a status that is not known only in strict mode', () => {
    const invalid = completed({ ...command, status: 'invalid' });
    expect(accepts(StrictThreadEventSchema, invalid)).toBe(false);
    expect(accepts(ThreadEventSchema, invalid)).toBe(true);
    expect(accepts(StrictThreadEventSchema, completed({ ...command, status: 'declined' }))).toBe(true);
    const change = { id: 'f', type: 'file_change', status: 'completed', changes: [{ path: 'a', kind: 'rename' }] };
    expect(accepts(StrictThreadEventSchema, completed(change))).toBe(false);
    expect(accepts(ThreadEventSchema, completed(change))).toBe(true);
  });

  it('case 133: do not need an exit code, which may also be null', () => {
    expect(accepts(StrictThreadEventSchema, completed(command))).toBe(true);
    expect(accepts(StrictThreadEventSchema, completed({ ...command, exit_code: null }))).toBe(true);
    expect(accepts(StrictThreadEventSchema, completed({ ...command, exit_code: '0' }))).toBe(false);
  });

  it('case 133: take empty lists', () => {
    expect(
      accepts(StrictThreadEventSchema, completed({ id: 'f', type: 'file_change', changes: [], status: 'completed' })),
    ).toBe(true);
    expect(accepts(StrictThreadEventSchema, completed({ id: 't', type: 'todo_list', items: [] }))).toBe(true);
  });

  it('case 133: take usage without cached tokens, as 0', () => {
    expect(UsageSchema.parse({ input_tokens: 1, output_tokens: 2 })).toEqual({
      input_tokens: 1,
      cached_input_tokens: 0,
      output_tokens: 2,
      reasoning_output_tokens: 0,
    });
  });

  it('case 133: bad JSON is null by the safe function and thrown by the other', () => {
    for (const line of ['nope', '', 'null', '[]', '{"type":"thread.started"}', '{"type":"future.event"}']) {
      expect(safeParseThreadEvent(line)).toBeNull();
      expect(() => parseThreadEvent(line)).toThrow();
    }
    const line = JSON.stringify(completed(command));
    expect(parseThreadEvent(line)).toEqual(completed(command));
    expect(safeParseThreadEvent(line)).toEqual(completed(command));
  });

  it('know the kinds of the model; others pass only where any do', () => {
    const future = { type: 'future.event', anything: 1 };
    const futureItem = completed({ type: 'future_item', deep: [1] });
    expect([future, futureItem].map((event) => accepts(ThreadEventSchema, event))).toEqual([false, false]);
    expect([future, futureItem].map((event) => accepts(StrictThreadEventSchema, event))).toEqual([false, false]);
    expect(AnyThreadEventSchema.parse(future)).toEqual(future);
    expect(AnyThreadEventSchema.parse(futureItem)).toEqual(futureItem);
  });

  it('do not take a known kind in the wrong shape for an unknown one', () => {
    expect(accepts(AnyThreadEventSchema, { type: 'thread.started', thread_id: 7 })).toBe(false);
    expect(accepts(AnyThreadEventSchema, completed({ ...command, command: 7 }))).toBe(false);
    expect(accepts(AnyThreadEventSchema, { anything: 1 })).toBe(false);
    expect(accepts(AnyThreadEventSchema, { type: 'thread_started' })).toBe(true);
  });

  it('take the problems among the lines of convert --to events, as any kind', () => {
    const problem = { type: 'problem', code: 'invalid-json', message: 'no JSON', line: 1, offset: 0, raw: 'x' };
    expect(accepts(AnyThreadEventSchema, problem)).toBe(true);
  });

  it('keep fields that they do not know, at every level', () => {
    const event = { ...completed({ ...command, new_field: 1 }), new_top: { deep: true }, extra: { seen: 1 }, line: 7 };
    expect(ThreadEventSchema.parse(event)).toEqual(event);
  });

  it('are not touched by prototype keys', () => {
    const parsed = safeParseThreadEvent('{"type":"turn.started","__proto__":{"type":"error"},"extra":{"__proto__":1}}');
    expect(parsed?.type).toBe('turn.started');
    expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
  });
});

/** Values of the types that the requirement documents show; each is one of our types by test/types/documents.test.ts. */
const documentItems = [
  { id: 'i', type: 'reasoning', text: '**Listing files**' },
  { id: 'i', type: 'agent_message', text: 'done' },
  { ...command, exit_code: null },
  { ...command, exit_code: 0, status: 'completed' },
  { id: 'i', type: 'file_change', changes: [{ path: 'a', kind: 'modify' }], status: 'in_progress' },
  { id: 'i', type: 'file_change', changes: [{ path: 'a', kind: 'update' }], status: 'failed' },
  { id: 'i', type: 'mcp_tool_call', server_name: 's', tool_name: 't', arguments: {}, status: 'in_progress' },
  { id: 'i', type: 'mcp_tool_call', server_name: 's', tool_name: 't', arguments: {}, result: [1], status: 'completed' },
  { id: 'i', type: 'mcp_tool_call', server_name: 's', tool_name: 't', arguments: {}, error: 'e', status: 'failed' },
  { id: 'i', type: 'mcp_tool_call', server: 's', tool: 't', error: { message: 'e' }, status: 'running' },
  { id: 'i', type: 'web_search', query: 'q' },
  { id: 'i', type: 'todo_list', items: [{ text: 'a', completed: true }] },
  { id: 'i', type: 'error', message: 'careful' },
];
const documentEvents = [
  { type: 'thread.started', thread_id: '019ae047-d040-7891-8d68-5dd42b18474e' },
  { type: 'turn.started' },
  { type: 'turn.completed' },
  { type: 'turn.completed', usage: { input_tokens: 100, output_tokens: 50 } },
  { type: 'turn.completed', usage: { input_tokens: 6651, cached_input_tokens: 6144, output_tokens: 39 } },
  { type: 'turn.failed', error: { message: 'rate limited', code: 'rate_limit' } },
  {
    type: 'turn.failed',
    error: {},
    usage: { input_tokens: 1, cached_input_tokens: 0, output_tokens: 1, total_tokens: 2 },
  },
  { type: 'token_count', input_tokens: 200, cached_input_tokens: 50, output_tokens: 100 },
  { type: 'error', message: 'something went wrong' },
  ...['item.started', 'item.updated', 'item.completed'].flatMap((type) =>
    documentItems.map((item) => ({ type, item })),
  ),
];

describe('the values of the requirement documents', () => {
  it.each(documentEvents)('pass, with all that they have: %j', (event) => {
    expect(ThreadEventSchema.parse(event)).toMatchObject(event);
    expect(AnyThreadEventSchema.parse(event)).toMatchObject(event);
    expect(safeParseThreadEvent(JSON.stringify(event))).toMatchObject(event);
  });

  it('pass in a program where a field is undefined', () => {
    const parsed = ThreadEventSchema.parse({ ...completed({ ...command, stdout: undefined }), turn_id: undefined });
    expect(parsed).toEqual(completed(command));
  });
});

describe('readers and schemas agree', () => {
  it.each(everyRecording())('on the events of $name', (recording) => {
    for (const event of readRecording(recording)) {
      const written: unknown = JSON.parse(JSON.stringify(event));
      const { error } = ThreadEventSchema.safeParse(written);
      expect(error?.message, JSON.stringify(written).slice(0, 500)).toBeUndefined();
      expect(AnyThreadEventSchema.parse(written)).toEqual(written);
    }
  });

  it.each(bundledRecordings('*/*/stdout.jsonl').filter(isSdkShaped))('on the raw lines of $name', (recording) => {
    for (const line of rawLines(recording)) {
      const { error } = StrictThreadEventSchema.safeParse(line);
      expect(error?.message, JSON.stringify(line).slice(0, 500)).toBeUndefined();
      expect(AnyThreadEventSchema.parse(line)).toMatchObject(line as object);
    }
  });
});
