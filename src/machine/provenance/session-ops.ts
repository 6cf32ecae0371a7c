import { createFileOps } from '../../core/replay/file-ops.ts';
import type { ThreadEvent } from '../../core/thread/event.ts';
import type { Outcome } from '../../core/thread/outcome.ts';
import { ThreadlineError } from '../../errors.ts';
import { createSubAgentFinder } from '../sessions/find-sub-agents.ts';
import type { HomeOptions } from '../sessions/homes.ts';
import { eachSession } from '../sessions/list-sessions.ts';
import { openSession } from '../sessions/open-session.ts';
import type { SessionInfo } from '../sessions/session-info.ts';
import { createStartedAgents } from '../sessions/started-agents.ts';
import type { EditingSession } from './edit-index.ts';
import { createOpList, type SessionOp, withoutKnownAgents } from './op-list.ts';
import type { OpsAlongside } from './ops-alongside.ts';

const LONGEST_PROMPT = 4000;

export interface SessionOpsOptions extends HomeOptions {
  /** Names of files. Only sessions that mention one of them are read as events; an operation on a file has its name. */
  names?: readonly string[] | undefined;
  /** Also reads what was asked for in each turn. */
  prompts?: boolean | undefined;
  onRead?: ((info: SessionInfo) => void) | undefined;
}

/** What was read for an answer. */
export interface ReadOps {
  ops: SessionOp[];
  /** Sessions that were looked at, and those that could not be read. */
  sessions: number;
  missing: number;
  /** The prompt of each turn, by `AGENT:ID#TURN`, if they were wanted. */
  prompts: ReadonlyMap<string, string>;
}

/** Reads the operations of all sessions, in the order of time. Sub-agents count for the session that started them. */
export async function readSessionOps(options: SessionOpsOptions): Promise<ReadOps> {
  const { names, onRead, prompts: withPrompts, ...homes } = options;
  const prompts = new Map<string, string>();
  const ops = createOpList();
  let sessions = 0;
  let missing = 0;
  const needles = names?.flatMap(spellings);
  for await (const info of eachSession({ ...homes, turns: false })) {
    sessions += 1;
    onRead?.(info);
    try {
      const session = await openSession({ path: info.path }, homes);
      if (needles && !(await mentions(session.chunks(), needles))) continue;
      for await (const op of opsOf(session.eventBatches(), info, withPrompts ? prompts : undefined)) ops.add(op, info);
    } catch (error) {
      if (!(error instanceof ThreadlineError)) throw error;
      missing += 1;
    }
  }
  return { ops: ops.inOrder(), sessions, missing, prompts };
}

/**
 * The operations of one session and of the sub-agents that it started, in the order of time. `told`: those of its own file, from
 * a caller that read it.
 */
export async function readOpsOf(info: SessionInfo, options: HomeOptions, told?: OpsAlongside): Promise<SessionOp[]> {
  // Paths and headers tell the parent: no events are read to find out who was started.
  const finder = await createSubAgentFinder(info, createStartedAgents(undefined), options);
  const ops = told?.opsOf(finder.root);
  const children: OpsSource[] = [];
  for (const { path } of await finder.childrenOf(finder.root, info.id)) {
    try {
      const { info: child } = await openSession({ path }, { ...options, onProblem: undefined });
      children.push(openedLater({ path, agent: info.agent, id: child.id, parentId: info.id }, options));
    } catch (error) {
      if (!(error instanceof ThreadlineError)) throw error;
    }
  }
  return readOpsFrom([ops ? { ...info, ops } : openedLater(info, options), ...children]);
}

/** What has to be known of a session to read its operations. */
export type OpsSession = Pick<SessionInfo, 'path' | 'agent' | 'id' | 'parentId'>;

/** The operations of these sessions, in the order of time. */
export function readOpsIn(sessions: Iterable<OpsSession>, options: HomeOptions): Promise<SessionOp[]> {
  return readOpsFrom([...sessions].map((each) => openedLater(each, options)));
}

function openedLater(session: OpsSession, options: HomeOptions): OpsSource {
  return {
    ...session,
    async *read() {
      yield* (await openSession({ path: session.path }, options)).eventBatches();
    },
  };
}

/** A session whose lines may be anywhere. Its path is a name. */
export interface OpsSource extends OpsSession {
  read(): AsyncIterable<readonly Outcome[]>;
}

/** One that was read already. */
interface ReadOpsSource extends OpsSession {
  ops: readonly SessionOp[];
}

/** The operations of these sessions, in the order of time. */
export async function readOpsFrom(sessions: Iterable<OpsSource | ReadOpsSource>): Promise<SessionOp[]> {
  const ops = createOpList();
  const threads = new Set<string>();
  for (const each of sessions) {
    threads.add(each.id);
    if ('ops' in each) for (const op of each.ops) ops.add(op, each);
    else for await (const op of opsOf(each.read(), each)) ops.add(op, each);
  }
  return withoutKnownAgents(ops.inOrder(), threads);
}

async function* opsOf(
  batches: AsyncIterable<readonly Outcome[]>,
  info: OpsSession,
  prompts?: Map<string, string>,
): AsyncGenerator<SessionOp> {
  const fold = createOpFold(info, prompts);
  for await (const batch of batches) {
    for (const outcome of batch) for (const event of outcome.ok ? outcome.events : []) yield* fold.push(event);
  }
}

/** Turns the events of one session into its operations. `prompts` receives what was asked for in its turns. */
export function createOpFold({ agent = '', id, parentId }: Omit<OpsSession, 'path'>, prompts?: Map<string, string>) {
  const ops = createFileOps();
  const session = { agent, id: parentId ?? id };
  const agentThread = parentId === undefined ? undefined : id;
  let last = 0;
  let turn = 0;
  return {
    push(event: ThreadEvent): SessionOp[] {
      if (event.type === 'turn.started' && event.parent_item_id === undefined) turn += 1;
      if (prompts && parentId === undefined) notePrompt(prompts, event, `${agent}:${id}#${Math.max(turn, 1)}`);
      return ops.push(event).map((op) => {
        // A line without a time was written after the one before.
        last = op.at || last;
        return { session, op: { ...op, at: last, agentThread: op.agentThread ?? agentThread } };
      });
    },
  };
}

/** What was asked for in the turns of sessions whose files are there. Sub-agents were asked by nobody. */
export async function readPrompts(
  sessions: readonly EditingSession[],
  homes: HomeOptions,
): Promise<Map<string, string>> {
  const prompts = new Map<string, string>();
  for (const { agent, threadId: id, parentThread, file } of sessions) {
    if (parentThread !== undefined || file === undefined) continue;
    try {
      const session = await openSession({ path: file }, homes);
      const info = { ...session.info, agent, id, parentId: undefined };
      for await (const _ of opsOf(session.eventBatches(), info, prompts));
    } catch (error) {
      if (!(error instanceof ThreadlineError)) throw error;
    }
  }
  return prompts;
}

/** What a person typed first in a turn. */
function notePrompt(prompts: Map<string, string>, event: ThreadEvent, key: string): void {
  if (event.type !== 'item.completed' || event.parent_item_id !== undefined || prompts.has(key)) return;
  const { item } = event;
  if (item.type === 'user_message' && !item.injected && item.text.trim() !== '')
    prompts.set(key, item.text.slice(0, LONGEST_PROMPT));
}

/** A name as JSON has it: with its letters, or with escapes for all that are not ASCII. */
function spellings(name: string): Buffer[] {
  const plain = JSON.stringify(name).slice(1, -1);
  const escaped = plain.replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return [...new Set([plain, escaped])].map((each) => Buffer.from(each));
}

/** True if the bytes hold one of the names. A name may be cut by the end of a chunk. */
async function mentions(chunks: AsyncIterable<Uint8Array>, needles: readonly Buffer[]): Promise<boolean> {
  const longest = Math.max(0, ...needles.map(({ length }) => length));
  let held = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([held, chunk]);
    if (needles.some((needle) => bytes.includes(needle))) return true;
    held = Buffer.from(bytes.subarray(Math.max(0, bytes.length - longest)));
  }
  return false;
}
