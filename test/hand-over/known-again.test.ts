import { readFileSync } from 'node:fs';
import type { ThreadEvent } from 'threadline';
import { describe, expect, it } from 'vitest';
import { scanPaths } from '../usage/scan-files.ts';
import { messagesOf, readOutcomes, written } from './round-trip.ts';
import { variedThread } from './varied-thread.ts';

const path = (name: string) => new URL(`./resumed/${name}.jsonl`, import.meta.url).pathname;

function eventsOf(bytes: Uint8Array | string): ThreadEvent[] {
  return readOutcomes(bytes).flatMap((outcome) => (outcome.ok ? outcome.events : []));
}

/** Files that were handed over and then resumed by the real programs, shortened. */
const RESUMED = [
  ['codex-0.166.0-legacy', 15, 2, 5321],
  ['codex-0.166.0-paginated', 15, 2, 5321],
  ['codex-0.98.0-legacy', 15, 2, 5321],
  ['claude-2.0.77', 14, 3, 4312],
  ['claude-2.1.325', 14, 3, 4312],
  ['gemini-0.61.0', 15, 2, 1000],
] as const;

describe.each(RESUMED)('a thread that was handed over and resumed: %s', (name, inherited, turns, input) => {
  const bytes = readFileSync(path(name));

  it('has the history marked, with its origin, and what came since not', () => {
    const messages = messagesOf(readOutcomes(bytes));
    expect(messages.map((message) => message.inherited === true)).toEqual([
      ...Array.from({ length: inherited }, () => true),
      ...Array.from({ length: 2 * turns }, () => false),
    ]);
    const agent = name.startsWith('claude') ? 'codex' : 'claude';
    for (const message of messages) expect(message.origin?.agent).toBe(message.inherited ? agent : undefined);
    const own = messages.filter((message) => !message.inherited).map(({ role }) => role);
    expect(own).toEqual(Array.from({ length: turns }, () => ['user', 'assistant']).flat());
  });

  it('counts the new turns alone, in its events and by a scan of its bytes', async () => {
    const used = eventsOf(bytes).flatMap((event) => ('turn_usage' in event && event.turn_usage ? [event] : []));
    expect(used.map((event) => [event.inherited, event.turn_usage?.input_tokens])).toEqual(
      Array.from({ length: turns }, () => [undefined, input]),
    );
    const { rows } = await scanPaths([path(name)]);
    expect(rows.map((row) => row.input)).toEqual(Array.from({ length: turns }, () => input));
  });
});

describe('history that was handed over', () => {
  it.each(['claude', 'codex', 'gemini'])('counts for nothing: %s', async (to) => {
    const { text, omitted } = written(variedThread(), { to });
    const events = eventsOf(text);
    expect(events.filter((event) => 'turn_usage' in event && event.turn_usage)).toEqual([]);
    expect(
      events.filter(({ type, inherited }) => type !== 'thread.started' && type !== 'context' && !inherited),
    ).toEqual([]);
    expect(omitted.get('usage')).toBe(2);
  });

  it('is known by the ids of turns and the version alone, which a copy by Codex keeps', () => {
    const { text } = written(variedThread(), { to: 'codex' });
    const lines = text.trimEnd().split('\n');
    const bare = lines.map((line) => {
      const { threadline: _note, ...record } = JSON.parse(line);
      delete record.payload.threadline;
      return JSON.stringify(record);
    });
    const messages = messagesOf(readOutcomes(bare.join('\n')));
    expect(messages.every(({ inherited, origin }) => inherited && origin?.agent === 'claude')).toBe(true);
    // What Codex's own forms say of the calls is still there.
    expect(messages).toHaveLength(messagesOf(readOutcomes(text)).length);
    const failed = messages.flatMap(({ content }) =>
      content.filter((block) => block.type === 'tool_result' && block.is_error),
    );
    expect(failed).toMatchObject([{ content: 'Exit code 3\n1 test failed' }]);
  });

  it('is still history in a fork of the session that it was handed over to, and so are the turns after it', () => {
    const { text } = written(variedThread(), { to: 'codex' });
    const [header = ''] = text.split('\n');
    const id = '01a1df4a-2000-7b32-9123-303d6fbfe5de';
    const at = (payload: object) =>
      JSON.stringify({ timestamp: '2026-11-16T10:00:00.000Z', type: 'event_msg', payload });
    const { id: forked_from_id } = JSON.parse(header).payload;
    const meta = { id, forked_from_id, timestamp: 'x', cwd: '/p', originator: 'x', cli_version: '0.166.0' };
    const turn = (turn_id: string, message: string) => [
      at({ type: 'task_started', turn_id }),
      at({ type: 'user_message', message }),
      at({ type: 'task_complete', turn_id }),
    ];
    const lines = [
      JSON.stringify({ timestamp: '2026-11-16T10:00:00.000Z', type: 'session_meta', payload: meta }),
      text.trimEnd(),
      ...turn('01a1df4a-1000-7b32-9123-303d6fbfe5de', 'Before the fork.'),
      ...turn('01a1df4a-3000-7b32-9123-303d6fbfe5de', 'After it.'),
    ];
    const messages = messagesOf(readOutcomes(lines.join('\n')));
    expect(messages.slice(0, -1).every(({ inherited }) => inherited)).toBe(true);
    expect(messages.at(-1)).toMatchObject({ id: 't1.user.1', content: [{ text: 'After it.' }] });
    expect(messages.at(-1)?.inherited).toBeUndefined();
  });

  it('is known by the ids of messages alone, which a checkpoint of Gemini CLI keeps', () => {
    const { text } = written(variedThread(), { to: 'gemini' });
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const [header, ...records] = lines.map(({ threadline: _note, ...record }) => record);
    const messages = records.filter(({ id }) => id !== undefined);
    const checkpoint = JSON.stringify({ $set: { messages } });
    const own = { id: 'x', timestamp: '2026-11-02T00:00:00Z', type: 'user', content: [{ text: 'New.' }] };
    const read = messagesOf(readOutcomes(`${JSON.stringify(header)}\n${checkpoint}\n${JSON.stringify(own)}\n`));
    expect(read.length).toBeGreaterThan(10);
    expect(read.slice(0, -1).every(({ inherited }) => inherited)).toBe(true);
    expect(read.at(-1)?.inherited).toBeUndefined();
  });

  it('by the importer of Codex is inherited, too, and the next turn is not', () => {
    const event = (payload: object) =>
      JSON.stringify({ timestamp: '2026-11-01T10:00:00.000Z', type: 'event_msg', payload });
    const meta = { id: '01a1df4a-15fe-7b32-9123-303d6fbfe5de', cwd: '/p', originator: 'x', cli_version: '0.149.0' };
    const lines = [
      JSON.stringify({ timestamp: '2026-11-01T10:00:00.000Z', type: 'session_meta', payload: meta }),
      event({ type: 'task_started', turn_id: 'external-import-turn-1' }),
      event({ type: 'user_message', message: 'Old.' }),
      event({
        type: 'agent_message',
        message: '[external_agent_tool_call: Bash]\ncommand: ls\n[/external_agent_tool_call]',
      }),
      event({ type: 'task_complete', turn_id: 'external-import-turn-1' }),
      event({ type: 'task_started', turn_id: '01a1df4a-15ff-7b32-9123-303d6fbfe5de' }),
      event({ type: 'user_message', message: 'New.' }),
    ];
    const messages = messagesOf(readOutcomes(lines.join('\n')));
    expect(messages.map(({ inherited }) => inherited)).toEqual([true, true, undefined]);
  });
});
