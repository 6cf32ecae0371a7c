// How well files at a moment are known: commits that sessions made themselves, against what was replayed before each.
import type { Level } from '../../src/core/replay/file-state.ts';
import { createReplay } from '../../src/core/replay/replay.ts';
import { readCommitChanges } from '../../src/machine/git/commit-changes.ts';
import { readFileHistory } from '../../src/machine/git/file-history.ts';
import { openRepository } from '../../src/machine/git/repository.ts';
import type { SessionOp } from '../../src/machine/provenance/op-list.ts';
import { findRoots } from '../../src/machine/provenance/roots.ts';
import { readSessionOps } from '../../src/machine/provenance/session-ops.ts';
import { ownCommits, stateLevel, witnessAhead } from '../../src/machine/provenance/state-level.ts';

export interface MeasuredAt {
  commits: number;
  /** Files of these commits that the session edited. */
  edited: number;
  /** Those that are said to be proven or derived, and of these the equal ones. */
  said: number;
  equal: number;
  /** Said, but not counted: only formatted by the commit's own hook, or redacted in the stored transcript. */
  formatted: number;
  redacted: number;
  /** Equal files that are said to be unsure. */
  unsureEqual: number;
  /** What differs, for a person who looks into it. */
  differing: string[];
}

/** The letters of a text in one order: a formatter also sorts lines and joins them. */
const bare = (text: string) => [...text.replace(/[\s\p{P}\p{S}]+/gu, '')].sort().join('');

export async function measureAt(mirror: string, homes: readonly string[]): Promise<MeasuredAt> {
  const repository = await openRepository(mirror);
  const sum: MeasuredAt = {
    commits: 0,
    edited: 0,
    said: 0,
    equal: 0,
    formatted: 0,
    redacted: 0,
    unsureEqual: 0,
    differing: [],
  };
  try {
    const history = await readFileHistory(repository);
    const { ops } = await readSessionOps({ homes: [...homes] });
    const bySession = new Map<string, SessionOp[]>();
    for (const each of ops)
      bySession.set(each.session.id, [...(bySession.get(each.session.id) ?? []), each].slice(-1e9));
    const relativeOf = findRoots(
      ops.flatMap(({ op }) => ('path' in op && op.kind !== 'see' ? [op.path] : [])),
      (path) => history.has(path),
    );
    async function* base(path: string, at: number): AsyncGenerator<string> {
      for (const version of history.get(relativeOf(path) ?? '') ?? []) {
        const bytes = version.at <= at ? await repository.blobs.read(version.blob) : undefined;
        if (bytes) yield bytes.toString('utf8');
      }
    }
    for (const own of bySession.values()) await measureSession(own);

    async function measureSession(own: readonly SessionOp[]): Promise<void> {
      const replay = createReplay({ base });
      for (const [index, { session, op }] of own.entries()) {
        for (const hash of ownCommits(op)) {
          const commit = await repository.commit(hash);
          if (commit === undefined) continue;
          sum.commits += 1;
          for (const { path, blob } of (await readCommitChanges(repository, commit)).files) {
            const text = (await repository.blobs.read(blob))?.toString('utf8');
            const chains = [...replay.chains.values()].filter(
              (each) => relativeOf(each.path) === path && each.states.length > 0,
            );
            const chain = chains
              .sort((one, other) => (one.states.at(-1)?.at ?? 0) - (other.states.at(-1)?.at ?? 0))
              .at(-1);
            const state = chain?.states.at(-1);
            if (text === undefined || !chain || !state || state.isGone) continue;
            const known = replay.table.text(state.lines);
            const ahead = own.slice(index + 1).map((each) => each.op);
            const level: Level = stateLevel(
              replay,
              chain,
              witnessAhead(chain.path, known, ahead, () => undefined),
            );
            add(level, known === text, known, text, `${commit.slice(0, 8)} ${path} ${state.call}`);
            await replay.apply(session, {
              ...op,
              kind: 'see',
              path: chain.path,
              text,
              start: 1,
              isWhole: true,
              isCommitted: true,
            });
          }
        }
        await replay.apply(session, op);
      }
    }

    function add(level: Level, isEqual: boolean, known: string, text: string, name: string): void {
      const isSaid = level !== 'unsure';
      if (!isEqual && isSaid && known.includes('REDACTED')) {
        sum.redacted += 1;
        return;
      }
      sum.edited += 1;
      if (!isSaid) {
        if (isEqual) sum.unsureEqual += 1;
      } else if (!isEqual && bare(known) === bare(text)) sum.formatted += 1;
      else {
        sum.said += 1;
        if (isEqual) sum.equal += 1;
        else sum.differing.push(`${level} ${name}`);
      }
    }
    return sum;
  } finally {
    repository.close();
  }
}
