import { type Problem, ThreadlineError } from '../../../errors.ts';
import type { SessionSource, SourceFollower, SourceFollowOptions } from '../session-source.ts';
import { createWholeTrace, NO_NUMBERS } from './checkpoint.ts';
import { type FollowChange, type FollowedOutcomes, followProblem } from './follow-change.ts';
import { readStream } from './read-stream.ts';
import { createReadingPlace } from './reading-place.ts';

/** Follows rows: bytes from their beginning that may change anywhere. Growth is at the end; other changes reset. */
export function createStreamFollower(
  source: Pick<SessionSource, 'look' | 'read'>,
  { reader, from }: Pick<SourceFollowOptions, 'reader' | 'from'>,
): SourceFollower {
  const place = createReadingPlace(reader, from, createWholeTrace);
  let seen: string | undefined;
  let isGone = false;
  let isCurrent = false;
  let told = '';

  function reset(message: string): FollowChange {
    place.beginAnew();
    isCurrent = false;
    return { kind: 'reset', problem: { code: 'file-reset', message }, checkpoint: place.checkpoint };
  }

  /** Yields the changes. The last one tells that nothing more is there. */
  async function* readOn(): AsyncGenerator<FollowChange, boolean> {
    let held: FollowedOutcomes | undefined;
    const changes = readStream(source.read(), place, NO_NUMBERS);
    let next = await changes.next();
    for (; !next.done; next = await changes.next()) {
      if (held) yield held;
      held = next.value;
    }
    if (!next.value) return false;
    if (held) yield { ...held, isCurrent: true };
    else if (!isCurrent) yield { kind: 'outcomes', outcomes: [], checkpoint: place.checkpoint, isCurrent: true };
    isCurrent = true;
    return true;
  }

  async function* read(version: string): AsyncGenerator<FollowChange> {
    if (!isGone && version === seen) return;
    try {
      if (isGone) yield reset('the session is back');
      if (!(yield* readOn())) {
        yield reset('the session was changed in place');
        yield* readOn();
      }
    } catch (error) {
      // The reader may have seen half of it.
      place.cool();
      throw error;
    }
    seen = version;
    isGone = false;
    told = '';
  }

  function* vanish(): Generator<FollowChange> {
    const outcomes = place.end();
    place.beginAnew();
    isGone = true;
    yield { kind: 'gone', problem: { code: 'file-gone', message: 'the session was deleted' }, outcomes };
  }

  /** Reports once, until something else happens. */
  function* tell(problem: Problem): Generator<FollowChange> {
    if (told === problem.message) return;
    told = problem.message;
    yield { kind: 'problem', problem };
  }

  async function* look(): AsyncGenerator<FollowChange> {
    try {
      const found = source.look();
      if (found) yield* read(found.version);
      else if (!isGone) yield* vanish();
    } catch (error) {
      if (!(error instanceof ThreadlineError)) throw error;
      yield* tell(followProblem(error));
    }
  }

  return {
    look,
    isBehind: false,
    get checkpoint() {
      return place.checkpoint;
    },
    release() {},
  };
}
