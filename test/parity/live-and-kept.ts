import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createEventReader, createMessageBuilder, type ThreadEvent, type UnifiedMessage } from '../../src/index.ts';

const SHARED = process.env.THREADLINE_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url));

/** The folder of an agent's shared recordings; undefined where they are not on this machine. */
export function sharedFolder(agent: string): string | undefined {
  const folder = `${SHARED}/recordings/${agent}`;
  return existsSync(folder) ? folder : undefined;
}

/** A run as it was printed, and the session that it left, of an agent whose sessions are files. */
export interface RecordedRun {
  /** `1.0.102/s8-resume.2` for the second of several runs. */
  name: string;
  live: ThreadEvent[];
  kept: ThreadEvent[];
  /** The number of the run's first turn in the session. */
  firstTurn: number;
}

/** Something said or called, with all that must be the same on both sides. */
export interface Block {
  id: string;
  role: string;
  /** The text, or the call's name and input. */
  body: string;
  kind: 'text' | 'thinking' | 'tool';
  result?: { text: string; isError: boolean };
}

/** What a run shows that its session has not, or has otherwise. */
export interface Difference {
  run: string;
  block: Block;
  /** The block at its place in the session, if there is one. */
  twin?: Block | undefined;
  what: 'missing' | 'id' | 'result' | 'is_error';
}

/** The runs below a folder of recordings. `kept` is the pattern of their session files. */
export function recordedRuns(root: string, kept: string): RecordedRun[] {
  // Connections have rules of their own: `live-traffic.ts`.
  return globSync('*/*', { cwd: root })
    .filter((name) => !name.endsWith('-acp'))
    .sort()
    .flatMap((name) => runsOf(`${root}/${name}`, name, kept));
}

function runsOf(folder: string, name: string, pattern: string): RecordedRun[] {
  const sessions = globSync(pattern, { cwd: folder }).map((path) => eventsIn(`${folder}/${path}`));
  const turns = new Map<string, number>();
  return globSync('stdout*.jsonl', { cwd: folder })
    .sort()
    .flatMap((path) => {
      const live = eventsIn(`${folder}/${path}`);
      const ids = new Set(live.map(threadOf).filter((id) => id !== ''));
      // A run that was killed may not name its thread: then it is the only one.
      const found = sessions.find((kept) => ids.has(threadOf(kept[0]))) ?? (ids.size === 0 ? sessions[0] : undefined);
      if (!found || live.length === 0) return [];
      const id = threadOf(found[0]);
      const firstTurn = (turns.get(id) ?? 0) + 1;
      turns.set(id, firstTurn + live.filter(({ type }) => type === 'turn.started').length - 1);
      return [{ name: `${name}${path.replace(/^stdout|\.jsonl$/g, '')}`, live, kept: found, firstTurn }];
    });
}

function threadOf(event: ThreadEvent | undefined): string {
  return event?.type === 'thread.started' ? event.thread_id : '';
}

function eventsIn(path: string): ThreadEvent[] {
  if (!existsSync(path)) return [];
  const reader = createEventReader();
  return [...reader.push(readFileSync(path)), ...reader.end()].flatMap((outcome) => (outcome.ok ? outcome.events : []));
}

/** Compares what was said and called, in order. Prompts count where the stream has them. */
export function compareRun(run: RecordedRun): { total: number; differences: Difference[] } {
  const live = blocksOf(run.live, run.firstTurn);
  const kept = blocksOf(run.kept, 1);
  const taken = new Set<Block>();
  const differences: Difference[] = [];
  for (const block of live) {
    const same = kept.filter((other) => !taken.has(other) && isSame(block, other));
    const twin = same.find(({ id }) => id === block.id) ?? same[0];
    if (!twin) {
      differences.push({ run: run.name, block, twin: kept.find(({ id }) => id === block.id), what: 'missing' });
      continue;
    }
    taken.add(twin);
    if (twin.id !== block.id) differences.push({ run: run.name, block, twin, what: 'id' });
    if (!block.result || !twin.result) continue;
    if (block.result.text !== twin.result.text) differences.push({ run: run.name, block, twin, what: 'result' });
    if (block.result.isError !== twin.result.isError)
      differences.push({ run: run.name, block, twin, what: 'is_error' });
  }
  return { total: live.length, differences };
}

function isSame(block: Block, other: Block): boolean {
  return block.role === other.role && block.kind === other.kind && block.body === other.body;
}

function blocksOf(events: readonly ThreadEvent[], firstTurn: number): Block[] {
  const builder = createMessageBuilder({ firstTurn });
  for (const event of events) builder.push(event);
  builder.end();
  return builder.messages.filter(({ role }) => role !== 'system').flatMap(messageBlocks);
}

function messageBlocks({ id, role, content }: UnifiedMessage): Block[] {
  return content.flatMap((block): Block[] => {
    if (block.type === 'text') return [{ id, role, body: block.text, kind: 'text' }];
    if (block.type === 'thinking') return [{ id, role, body: block.thinking, kind: 'thinking' }];
    if (block.type !== 'tool_use') return [];
    const made: Block = { id: block.id, role, body: `${block.name} ${JSON.stringify(block.input)}`, kind: 'tool' };
    const result = content.find((other) => other.type === 'tool_result' && other.tool_use_id === block.id);
    if (result?.type === 'tool_result') made.result = { text: result.content, isError: result.is_error };
    return [made];
  });
}
