import { createEventReader, type EventReaderOptions } from '../../../core/wires/event-reader.ts';
import type { HomeOptions } from '../homes.ts';
import { journalFollower } from '../journal/journal-of.ts';
import { locateFile, type SessionKey } from '../locate-file.ts';
import { readerOptionsOf } from '../reader-options.ts';
import { sourceOf } from '../source-of.ts';
import type { FollowCheckpoint } from './checkpoint.ts';
import { type FollowClock, systemClock } from './clock.ts';
import type { FollowChange } from './follow-change.ts';
import { type FollowFiles, systemFiles } from './followed-file.ts';
import { createPace } from './pace.ts';

/** Options of `followSession`. */
export interface FollowOptions extends HomeOptions {
  /** Stops following. Without it, leave the loop. */
  signal?: AbortSignal | undefined;
  /** The place to continue from. Default: the beginning. */
  from?: FollowCheckpoint | undefined;
  /** The clock to wait by. Default: that of the machine. */
  clock?: FollowClock | undefined;
  /** The file system to look at. Default: that of the machine. */
  files?: FollowFiles | undefined;
  /** Options of the line reader, such as `raw` and `strict`. */
  reader?: EventReaderOptions | undefined;
}

/**
 * Reads a session to its end and continues as lines are written: each whole line once, whatever happens to the file. It
 * polls, because watching misses changes on some systems. Throws a ThreadlineError if there is no such session.
 *
 * @example
 * import { followSession } from 'threadline/sessions';
 *
 * for await (const change of followSession({ path: 'rollout.jsonl' })) {
 *   if (change.kind !== 'outcomes') continue;
 *   console.log(change.outcomes.length, change.checkpoint);
 *   if (change.isCurrent) break; // or go on, for as long as it grows
 * }
 */
export async function* followSession(key: SessionKey, options: FollowOptions = {}): AsyncGenerator<FollowChange> {
  const { signal, from, clock = systemClock, files = systemFiles } = options;
  const file = await locateFile(key, options);
  const reader = createEventReader({ ...readerOptionsOf(file, options.agents), ...options.reader });
  const follower = sourceOf(file).follow({ reader, from, clock, files, signal });
  const pace = createPace(clock.now());
  const merged = journalFollower(file, options.env, from === undefined);
  try {
    while (!signal?.aborted) {
      for await (const change of follower.look()) {
        pace.quicken(clock.now());
        yield merged(change);
        if (signal?.aborted) return;
      }
      if (!follower.isBehind) await clock.wait(pace.interval(clock.now()), signal);
    }
  } finally {
    follower.release();
  }
}
