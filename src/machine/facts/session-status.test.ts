import { describe, expect, it } from 'vitest';
import type { ThreadEvent } from '../../core/thread/event.ts';
import type { ThreadItem } from '../../core/thread/item.ts';
import { limits } from '../../limits/index.ts';
import { type SessionStatus, sessionStatus } from './session-status.ts';

const NOW = Date.UTC(2026, 10, 15, 12);
const SECOND = 1000;
const DAY = 86_400 * SECOND;

const started: ThreadEvent = { type: 'turn.started' };
const completed: ThreadEvent = { type: 'turn.completed' };
const inferred: ThreadEvent = { type: 'turn.completed', inferred: true };
const failed: ThreadEvent = { type: 'turn.failed', error: {} };
const aborted: ThreadEvent = { type: 'turn.aborted' };
const prompt = done({ id: 'u', type: 'user_message', text: 'Go on' });
const word = done({ id: 'a', type: 'agent_message', text: 'Done.' });
const call = (name: string): ThreadItem => ({ id: name, type: 'tool_call', name, status: 'in_progress' });
const begun = (item: ThreadItem): ThreadEvent => ({ type: 'item.started', item });

function done(item: ThreadItem): ThreadEvent {
  return { type: 'item.completed', item };
}

function status(events: ThreadEvent[], silence: number, isSubagent = false): SessionStatus {
  return sessionStatus(events, { now: NOW, modified: NOW - silence, isSubagent });
}

describe('the status of a session', () => {
  it('is what the last turn came to, however old it is', () => {
    for (const silence of [0, 1e12]) {
      expect(status([started, failed], silence)).toBe('failed');
      expect(status([started, word, completed], silence)).toBe('done');
      expect(status([started, aborted], silence)).toBe('done');
      expect(status([], silence)).toBe('done');
      expect(status([started, failed, started, completed], silence)).toBe('done');
    }
  });

  it('is working while lines come, longer while a call runs, and failed when they stopped for long', () => {
    expect(status([started, prompt], limits.statusSilenceMs)).toBe('working');
    expect(status([started, prompt], limits.statusSilenceMs + 1)).toBe('failed');
    expect(status([started, word], limits.statusSilenceMs)).toBe('working');
    expect(status([started, begun(call('Bash'))], limits.statusCallMs)).toBe('working');
    expect(status([started, begun(call('Bash'))], limits.statusCallMs + 1)).toBe('failed');
    expect(status([started, begun(call('Bash')), done(call('Bash'))], limits.statusSilenceMs + 1)).toBe('failed');
  });

  it('is done after the last word where the agent does not mark the end of a turn', () => {
    expect(status([started, prompt, word, inferred], limits.statusLastWordMs)).toBe('working');
    expect(status([started, prompt, word, inferred], limits.statusLastWordMs + 1)).toBe('done');
    expect(status([started, prompt, inferred], 60 * SECOND)).toBe('working');
    expect(status([started, word, begun(call('Bash')), inferred], 60 * SECOND)).toBe('working');
    const plan = done({ id: 'p', type: 'todo_list', items: [] });
    expect(status([started, word, plan, inferred], 60 * SECOND)).toBe('done');
  });

  it('is done after the last call of a sub-agent, which hands over by one', () => {
    const events = [started, begun(call('complete_task')), done(call('complete_task')), inferred];
    expect(status(events, 60 * SECOND, true)).toBe('done');
    expect(status(events, 60 * SECOND)).toBe('working');
  });

  it.each(['AskUserQuestion', 'ExitPlanMode', 'request_user_input', 'ask_user'])(
    'is waiting while %s is not answered',
    (name) => {
      expect(status([started, begun(call(name))], limits.statusWaitingMs)).toBe('waiting');
      expect(status([started, begun(call(name))], limits.statusWaitingMs + 1)).toBe('failed');
      expect(status([started, begun(call(name)), done(call(name))], SECOND)).toBe('working');
    },
  );

  it('is waiting while an approval is', () => {
    const command: ThreadItem = {
      id: 'c',
      type: 'command_execution',
      command: 'rm x',
      aggregated_output: '',
      status: 'awaiting_approval',
    };
    expect(status([started, begun(command)], SECOND)).toBe('waiting');
  });

  it('does not hang on sub-agents and copied history', () => {
    expect(status([started, completed, { ...started, inherited: true }], SECOND)).toBe('done');
    expect(status([started, completed, { ...failed, parent_item_id: 'x' }], SECOND)).toBe('done');
  });

  it('is counted from the time of the file: a line that is dated after it tells nothing', () => {
    const ahead = { timestamp: '2027-11-01T00:00:00Z' };
    expect(status([{ ...started, ...ahead }, begun(call('Bash'))], 300 * DAY)).toBe('failed');
    expect(status([{ ...started, ...ahead }, word, { ...inferred, ...ahead }], 300 * DAY)).toBe('done');
    expect(status([{ ...started, timestamp: new Date(NOW - SECOND).toISOString() }], 300 * DAY)).toBe('failed');
  });

  it('is counted from the last line where the time of the file lies ahead, in UTC where the line names no zone', () => {
    const at = (timestamp: string): ThreadEvent => ({ ...started, timestamp });
    expect(status([at('2026-11-15T11:59:00')], -DAY)).toBe('working');
    expect(status([at('2026-11-15T11:00:00')], -DAY)).toBe('failed');
    expect(status([at('2026-11-15T11:59:00+02:00')], -DAY)).toBe('failed');
    // Where the line tells nothing either, the session is not at work for ever.
    for (const time of ['2027-11-01T00:00:00Z', 'never']) expect(status([at(time)], -DAY)).toBe('failed');
    // A file server's clock is seldom quite right.
    expect(status([started], -30 * SECOND)).toBe('working');
  });
});
