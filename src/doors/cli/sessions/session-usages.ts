import { storedRows } from '../../../archive/model/stored-usage.ts';
import { ThreadlineError } from '../../../errors.ts';
import type { SessionInfo } from '../../../machine/sessions/index.ts';
import type { UsageTotal } from '../../../machine/usage/index.ts';
import { createSessionSums, type SessionUsages, usageName } from '../../../machine/usage/session-sums.ts';
import { readArchive } from '../read-archive.ts';

export function sessionKey({ agent, id }: Pick<SessionInfo, 'agent' | 'id'>): string {
  return `${agent}:${id}`;
}

/** Undefined if the files of a session have no request. */
export function usageOf(info: SessionInfo, usages: SessionUsages | undefined): UsageTotal | undefined {
  return usages?.get(sessionKey(info));
}

/** The archive's usage of sessions whose files are gone: the requests that it counts for them. */
export async function readGoneUsage(keys: readonly string[]): Promise<SessionUsages> {
  const wanted = new Set(keys);
  const sums = createSessionSums();
  try {
    await readArchive(async (archive) => {
      for await (const row of storedRows(archive)) if (wanted.has(usageName(row))) sums.add(row);
    });
  } catch (error) {
    // The list has already reported why it cannot be used.
    if (!(error instanceof ThreadlineError)) throw error;
  }
  return sums.totals();
}
