import type { Outcome } from '../../../core/thread/outcome.ts';
import { type Problem, ThreadlineError } from '../../../errors.ts';
import { machineLimits } from '../../../limits/machine.ts';
import { holeFault } from '../file-hole.ts';
import { twins } from '../open-file.ts';
import { plainChunks } from '../plain-chunks.ts';
import type { SourceFollower, SourceFollowOptions } from '../session-source.ts';
import { numbersOf } from './checkpoint.ts';
import { changeOf, readDocument, tornLine, warm } from './file-contents.ts';
import { type FollowChange, type FollowedOutcomes, followProblem } from './follow-change.ts';
import { type FileLook, type FollowedFile, isSameFile, isSameLook } from './followed-file.ts';
import { readStream } from './read-stream.ts';
import { createReadingPlace } from './reading-place.ts';
import { storedChunks, wholeLines } from './whole-lines.ts';

export interface FileFollowerOptions extends SourceFollowOptions {
  /** The path without symbolic links. Its compressed form beside it is the same session. */
  path: string;
}

interface Found {
  path: string;
  look: FileLook;
  isPacked: boolean;
}

/** A longer unfinished line is not scanned again for each part that is added to it. */
const RESCANNED_BYTES = 1024 * 1024;

export function createFileFollower({ path, reader, from, clock, files, signal }: FileFollowerOptions): SourceFollower {
  const place = createReadingPlace(reader, from);
  const isDocument = /\.json$/i.test(path);
  let open: FollowedFile | undefined;
  /** The file at the time all of it had been read. */
  let seen: { path: string; look: FileLook } | undefined;
  /** The offset up to which a line feed was searched. */
  let scanned = 0;
  let isGone = false;
  let isBehind = false;
  let isCurrent = false;
  let told = '';
  /** The document at the last look. */
  let unsettled: FileLook | undefined;

  function find(): Found | undefined {
    for (const candidate of twins(path)) {
      const look = files.look(candidate);
      if (look) return { path: candidate, look, isPacked: /\.zst$/i.test(candidate) };
    }
    return undefined;
  }

  function release(): void {
    open?.close();
    open = undefined;
  }

  function reset(message: string): FollowChange {
    place.beginAnew();
    scanned = 0;
    isCurrent = false;
    return { kind: 'reset', problem: { code: 'file-reset', message }, checkpoint: place.checkpoint };
  }

  /** Reads all new whole lines of a file. One that is left for good is read in full at once. */
  async function* readOn(file: FollowedFile, isLeft = false): AsyncGenerator<FollowChange> {
    const look = file.look();
    const { offset } = place.checkpoint;
    const isHalfKnown = scanned > offset + RESCANNED_BYTES && scanned <= look.size;
    const lines = wholeLines(file, { from: offset, to: look.size, scanned: isHalfKnown ? scanned : offset });
    let held: FollowedOutcomes | undefined;
    let outcomes: Outcome[] = [];
    let next = lines.next();
    for (; !next.done; next = lines.next()) {
      if (place.isCold && !warm(file, place)) {
        yield reset('the file was written anew');
        yield* readOn(file, isLeft);
        return;
      }
      for (const outcome of place.push(next.value.bytes)) outcomes.push(outcome);
      if (!next.value.endsLine) continue;
      place.mark(numbersOf(look));
      if (held) yield held;
      held = { kind: 'outcomes', outcomes, checkpoint: place.checkpoint, isCurrent: false };
      outcomes = [];
    }
    scanned = next.value;
    const isMore = scanned < look.size && scanned > offset;
    isBehind = isMore && !isLeft;
    if (isMore || isLeft) {
      if (held) yield held;
      if (isMore && isLeft) yield* readOn(file, isLeft);
    } else yield* current(held);
  }

  /** Yields the last change of a look, or reports that there was none, if that was not reported yet. */
  function* current(last?: FollowedOutcomes): Generator<FollowChange> {
    const isTold = isCurrent;
    isCurrent = true;
    if (last) yield { ...last, isCurrent: true };
    else if (!isTold) yield { kind: 'outcomes', outcomes: [], checkpoint: place.checkpoint, isCurrent: true };
  }

  /** Reads what was written to a file before another one replaced it. */
  async function* readLeft(file: FollowedFile): AsyncGenerator<FollowChange> {
    if (changeOf(file, place.checkpoint) === undefined) yield* readOn(file, true);
  }

  /** The end of a file that nobody will write to any more. */
  function endOf(file: FollowedFile | undefined): Outcome[] {
    const torn = file && changeOf(file, place.checkpoint) === undefined ? tornLine(file, place) : [];
    return [...torn, ...place.end()];
  }

  function* leave(file: FollowedFile | undefined, reason: string): Generator<FollowChange> {
    const outcomes = isGone ? [] : endOf(file);
    if (outcomes.length > 0) yield { kind: 'outcomes', outcomes, checkpoint: place.checkpoint, isCurrent: false };
    yield reset(reason);
  }

  async function* readPlain(found: Found): AsyncGenerator<FollowChange> {
    const old = open;
    const isOther = old !== undefined && !isSameFile(old.look(), found.look);
    const file = old !== undefined && !isOther ? old : files.open(found.path);
    if (!file) return;
    open = file;
    try {
      seen = { path: found.path, look: file.look() };
      if (isOther) yield* readLeft(old);
      const reason = isGone ? 'the file is back' : changeOf(file, place.checkpoint);
      if (reason !== undefined) yield* leave(isOther ? old : undefined, reason);
      yield* readOn(file);
    } finally {
      if (isOther) old.close();
    }
  }

  async function* readPackedFile(found: Found): AsyncGenerator<FollowChange> {
    const file = files.open(found.path);
    if (!file) return;
    const readOnPacked = () => readStream(plainChunks(storedChunks(file)), place, numbersOf(file.look()));
    try {
      seen = { path: found.path, look: file.look() };
      if (open) yield* readLeft(open);
      if (isGone) yield reset('the file is back');
      if (!(yield* readOnPacked())) {
        yield* leave(open, 'another file took its place');
        yield* readOnPacked();
      }
      yield* current();
    } catch (error) {
      // The reader may have seen half a line.
      place.cool();
      throw error;
    } finally {
      file.close();
      release();
    }
  }

  async function* readWhole(found: Found): AsyncGenerator<FollowChange> {
    // A document is rewritten each time: it is complete if nothing was written between two looks.
    const isSettled = isSameLook(unsettled, found.look);
    unsettled = found.look;
    const file = isSettled ? files.open(found.path) : undefined;
    if (!file) return;
    try {
      seen = { path: found.path, look: file.look() };
      const { offset } = place.checkpoint;
      if (!isGone && offset === seen.look.size && changeOf(file, place.checkpoint) === undefined) yield* current();
      else {
        if (isGone || offset > 0) yield reset('the document was written anew');
        yield* current(readDocument(file, place));
      }
    } finally {
      file.close();
    }
  }

  async function* read(found: Found): AsyncGenerator<FollowChange> {
    if (!isBehind && seen?.path === found.path && isSameLook(seen.look, found.look)) return;
    const hole = holeFault(found.look.size, found.look.stored);
    if (hole) return yield* tell({ code: 'too-large', message: hole.message });
    if (isDocument) yield* readWhole(found);
    else if (found.isPacked) yield* readPackedFile(found);
    else yield* readPlain(found);
    isGone = false;
    told = '';
  }

  async function* vanish(): AsyncGenerator<FollowChange> {
    if (open) yield* readLeft(open);
    const outcomes = endOf(open);
    release();
    place.beginAnew();
    isGone = true;
    isBehind = false;
    seen = undefined;
    yield { kind: 'gone', problem: { code: 'file-gone', message: 'the file was deleted' }, outcomes };
  }

  /** Agents delete a file after compressing it, or the other way round. */
  async function findAgain(): Promise<Found | undefined> {
    for (let attempt = 0; attempt < machineLimits.vanishedFileRetries; attempt += 1) {
      await clock.wait(machineLimits.vanishedFileRetryMs, signal);
      const found = find();
      if (found) return found;
    }
    return undefined;
  }

  /** Reports once, until something else happens. */
  function* tell(problem: Problem): Generator<FollowChange> {
    isBehind = false;
    if (told === problem.message) return;
    told = problem.message;
    yield { kind: 'problem', problem };
  }

  async function* look(): AsyncGenerator<FollowChange> {
    try {
      const found = find() ?? (isGone ? undefined : await findAgain());
      if (found) yield* read(found);
      else if (!isGone && !signal?.aborted) yield* vanish();
    } catch (error) {
      if (!(error instanceof ThreadlineError)) throw error;
      yield* tell(followProblem(error));
    }
  }

  return {
    look,
    get isBehind() {
      return isBehind;
    },
    get checkpoint() {
      return place.checkpoint;
    },
    release,
  };
}
