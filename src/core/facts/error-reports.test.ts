import { expect, it } from 'vitest';
import type { ThreadEvent } from '../thread/event.ts';
import type { ThreadItem } from '../thread/item.ts';
import { createErrorReports } from './error-reports.ts';
import { createThreadFacts } from './thread-facts.ts';

const begun: ThreadEvent = { type: 'turn.started' };
const error = (message: string): ThreadEvent => ({ type: 'error', message });
const failed = (message?: string): ThreadEvent => ({
  type: 'turn.failed',
  error: message === undefined ? {} : { message },
});
const notice = (fields: Partial<ThreadItem> = {}): ThreadEvent => ({
  type: 'item.completed',
  item: { id: 'n', type: 'error', message: 'x', ...fields } as ThreadItem,
});

function count(...events: ThreadEvent[]): number {
  const reports = createErrorReports();
  return events.filter((event) => reports.isReport(event)).length;
}

it('a turn that fails is an error, once, although the agent told the reason before', () => {
  expect(count(begun, failed())).toBe(1);
  expect(count(begun, error('no'), failed('no'))).toBe(1);
  expect(count(begun, error('wait'), failed('no'))).toBe(2);
  expect(count(begun, error('no'), begun, failed('no'))).toBe(2);
  expect(count(begun, { type: 'turn.aborted' }, { type: 'turn.completed' })).toBe(0);
});

it('notices count unless they say that they are none', () => {
  expect(
    count(notice(), notice({ extra: { severity: 'error' } }), notice({ extra: { severity: { toString: 0 } } })),
  ).toBe(3);
  expect(count(notice({ extra: { severity: 'info' } }), notice({ extra: { severity: 'warning' } }))).toBe(0);
  expect(count(notice({ notes: [{ kind: 'task', text: 'ended' }] }))).toBe(0);
});

it('what a thread was given failed in another one', () => {
  const gatherer = createThreadFacts();
  for (const event of [{ ...failed('a'), inherited: true }, error('b')]) gatherer.add(event, 1);
  expect(gatherer.facts.reports).toBe(1);
});
