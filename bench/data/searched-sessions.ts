import type { FoldedBlock, FoldedSession } from '../../src/archive/model/thread-sink.ts';
import type { ServerDatabase } from '../../src/fleet/postgres/connect.ts';
import { createPostgresSink } from '../../src/fleet/postgres/postgres-sink.ts';
import { createManyWords } from './many-words.ts';
import { createRandom, type Random } from './random.ts';
import type { Texts } from './texts.ts';

const FIRST_DAY = Date.UTC(2026, 0, 5, 8);
const SPAN_MS = 300 * 86_400_000;
const BLOCKS = 20;
const MACHINES = 50;
const WRITERS = 3;

/** The name of one of the machines that sent the sessions. */
export const machineName = (number: number) => `laptop-${number % MACHINES}`;

/** Writes sessions of ten months to a server as a worker does, twenty texts each, by fifty machines. */
export async function fillSessions(database: ServerDatabase, tenant: number, sessions: number): Promise<void> {
  const sink = createPostgresSink(database, { tenant });
  const random = createRandom(5);
  const texts = createManyWords(createRandom(3));
  let next = 0;
  const write = async () => {
    for (let number = next++; number < sessions; number = next++)
      await sink.putSession(madeSession(number, FIRST_DAY + Math.floor((SPAN_MS * number) / sessions), random, texts));
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  await database.transaction({ role: 'owner', timeoutMs: 0 }, (queries) => queries.run('analyze'));
}

function madeSession(number: number, at: number, random: Random, texts: Texts): FoldedSession {
  const threadId = `thread-${number}`;
  const blocks = Array.from(
    { length: BLOCKS },
    (_, index): FoldedBlock => ({
      message: `message-${index}`,
      role: index === 0 ? 'user' : 'assistant',
      kind: 'text',
      inherited: false,
      at: at + index * 1000,
      line: index,
      text: texts.prose(random.longTail(100, 20_000)),
    }),
  );
  const head = {
    key: { agent: 'codex', threadId, home: '/home' },
    path: `/home/${threadId}.jsonl`,
    project: `/home/me/project-${number % 40}`,
    machine: machineName(number),
    title: texts.prose(40),
    startedAt: at,
    endedAt: at + BLOCKS * 1000,
    archived: false,
    status: { now: 'done', until: 0, later: 'done' } as const,
    turns: 1,
    messages: BLOCKS,
    tools: 0,
    errors: 0,
    problems: 0,
    size: 1,
  };
  return { head, blocks };
}
