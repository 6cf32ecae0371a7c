import { sumUsd } from '../insights/priced-request.ts';
import type { SessionStory } from '../insights/session-story.ts';
import type { OpsSession } from '../provenance/session-ops.ts';

/** A session with the sub-agents that it started. */
export interface WorkedSession {
  agent: string;
  id: string;
  title: string;
  project: string | undefined;
  status: SessionStory['status'];
  /** Null without a price. */
  usd: number | null;
  /** The files to read its edits from. Empty if it edited nothing, as far as its calls tell. */
  files: OpsSession[];
}

type Told = Omit<WorkedSession, 'files'> & { parent: string | undefined; edits: boolean; path: string | undefined };

/** Takes stories one by one, and puts those of sub-agents with their session. */
export interface WorkedSessions {
  add(story: SessionStory, path: string | undefined): void;
  /** The most expensive first. */
  sessions(): WorkedSession[];
}

export function createWorkedSessions(): WorkedSessions {
  const told = new Map<string, Told>();
  return {
    add(story, path) {
      const { agent, id, parent, title, project, status } = story;
      const usd = sumUsd(story.requests.map((request) => request.usd));
      const key = `${agent} ${id}`;
      const known = told.get(key);
      // Several files may tell of one session.
      const sum = known ? sumUsd([known.usd ?? undefined, usd ?? undefined]) : usd;
      const edits = known?.edits === true || story.calls.some(isEdit);
      told.set(key, { agent, id, parent, title, project, status, usd: sum, edits, path: path ?? known?.path });
    },
    sessions() {
      const roots = new Map<Told, Told[]>();
      for (const each of told.values()) {
        const root = rootOf(each, told);
        const known = roots.get(root);
        if (known) known.push(each);
        else roots.set(root, [each]);
      }
      const found = [...roots].map(([root, all]) => worked(root, all));
      return found.sort((one, other) => (other.usd ?? -1) - (one.usd ?? -1));
    },
  };
}

/** The session that started all of it. Names may lead in a circle. */
function rootOf(each: Told, told: ReadonlyMap<string, Told>): Told {
  const passed = new Set<Told>();
  let root = each;
  for (;;) {
    passed.add(root);
    const parent = root.parent === undefined ? undefined : told.get(`${root.agent} ${root.parent}`);
    if (!parent || passed.has(parent)) return root;
    root = parent;
  }
}

function worked({ agent, id, title, project, status }: Told, all: readonly Told[]): WorkedSession {
  const edited = all.some(({ edits }) => edits);
  const files = all.flatMap(({ path, id: own }) =>
    edited && path !== undefined ? [{ path, agent, id: own, parentId: own === id ? undefined : id }] : [],
  );
  return { agent, id, title, project, status, usd: sumUsd(all.map(({ usd }) => usd ?? undefined)), files };
}

/** A call that wrote a file. Agents without a tool for that give a patch to a command. */
function isEdit({ writes, command, failed }: SessionStory['calls'][number]): boolean {
  return !failed && (writes !== undefined || command?.includes('apply_patch') === true);
}
