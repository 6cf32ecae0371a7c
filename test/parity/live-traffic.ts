import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEventReader, type ThreadEvent, type ThreadItem } from 'threadline';
import { isInferred } from '../../src/core/thread/inferred.ts';
import { unknownKind } from '../../src/core/thread/unknown-kind.ts';

/** A recorded connection of an agent and its client, and the session files that the agent left. */
export interface RecordedTraffic {
  /** `claude/2.1.325/c2a-allow` */
  name: string;
  /** What both said, and what the agent alone said, one file for each process. */
  traffic: Uint8Array;
  printed: { name: string; bytes: Uint8Array }[];
  kept: { name: string; bytes: Uint8Array }[];
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const KEPT = ['session/**/*.jsonl', 'session/.*/**/*.jsonl', 'rollout*.jsonl'];

function trafficBelow(folder: string): RecordedTraffic[] {
  return globSync('**/traffic.jsonl', { cwd: folder })
    .sort()
    .map((path) => {
      const name = path.replace('/traffic.jsonl', '');
      const read = (file: string) => ({ name: file, bytes: readFileSync(join(folder, name, file)) });
      const found = (pattern: string) => globSync(pattern, { cwd: join(folder, name) }).sort();
      return {
        name,
        traffic: read('traffic.jsonl').bytes,
        printed: found('stdout*.jsonl').map(read),
        kept: KEPT.flatMap(found).map(read),
      };
    });
}

export function bundledTraffic(): RecordedTraffic[] {
  return trafficBelow(here('../fixtures/live'));
}

const shared = join(process.env.THREADLINE_SHARED ?? here('../../../shared'), 'live/recordings');

/** Undefined where the shared recordings are not on this machine. */
export function sharedTraffic(): RecordedTraffic[] | undefined {
  return existsSync(shared) ? trafficBelow(shared) : undefined;
}

export interface Reading {
  wire: string | undefined;
  events: ThreadEvent[];
  /** Problems, bad lines, unknown kinds. */
  faults: string[];
}

export function readAll(bytes: Uint8Array): Reading {
  const reader = createEventReader();
  const reading: Reading = { wire: undefined, events: [], faults: [] };
  for (const outcome of [...reader.push(bytes), ...reader.end()]) {
    const problems = outcome.ok ? outcome.problems : [outcome.error];
    for (const { code, message } of problems) reading.faults.push(`line ${outcome.line}: ${code} ${message}`);
    for (const event of outcome.ok ? outcome.events : []) {
      reading.events.push(event);
      const unknown = unknownKind(event);
      if (unknown !== undefined) reading.faults.push(`line ${outcome.line}: unknown ${unknown}`);
    }
  }
  reading.wire = reader.wire;
  return reading;
}

type Shown = ThreadItem & { thread: string | undefined };

/** The last state of each item, of all or of those that ended. History that is told again is left out. */
function itemsOf(events: readonly ThreadEvent[], isEnded: boolean): Map<string, Shown> {
  const items = new Map<string, Shown>();
  for (const event of events) {
    if (!('item' in event) || event.inherited) continue;
    if (isEnded && event.type !== 'item.completed' && event.type !== 'item.failed') continue;
    items.set(event.item.id, { ...event.item, thread: event.thread_id });
  }
  return items;
}

const isTool = ({ type }: ThreadItem) =>
  /^(?:command_execution|file_change|mcp_tool_call|tool_call|collab_tool_call)$/.test(type);

/** What the same thread is in both: ids of threads and calls, the texts, and their ids where both have them. */
export function findDifferences({ traffic, kept }: RecordedTraffic): string[] {
  const live = readAll(traffic).events;
  const files = kept.map(({ bytes }) => readAll(bytes)).filter(({ wire }) => wire !== undefined && wire !== 'unknown');
  if (files.length === 0) return [];
  const stored = itemsOf(
    files.flatMap(({ events }) => events),
    false,
  );
  const threads = new Set(files.flatMap(({ events }) => events.map(({ thread_id }) => thread_id)));
  const texts = new Map<string, Shown[]>();
  for (const item of stored.values()) {
    if ('text' in item) texts.set(wordsOf(item), [...(texts.get(wordsOf(item)) ?? []), item]);
  }
  const differences: string[] = [];
  for (const event of live) {
    if (event.type !== 'turn.completed' || event.parent_item_id !== undefined) continue;
    if (!threads.has(event.thread_id)) differences.push(`no file of thread ${event.thread_id}`);
  }
  for (const item of itemsOf(live, true).values()) {
    if (isTool(item)) differences.push(...ofTool(item, stored.get(item.id)));
    else if (item.type === 'agent_message' || item.type === 'user_message' || item.type === 'reasoning')
      differences.push(...ofText(item, texts.get(wordsOf(item)) ?? []));
  }
  return differences;
}

function wordsOf({ type, ...item }: Shown): string {
  const text = 'text' in item && typeof item.text === 'string' ? item.text : '';
  return `${type} ${text.replace(/\s+/g, ' ').trim()}`;
}

function ofTool(live: Shown, kept: Shown | undefined): string[] {
  if (!kept) return [`${live.type} ${live.id} is in no file`];
  const differences: string[] = [];
  if (live.type !== kept.type) return [`${live.id} is ${live.type} live and ${kept.type} kept`];
  if (live.type === 'command_execution' && kept.type === live.type && live.command !== kept.command)
    differences.push(`${live.id} has another command`);
  if (live.thread !== kept.thread) differences.push(`${live.id} is in another thread`);
  return differences;
}

function ofText(live: Shown, kept: readonly Shown[]): string[] {
  if (kept.length === 0)
    return [`${live.type} is in no file: ${JSON.stringify('text' in live ? live.text : '').slice(0, 80)}`];
  const named = kept.filter((item) => !isInferred(item, 'id'));
  if (isInferred(live, 'id') || named.length < kept.length) return [];
  return named.some(({ id }) => id === live.id) ? [] : [`${live.type} ${live.id} has another id in the file`];
}
