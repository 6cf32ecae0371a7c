import type { AgentStore } from '../../machine/sessions/store.ts';
import { agentStores } from '../../machine/sessions/stores/registry.ts';
import type { FileName } from './collected-file.ts';

/** Names of sessions that stand in none of their files: Codex keeps them in one place for a whole home. */
export interface HomeTitles {
  of(file: FileName): string | undefined;
  /** What is asked for next is read anew. */
  refresh(): void;
}

/** A longer name is cut: it goes with each file that is asked about. */
const LONGEST_TITLE = 200;

export function createHomeTitles(agents: readonly AgentStore[] = agentStores): HomeTitles {
  const known = new Map<string, ReadonlyMap<string, string>>();

  function titlesOf({ name, store }: AgentStore, home: string): ReadonlyMap<string, string> {
    const key = `${name}\0${home}`;
    const before = known.get(key);
    if (before) return before;
    // Where a name is to be had of the file itself, it is sent with it. A name that cannot be read is none.
    const read = store.tailTitle ? undefined : store.titles?.({ path: home, realPath: home }, () => {});
    const titles = read ?? new Map<string, string>();
    known.set(key, titles);
    return titles;
  }

  return {
    of({ agent, home, path }) {
      const owner = agents.find(({ name }) => name === agent);
      const titles = owner && titlesOf(owner, home);
      if (!titles || titles.size === 0) return undefined;
      const title = titles.get(owner.store.identify(path)?.threadId ?? '');
      return title === undefined ? undefined : plainTitle(title);
    },
    refresh: () => known.clear(),
  };
}

/** As a server can keep it. */
function plainTitle(title: string): string | undefined {
  return title.slice(0, LONGEST_TITLE).toWellFormed().replaceAll('\0', '\ufffd') || undefined;
}
