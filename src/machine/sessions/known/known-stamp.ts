import { ThreadlineError } from '../../../errors.ts';
import { machineLimits } from '../../../limits/machine.ts';
import type { SessionSource, SourceLook } from '../session-source.ts';
import type { SessionFile } from '../store.ts';

/** Tells states of sessions apart. */
export interface KnownStamps {
  /**
   * Differs after every change of the session, as far as the file system or its agent tells. Undefined for one of which
   * nothing can be kept.
   */
  of(file: SessionFile): string | undefined;
  /** A younger session may change again without a change of its times. One from the future tells nothing of its age. */
  isOld(file: SessionFile, now: number): boolean;
}

export function createKnownStamps(): KnownStamps {
  // A session that changes after the first look has another stamp the next time: what is read of it then counts for nothing.
  const looks = new WeakMap<SessionSource, SourceLook | 'gone'>();

  function lookOf(source: SessionSource): SourceLook | undefined {
    const look = looks.get(source) ?? lookAt(source) ?? 'gone';
    looks.set(source, look);
    return look === 'gone' ? undefined : look;
  }

  return {
    of({ source, open, inode, size, modified, changed }) {
      if (open !== undefined) return undefined;
      if (!source) return inode === undefined ? undefined : `${size} ${modified} ${inode} ${changed}`;
      const look = source.hasLastingVersions ? lookOf(source) : undefined;
      return look && JSON.stringify([look.version, look.size, look.modified]);
    },
    isOld({ source, modified, changed = Number.POSITIVE_INFINITY }, now) {
      const last = source ? (lookOf(source)?.modified ?? Number.POSITIVE_INFINITY) : Math.max(modified, changed);
      return last <= now - machineLimits.leastKnownAgeMs;
    },
  };
}

function lookAt(source: SessionSource): SourceLook | undefined {
  try {
    return source.look();
  } catch (error) {
    if (error instanceof ThreadlineError) return undefined;
    throw error;
  }
}
