import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEventReader, createMessageBuilder, type Outcome, type ThreadEvent } from 'threadline';
import { agentStores, listSessions, openSession } from 'threadline/sessions';

const shared = join(
  process.env.THREADLINE_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url)),
  'recordings',
);

/** One recorded scenario: what the runs printed, and what they left. */
export interface RecordedHome {
  /** `1.52.0/s2-shell` */
  name: string;
  streams: { name: string; wire: string | undefined; outcomes: Outcome[] }[];
  sessions: { id: string; parent: string | undefined; path: string; wire: string | undefined; outcomes: Outcome[] }[];
}

/** Reads every scenario of an agent by the store of the agent; undefined where recordings are not on this machine. */
export async function recordedHomes(agent: string, home: string): Promise<RecordedHome[] | undefined> {
  const folder = join(shared, agent);
  if (!existsSync(folder)) return undefined;
  const names = globSync('*/*/meta.json', { cwd: folder }).map((path) => path.replace('/meta.json', ''));
  const homes: RecordedHome[] = [];
  for (const name of names.sort()) homes.push(await readHome(agent, join(folder, name), name, home));
  return homes;
}

async function readHome(agent: string, folder: string, name: string, home: string): Promise<RecordedHome> {
  const streams = globSync('stdout*.jsonl', { cwd: folder })
    .sort()
    .map((file) => ({ name: file, ...read(readFileSync(join(folder, file))) }));
  // A copy: a database with a log is opened with files beside it.
  const copy = mkdtempSync(join(tmpdir(), 'threadline-recorded-'));
  try {
    const kept = join(folder, 'session', home);
    if (existsSync(kept)) cpSync(kept, join(copy, basename(home)), { recursive: true, mode: 0 });
    const stores = agentStores.filter((store) => store.name === agent);
    const sessions: RecordedHome['sessions'] = [];
    const homes = [join(copy, basename(home))];
    for (const { id, parentId, path } of await listSessions({ homes, agents: stores })) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of (await openSession({ path }, { homes, agents: stores })).chunks()) chunks.push(chunk);
      sessions.push({ id, parent: parentId, path, ...read(Buffer.concat(chunks)) });
    }
    return { name, streams, sessions };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function read(bytes: Uint8Array): { wire: string | undefined; outcomes: Outcome[] } {
  const reader = createEventReader();
  const outcomes = [...reader.push(bytes), ...reader.end()];
  return { wire: reader.wire, outcomes };
}

export function eventsOf(outcomes: readonly Outcome[]): ThreadEvent[] {
  return outcomes.flatMap((outcome) => (outcome.ok ? outcome.events : []));
}

/** The problems and the unknown kinds of some outcomes. */
export function oddities(outcomes: readonly Outcome[]): string[] {
  return outcomes.flatMap((outcome) => {
    if (!outcome.ok) return [`${outcome.line} ${outcome.error.code}`];
    const problems = outcome.problems.map(({ code, message }) => `${outcome.line} ${code} ${message}`);
    const unknown = outcome.events.filter(
      (event) => event.type === 'unknown' || ('item' in event && event.item.type === 'unknown'),
    );
    return [...problems, ...unknown.map(() => `${outcome.line} unknown`)];
  });
}

/** Something said, thought or called by the agent. */
export interface RecordedBlock {
  id: string;
  kind: 'text' | 'thinking' | 'tool';
  body: string;
  result?: string;
}

export function blocksOf(events: readonly ThreadEvent[], firstTurn = 1): RecordedBlock[] {
  const builder = createMessageBuilder({ firstTurn });
  for (const event of events) builder.push(event);
  builder.end();
  return builder.messages.flatMap((message) => {
    if (message.role !== 'assistant') return [];
    return message.content.flatMap((block): RecordedBlock[] => {
      if (block.type === 'text') return [{ id: message.id, kind: 'text', body: block.text }];
      if (block.type === 'thinking') return [{ id: message.id, kind: 'thinking', body: block.thinking }];
      if (block.type !== 'tool_use') return [];
      const result = message.content.find((other) => other.type === 'tool_result' && other.tool_use_id === block.id);
      const made: RecordedBlock = { id: block.id, kind: 'tool', body: `${block.name} ${JSON.stringify(block.input)}` };
      if (result?.type === 'tool_result') made.result = `${result.is_error} ${result.content}`;
      return [made];
    });
  });
}
