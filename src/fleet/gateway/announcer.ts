/** Tells workers of new data, at most ten times a second: a NOTIFY in every commit makes commits wait. */
export interface Announcer {
  changed(): void;
  close(): void;
}

const ANNOUNCE_EVERY_MS = 100;

/** Announces the first change at once and later ones together. A lost announcement costs only time: workers poll. */
export function createAnnouncer(announce: () => Promise<void>, everyMs = ANNOUNCE_EVERY_MS): Announcer {
  let timer: NodeJS.Timeout | undefined;
  let hasMore = false;

  function tell(): void {
    hasMore = false;
    timer = setTimeout(() => {
      timer = undefined;
      if (hasMore) tell();
    }, everyMs);
    announce().catch(() => {});
  }

  return {
    changed() {
      if (timer) hasMore = true;
      else tell();
    },
    close() {
      clearTimeout(timer);
      timer = undefined;
      if (hasMore) announce().catch(() => {});
      hasMore = false;
    },
  };
}
