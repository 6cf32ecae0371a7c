import type { ApiCount, SessionHead } from '../../src/doors/server/api-types.ts';
import { ApiFailure, api } from '../api/client.ts';
import { onList, onMissed } from '../api/live.ts';
import { createStore } from './store.ts';

/** The figures in the frame of every page: the number of sessions, the running ones, and the projects. */
export interface Overview {
  total?: number;
  /** The number of lines with a problem. */
  problems?: number;
  running: SessionHead[];
  projects: ApiCount[];
}

export const overview = createStore<Overview>({ running: [], projects: [] });

/** The delay before sessions are counted again: after some came or went, and if none did. */
const RELOAD_MS = 5000;
const SELDOM_MS = 60_000;
let timer: ReturnType<typeof setTimeout> | undefined;
let isSoon = false;
let counted = 0;

export function startOverview(): void {
  void load();
  onMissed(() => void load());
  onList(({ upserts, gone, sessions }) => {
    const changed = new Map(upserts.map((head) => [head.key, head]));
    overview.update((old) => ({ ...old, running: merged(old.running, changed, new Set(gone)) }));
    const isOther = sessions !== counted;
    counted = sessions;
    if (timer !== undefined && (isSoon || !isOther)) return;
    clearTimeout(timer);
    isSoon = isOther;
    timer = setTimeout(
      () => {
        timer = undefined;
        void load();
      },
      isOther ? RELOAD_MS : SELDOM_MS,
    );
  });
}

async function load(): Promise<void> {
  try {
    const [all, working, waiting] = await Promise.all([
      api.sessions({ limit: 1 }),
      api.sessions({ status: 'working', limit: 12 }),
      api.sessions({ status: 'waiting', limit: 12 }),
    ]);
    const running = [...working.items, ...waiting.items].filter(isRoot);
    overview.set({ total: all.total, problems: all.problems, running, projects: all.facets.projects });
  } catch (error) {
    // The pages report what failed. The frame keeps what it has.
    if (!(error instanceof ApiFailure)) throw error;
  }
}

function merged(running: SessionHead[], changed: Map<string, SessionHead>, gone: Set<string>): SessionHead[] {
  const kept = running.map((head) => changed.get(head.key) ?? head).filter((head) => !gone.has(head.key));
  const known = new Set(kept.map((head) => head.key));
  const added = [...changed.values()].filter((head) => !known.has(head.key) && isRoot(head));
  return [...added, ...kept].filter((head) => head.status === 'working' || head.status === 'waiting');
}

function isRoot(head: SessionHead): boolean {
  return head.parent === undefined;
}
