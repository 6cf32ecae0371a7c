import { join } from 'node:path';
import type { AgentStore } from '../../machine/sessions/store.ts';
import { agentStores } from '../../machine/sessions/stores/registry.ts';
import type { FileName } from './collected-file.ts';

/** Titles of sessions that are in none of their files. Codex keeps them in one place for a whole home. */
export interface HomeTitles {
  of(file: FileName): string | undefined;
  /** Makes the next question read the titles again. */
  refresh(): void;
}

/** A longer title is cut, because it is sent with each question about the file. */
const LONGEST_TITLE = 200;

export function createHomeTitles(agents: readonly AgentStore[] = agentStores): HomeTitles {
  const known = new Map<string, ReadonlyMap<string, string>>();

  function titlesOf({ name, store }: AgentStore, home: string): ReadonlyMap<string, string> {
    const key = `${name}\0${home}`;
    const before = known.get(key);
    if (before) return before;
    // A title that the file itself holds is sent with the file. A title that cannot be read counts as none.
    const read = store.tailTitle ? undefined : store.titles?.({ path: home, realPath: home }, () => {});
    const titles = read ?? new Map<string, string>();
    known.set(key, titles);
    return titles;
  }

  return {
    of({ agent, home, path }) {
      const owner = agents.find(({ name }) => name === agent);
      const id = owner?.store.identify(join(home, path))?.threadId;
      if (!owner || id === undefined) return undefined;
      // Some titles are read only when they are asked for: the number of those that are known tells nothing.
      const title = titlesOf(owner, home).get(id);
      return title === undefined ? undefined : plainTitle(title);
    },
    refresh: () => known.clear(),
  };
}

/** The title in a form that a server can keep. */
function plainTitle(title: string): string | undefined {
  return title.slice(0, LONGEST_TITLE).toWellFormed().replaceAll('\0', '\ufffd') || undefined;
}
