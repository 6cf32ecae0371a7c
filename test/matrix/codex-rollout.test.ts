import { createEventReader, detectWire, type ThreadEvent, type ThreadItem } from 'threadline';
import { expect, it } from 'vitest';
import { unwrapShell } from '../../src/core/tools/shell-words.ts';
import { createSessionUsage } from '../../src/core/wires/codex-rollout/weave/usage.ts';
import { type Recording, sharedRecordings, WITHOUT_SHARED } from '../fixtures.ts';

const ROLLOUTS = '*/*/rollout*.jsonl';

function eventsOf(bytes: Uint8Array): ThreadEvent[] {
  const reader = createEventReader();
  return [...reader.push(bytes), ...reader.end()].flatMap((outcome) => (outcome.ok ? outcome.events : []));
}

it('reads every recorded line of a session file without a problem or an unknown kind', (context) => {
  const recordings = sharedRecordings(ROLLOUTS);
  if (!recordings) return context.skip(WITHOUT_SHARED);
  let lines = 0;
  const odd: string[] = [];
  for (const { name, bytes } of recordings) {
    const reader = createEventReader({ strict: true });
    for (const outcome of [...reader.push(bytes), ...reader.end()]) {
      if (!('flush' in outcome)) lines += 1;
      if (!outcome.ok || outcome.problems.length > 0) odd.push(`${name}:${outcome.line} ${JSON.stringify(outcome)}`);
    }
  }
  expect(odd).toEqual([]);
  expect(lines).toBe(10_811);
});

it('shows each text of the assistant once: as often as the file has events for texts, or parts in a bare file', (context) => {
  const recordings = sharedRecordings(ROLLOUTS);
  if (!recordings) return context.skip(WITHOUT_SHARED);
  const different: string[] = [];
  for (const { name, bytes } of recordings) {
    const text = new TextDecoder().decode(bytes);
    const isBare = !text.includes('"payload"');
    const needle = isBare
      ? '"output_text"'
      : text.includes('"item_completed"')
        ? '"type":"AgentMessage"'
        : '"event_msg","payload":{"type":"agent_message"';
    const written = text.split(needle).length - 1;
    const shown = eventsOf(bytes).filter((event) => 'item' in event && event.item.type === 'agent_message').length;
    if (shown !== written) different.push(`${name}: ${shown} of ${written}`);
  }
  expect(different).toEqual([]);
});

/** What tells an item apart on both sides; undefined for what the live stream never has. */
function keyOf(item: ThreadItem): string | undefined {
  if (item.rejected) return undefined;
  switch (item.type) {
    case 'agent_message':
      return `text ${item.text}`;
    case 'reasoning':
      return item.raw ? undefined : `thinking ${item.text}`;
    case 'command_execution':
      return `command ${unwrapShell(item.command)}`;
    case 'file_change':
      return `change ${item.changes
        .map(({ kind, path }) => `${kind} ${path}`)
        .sort()
        .join(', ')}`;
    case 'mcp_tool_call':
      return `mcp ${item.server}/${item.tool}`;
    case 'web_search':
      return `web ${item.query}`;
    case 'collab_tool_call':
      return `collab ${item.tool} ${item.prompt ?? ''}`;
    default:
      return undefined;
  }
}

/** The items of a stream in the order in which they began, each as it was in the end; adjacent reasoning is joined. */
function keysOf(events: readonly ThreadEvent[]): string[] {
  const items = new Map<string, ThreadItem>();
  const plans: string[] = [];
  for (const [index, event] of events.entries()) {
    if (!('item' in event)) continue;
    const { item } = event;
    if (item.type === 'todo_list') {
      const plan = `plan ${item.items.map(({ text, completed }) => `${text} ${completed}`).join(', ')}`;
      if (event.type !== 'item.completed') plans.push(plan);
    } else if (item.id.startsWith('L')) items.set(`${index}`, item);
    else items.set(item.id, item);
  }
  const keys: string[] = [];
  for (const item of items.values()) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const isContinued = item.type === 'reasoning' && keys.at(-1)?.startsWith('thinking ');
    if (isContinued) keys.push(`${keys.pop()}\n${key.slice('thinking '.length)}`);
    else keys.push(key);
  }
  return [...keys, ...plans];
}

/** The last turns of a file, as many as the live stream has: a resumed session file holds all turns. */
function lastTurns(events: ThreadEvent[], count: number): ThreadEvent[] {
  const starts = events.flatMap((event, index) => (event.type === 'turn.started' ? [index] : []));
  return events.slice(starts.at(-Math.max(count, 1)) ?? 0);
}

/** Live items that the agent does not record, by the closed list of the design. */
const NOT_RECORDED: [pattern: RegExp, reason: string][] = [
  [
    /^0\.(8|20|23)\.0\/s10.* (text|thinking) |^0\.20\.0\/s7g.* text /,
    'bare files: texts of responses that did not end',
  ],
  [/^0\.8\.0\/.* (thinking|text) /, '0.8: reasoning and final texts'],
  [/^0\.(20|23|29|34|36|39|42|44|45|47|55|60)\.\d\/s10.* command /, 'up to 0.60 the command that was open at the kill'],
  [/s5-websearch.* web /, 'web searches up to 0.55'],
  [/s12-review.* command /, 'commands of a review: in the file of the child'],
  [/0\.145\.0\/.*-codemode.* command /, 'code mode in legacy files: nested commands'],
  [/s10-killed-codemode.* command /, 'code mode: the nested command that was open at the kill'],
  [/-codemode.* plan /, 'code mode: plans'],
  [/s8-resume-3-unknown-id.* text /, 'the live stream belongs to another file'],
];

it('finds every live item in the file of the same run, but for what the agent does not record', (context) => {
  const live = sharedRecordings('*/*/stdout.jsonl');
  const files = sharedRecordings(ROLLOUTS);
  if (!live || !files) return context.skip(WITHOUT_SHARED);
  const byName = new Map(files.map((file) => [file.name, file]));
  const missing: string[] = [];
  const counts = { live: 0, found: 0 };
  for (const { name, bytes } of live) {
    const run = name.replace('/stdout.jsonl', '');
    const printed = eventsOf(bytes);
    const file = fileOf(run, printed, byName);
    if (!file) continue;
    const turns = printed.filter(({ type }) => type === 'turn.started').length;
    const recorded = keysOf(lastTurns(eventsOf(file.bytes), turns));
    for (const key of keysOf(printed)) {
      counts.live += 1;
      const index = recorded.indexOf(key);
      if (index >= 0) {
        recorded.splice(index, 1);
        counts.found += 1;
      } else if (!NOT_RECORDED.some(([pattern]) => pattern.test(`${run} ${key}`))) missing.push(`${run} ${key}`);
    }
  }
  expect(missing).toEqual([]);
  expect(counts.found / counts.live).toBeGreaterThan(0.95);
});

function fileOf(run: string, printed: readonly ThreadEvent[], files: Map<string, Recording>): Recording | undefined {
  const id = printed.find(({ type }) => type === 'thread.started')?.thread_id;
  const second = files.get(`${run}/rollout-2.jsonl`);
  const isSecond =
    second && id && eventsOf(second.bytes).find(({ type }) => type === 'thread.started')?.thread_id === id;
  return isSecond ? second : files.get(`${run}/rollout.jsonl`);
}

/** What the mock of the recordings reported for each response. */
const RESPONSE = { input_tokens: 5321, cached_input_tokens: 4096, output_tokens: 87, reasoning_output_tokens: 64 };
const COMPACT = { input_tokens: 25_000, cached_input_tokens: 0, output_tokens: 160, reasoning_output_tokens: 256 };

it('counts for every session what the mock reported, also over turns', (context) => {
  const recordings = sharedRecordings(ROLLOUTS);
  if (!recordings) return context.skip(WITHOUT_SHARED);
  let sessions = 0;
  for (const { name, bytes } of recordings) {
    const events = eventsOf(bytes);
    const usage = createSessionUsage();
    for (const event of events) usage.push(event);
    const total = usage.total();
    if (!total || total.input_tokens === 0) continue;
    sessions += 1;
    const responses = total.input_tokens / RESPONSE.input_tokens;
    const expected = name.includes('s12-compact') ? COMPACT : times(responses);
    expect(total, name).toMatchObject(expected);
    expect(Number.isInteger(responses) || name.includes('s12-compact'), name).toBe(true);
    const resumed = /s8-resume-([0-2]).*\/rollout.jsonl/.exec(name);
    if (resumed && !isDefective(name)) expect(responses, name).toBe(Number(resumed[1]) + 1);
    const ended = events.filter((event) => event.type === 'turn.completed');
    if (ended.length !== events.filter(({ type }) => type === 'turn.started').length) continue;
    const sum = ended.reduce((before, event) => before + (event.turn_usage?.input_tokens ?? 0), 0);
    expect(sum, name).toBe(total.input_tokens);
  }
  expect(sessions).toBe(482);
});

/** Runs of `resume --last` that old versions refused: the file is as it was. */
function isDefective(name: string): boolean {
  return /^0\.(36|39|42|44|45|47|55|60)\.\d\/s8-resume-2/.test(name);
}

function times(count: number): Record<string, number> {
  return Object.fromEntries(Object.entries(RESPONSE).map(([name, value]) => [name, value * count]));
}

it('recognises every recorded session file', (context) => {
  const recordings = sharedRecordings(ROLLOUTS);
  if (!recordings) return context.skip(WITHOUT_SHARED);
  const others = recordings.filter(({ bytes }) => bytes.length > 0 && detectWire(bytes) !== 'codex-rollout');
  expect(others.map(({ name }) => name)).toEqual([]);
});
