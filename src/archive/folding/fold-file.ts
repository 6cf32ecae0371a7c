import { limits } from '../../limits.ts';
import type { UnifiedMessage } from '../../messages/message.ts';
import { createMessageBuilder } from '../../messages/message-builder.ts';
import type { History } from '../../sessions/history.ts';
import { vocabulariesOf } from '../../sessions/load-session.ts';
import { plainBytes } from '../../sessions/plain-bytes.ts';
import { readOutcomes } from '../../sessions/read-outcomes.ts';
import { readHead } from '../../sessions/session-head.ts';
import { isSubagent, sessionInfo } from '../../sessions/session-info.ts';
import { createStatusGatherer, type StatusGatherer, type StatusOptions } from '../../sessions/session-status.ts';
import { type AgentStore, type FilesAround, readerOptionsOf, type SessionFile } from '../../sessions/store.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import type { Outcome } from '../../thread/outcome.ts';
import { createEventReader } from '../../wires/event-reader.ts';
import { createSettledMessages } from '../../writers/settled-messages.ts';
import type { FoldedBlock, FoldedHead, FoldedStatus } from '../thread-sink.ts';
import { createFilePosition, type FilePosition } from './file-position.ts';
import { foldBlocks } from './fold-blocks.ts';
import { createTail } from './tail.ts';
import type { UsageRecorder } from './usage-facts.ts';

/** What is needed besides the file itself; made once for many files. */
export interface FoldTools {
  usage: UsageRecorder;
  /** The names of sessions that a file's home keeps in one place. */
  titles(file: SessionFile): ReadonlyMap<string, string> | undefined;
  /** The files among which those are looked for that a fork goes on from. */
  files(file: SessionFile, id: string): ReturnType<FilesAround>;
  agents?: readonly AgentStore[] | undefined;
  onBytes?: ((bytes: number) => void) | undefined;
}

/** A file that was read to its end. */
export interface FoldedFile {
  head: FoldedHead;
  position: FilePosition;
  /** What it tells of requests; undefined where it tells none. */
  usage: Uint8Array | undefined;
}

/** A session file that is being read. */
export interface FileFold {
  /** What is known of the session so far. Its key is, from the beginning. */
  head(): FoldedHead;
  /** Reads the file, and gives its blocks as they are settled, then all the rest. */
  blocks(): AsyncGenerator<FoldedBlock[]>;
  /** After the last block. */
  end(): FoldedFile;
}

/** Begins to read a session file. Bad lines are counted; a fault of the machine is thrown as a ThreadlineError. */
export async function openFold(file: SessionFile, tools: FoldTools): Promise<FileFold> {
  const found = await readHead(file);
  const { started, headerLine } = found;
  const info = sessionInfo(file, found, tools.titles(file));
  const history: History | undefined =
    started && (await file.agent?.store.history?.(file, started, (id) => tools.files(file, id)));
  const parts = history?.parts ?? [];
  const problem = [...info.problems, ...(history?.problems ?? [])][0]?.message;
  const facts = createFacts();
  const position = createFilePosition();
  // The folder of a file of another machine cannot be asked for its name.
  const tail = file.open && file.agent?.store.tailTitle ? createTail(limits.maxTitleTailBytes) : undefined;

  async function* watched(): AsyncGenerator<Uint8Array> {
    for await (const chunk of plainBytes(file, tools.onBytes)) {
      position.push(chunk);
      tail?.push(chunk);
      tools.usage.push(chunk);
      yield chunk;
    }
  }

  /** What a fork goes on from in another file stands there; a copy in its own file is its own. */
  function addBlocks(messages: readonly UnifiedMessage[], blocks: FoldedBlock[]): void {
    for (const message of messages) {
      if (message.inherited && parts.length > 0) continue;
      const made = foldBlocks(message, facts.project ?? info.cwd);
      facts.addMessage(made);
      for (const block of made) blocks.push(block);
    }
  }

  async function* blocks(): AsyncGenerator<FoldedBlock[]> {
    const builder = createMessageBuilder({ agents: true, vocabularies: vocabulariesOf(tools.agents) });
    const settled = createSettledMessages(builder, () => true);
    const reader = createEventReader(readerOptionsOf(file, tools.agents));
    tools.usage.begin(file.path, file.cwd);
    for await (const outcomes of readOutcomes(watched(), reader, { history: parts, headerLine })) {
      const made: FoldedBlock[] = [];
      for (const outcome of outcomes) {
        for (const event of facts.addOutcome(outcome)) addBlocks(settled.push(event, outcome.offset), made);
      }
      if (made.length > 0) yield made;
    }
    const rest: FoldedBlock[] = [];
    addBlocks(settled.end(), rest);
    yield rest;
  }

  const head = (): FoldedHead => ({
    key: {
      agent: info.agent ?? file.agent?.name ?? 'unknown',
      threadId: info.id || file.path,
      home: file.home ?? '',
    },
    path: file.path,
    archived: file.archived,
    title: (tail && file.agent?.store.tailTitle?.(file, tail.bytes())) ?? info.title,
    firstPrompt: info.firstPrompt,
    project: info.cwd,
    version: info.cliVersion,
    parentThread: info.parentId,
    forkedFrom: info.forkedFromId,
    problem,
    size: file.size,
    ...facts.counts(info.model, Date.parse(info.createdAt ?? ''), {
      // Of a file that was sent it is only known when it came, which may be long after.
      modified: Math.min(file.modified, (file.open && facts.last) ?? file.modified),
      isSubagent: isSubagent(info),
    }),
  });

  return {
    head,
    blocks,
    end: () => ({ head: head(), position: position.position(), usage: tools.usage.end() }),
  };
}

/** Reads only what a file used, for one that is nobody's session. */
export async function readUsageOnly(file: SessionFile, tools: FoldTools): Promise<Omit<FoldedFile, 'head'>> {
  const position = createFilePosition();
  tools.usage.begin(file.path, file.cwd);
  for await (const chunk of plainBytes(file, tools.onBytes)) {
    position.push(chunk);
    tools.usage.push(chunk);
  }
  return { position: position.position(), usage: tools.usage.end() };
}

/** What the events of a session add up to. */
function createFacts() {
  const turns = new Set<string | undefined>();
  const status = createStatusGatherer();
  let [messages, tools, errors, problems] = [0, 0, 0, 0];
  let first: number | undefined;
  let last: number | undefined;
  let model: string | undefined;
  let branch: string | undefined;
  let project: string | undefined;

  function add(event: ThreadEvent): void {
    if (event.inherited || event.parent_item_id !== undefined) return;
    if (event.type === 'turn.started') turns.add(event.turn_id);
    if (event.type !== 'thread.started' && event.type !== 'turn.started' && event.type !== 'context') return;
    model = event.model ?? model;
    project = event.cwd ?? project;
    if (event.type === 'thread.started' && typeof event.git?.branch === 'string') branch = event.git.branch;
  }

  return {
    get project() {
      return project;
    },
    /** The time of the last message. */
    get last() {
      return last;
    },
    addOutcome(outcome: Outcome): readonly ThreadEvent[] {
      if (!outcome.ok) {
        problems += 1;
        return [];
      }
      problems += outcome.problems.length;
      for (const event of outcome.events) {
        status.add(event);
        add(event);
      }
      return outcome.events;
    },
    addMessage(blocks: readonly FoldedBlock[]): void {
      messages += 1;
      for (const { kind, error, at, inherited } of blocks) {
        if (kind === 'tool_use') tools += 1;
        if (error) errors += 1;
        if (at === 0 || inherited) continue;
        first = Math.min(first ?? at, at);
        last = Math.max(last ?? at, at);
      }
    },
    counts(headModel: string | undefined, createdAt: number, options: Omit<StatusOptions, 'now'>) {
      const began = Number.isNaN(createdAt) ? first : createdAt;
      return {
        model: model ?? headModel,
        branch,
        startedAt: first ?? began,
        endedAt: last ?? began,
        status: foldedStatus(status, options),
        turns: turns.size,
        messages,
        tools,
        errors,
        problems,
      };
    },
  };
}

/** The rule knows silences of some lengths; the longest during which nothing changes is looked for. */
function foldedStatus(gatherer: StatusGatherer, options: Omit<StatusOptions, 'now'>): FoldedStatus {
  const { statusLastWordMs, statusSilenceMs, statusCallMs, statusWaitingMs } = limits;
  const after = (silence: number) => gatherer.status({ ...options, now: options.modified + silence });
  const now = after(0);
  const lasting = [statusLastWordMs, statusSilenceMs, statusCallMs, statusWaitingMs].filter((ms) => after(ms) === now);
  const until = Math.floor(options.modified) + Math.max(0, ...lasting);
  return { now, until, later: after(Number.MAX_SAFE_INTEGER) };
}
