import { stat } from 'node:fs/promises';
import type { Outcome } from '../../core/thread/outcome.ts';
import { ThreadlineError } from '../../errors.ts';
import { openRepository } from '../../machine/git/repository.ts';
import { jsonAnswer } from '../../machine/http/http-answer.ts';
import { type ChangeCommit, readChangeCommits } from '../../machine/provenance/change-commits.ts';
import { linesChangedSince } from '../../machine/provenance/changed-since.ts';
import { type CommittedChanges, committedChanges } from '../../machine/provenance/committed-changes.ts';
import type { SessionOp } from '../../machine/provenance/op-list.ts';
import { sessionChanges } from '../../machine/provenance/session-changes.ts';
import { type OpsSource, readOpsFrom } from '../../machine/provenance/session-ops.ts';
import { API_SCHEMA, type ApiChanges, type ApiEdit } from './api-types.ts';
import { hideSecrets } from './hide-secrets.ts';
import type { Query } from './query.ts';
import { badRequest, RequestError } from './request-error.ts';
import { rowOfLine } from './row-of-line.ts';
import type { SessionEntry, SessionIndex } from './session-index.ts';
import type { SourceOf } from './source-of.ts';
import type { Transcript } from './transcript/transcripts.ts';
import type { ViewedSource } from './transcript/viewed-source.ts';

interface ChangesRouteOptions {
  index: SessionIndex;
  sourceOf: SourceOf;
  transcriptOf(entry: SessionEntry): Promise<Transcript>;
  /** The files that the reader has looked at; undefined where that is not kept. */
  viewedOf(entry: SessionEntry): readonly string[] | undefined;
}

/** Answers `/api/sessions/<agent>/<id>/changes?of=net|steps|turn:3`: what `threadline changes` says, with the rows behind it. */
export function createChangesRoute({ index, sourceOf, transcriptOf, viewedOf }: ChangesRouteOptions) {
  return async (entry: SessionEntry, query: Query) => {
    const turn = turnOf(query.text('of'));
    const { head } = entry;
    const isStored = entry.path === undefined;
    // The text of a conversation does not tell every edit: better no answer than one that says too little.
    if (isStored && (await sourceOf(entry).open()).isArchived) throw new RequestError(410, 'gone');
    const ops = await opsOfEntry(entry, index, sourceOf);
    // The folder of a session that only a store has is a folder of another machine: nothing is looked up there.
    const { found, commits } = await changesIn(
      isStored ? undefined : head.project,
      { agent: head.agent, id: head.id },
      ops,
      {
        turn,
        folder: head.project,
        hunks: true,
        // A turn's text is the file's only until the next one.
        changedSince: turn === undefined && !isStored ? linesChangedSince : undefined,
      },
    );
    const viewed = viewedOf(entry);
    const { rows } = await transcriptOf(entry);
    // A sub-agent's lines are lines of another file.
    const rowOf = (at: number, agentThread: string | undefined) =>
      agentThread === undefined ? rowOfLine(rows, at)?.row : undefined;
    const files = found.files.map(({ hunks, base, ...file }) => ({
      ...file,
      status: file.kind,
      add: file.added,
      del: file.removed,
      base: base === 'unknown' ? ('unknown' as const) : ('known' as const),
      edits: editsOf(ops, file.path, turn, rowOf),
      hunks: hunks?.map((hunk) => ({
        ...hunk,
        origin: hunk.origin.map((origin) => {
          const row = rowOf(origin.at, origin.agentThread);
          return { ...origin, ...(row !== undefined && { row }) };
        }),
      })),
    }));
    return jsonAnswer({
      schema: API_SCHEMA,
      ...hideSecrets({
        files: files.filter(({ kind }) => kind !== 'undone'),
        undone: files.filter(({ kind }) => kind === 'undone'),
        commits: commits ?? [],
        commands: found.commands,
      }),
      repository: commits === undefined ? await folderState(isStored ? undefined : head.project) : 'found',
      ...(isStored && { stored: true }),
      ...(viewed && { viewed }),
      turns: [...new Set(ops.map(({ op }) => op.turn))].filter((number) => number > 0),
    } satisfies ApiChanges);
  };
}

/** The calls that wrote to a file, in their order. */
function editsOf(
  ops: readonly SessionOp[],
  path: string,
  turn: number | undefined,
  rowOf: (at: number, agentThread: string | undefined) => number | undefined,
): ApiEdit[] {
  return ops.flatMap(({ op }) => {
    const isOwn = 'path' in op && op.kind !== 'see' && (op.path === path || ('to' in op && op.to === path));
    if (!isOwn || (turn !== undefined && op.turn !== turn)) return [];
    const row = rowOf(op.line, op.agentThread);
    return [{ turn: op.turn, status: op.kind, ...(row !== undefined && { row }) }];
  });
}

async function folderState(folder: string | undefined): Promise<'none' | 'gone'> {
  if (folder === undefined) return 'none';
  const found = await stat(folder).catch(() => undefined);
  return found?.isDirectory() ? 'none' : 'gone';
}

/** What was changed, with the commits that have it where the session's folder is a repository. */
async function changesIn(
  folder: string | undefined,
  ...asked: Parameters<typeof sessionChanges>
): Promise<{ found: CommittedChanges; commits?: ChangeCommit[] }> {
  try {
    const repository = folder === undefined ? undefined : await openRepository(folder);
    if (!repository) return { found: await sessionChanges(...asked) };
    try {
      const found = await committedChanges(repository, ...asked);
      return { found, commits: await readChangeCommits(repository, found) };
    } finally {
      repository.close();
    }
  } catch (error) {
    // No repository, or one that cannot be read: the change itself is known all the same.
    if (error instanceof ThreadlineError) return { found: await sessionChanges(...asked) };
    throw error;
  }
}

/** `net`, `steps` or nothing: all turns. The steps are the edits of each file, and each turn can be asked for by itself. */
function turnOf(of: string | undefined): number | undefined {
  if (of === undefined || of === 'net' || of === 'steps') return undefined;
  const [, number] = /^turn:([1-9]\d{0,8})$/.exec(of) ?? [];
  if (number === undefined) throw badRequest();
  return Number(number);
}

/** What a session and its sub-agents did with files. */
export function opsOfEntry(entry: SessionEntry, index: SessionIndex, sourceOf: SourceOf): Promise<SessionOp[]> {
  return readOpsFrom(sourcesOf(entry, index, sourceOf));
}

/** The session itself, and the sub-agents that it started. */
function* sourcesOf(entry: SessionEntry, index: SessionIndex, sourceOf: SourceOf): Generator<OpsSource> {
  const { agent, id } = entry.head;
  const own = sourceOf(entry);
  yield { path: own.id, agent, id, parentId: undefined, read: own.read };
  for (const { key } of index.childrenOf(entry.key)) {
    const child = index.get(key);
    if (!child || child.head.agent !== agent) continue;
    const source = sourceOf(child);
    yield { path: source.id, agent, id: child.head.id, parentId: id, read: () => readIfThere(source) };
  }
}

/** A sub-agent may be deleted, or hidden from the reader, since it was listed. */
async function* readIfThere(source: ViewedSource): AsyncGenerator<readonly Outcome[]> {
  try {
    yield* source.read();
  } catch (error) {
    if (!(error instanceof ThreadlineError && error.code === 'not-found')) throw error;
  }
}
