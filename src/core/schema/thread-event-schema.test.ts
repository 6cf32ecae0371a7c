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
