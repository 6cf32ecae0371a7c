import { resolve } from 'node:path';
import type { ThreadStore } from '../../archive/model/thread-store.ts';
import { jsonAnswer } from '../../machine/http/http-answer.ts';
import type { AnnotationKeeper } from '../../machine/sessions/annotations/annotation-keeper.ts';
import { type HomeOptions, realFolder } from '../../machine/sessions/homes.ts';
import type { KnownSessions } from '../../machine/sessions/known/known-sessions.ts';
import type { AgentStore, SessionFile } from '../../machine/sessions/store.ts';
import { agentStores } from '../../machine/sessions/stores/registry.ts';
import type { KeptReader, UsageMemory } from '../../machine/usage/home-usage.ts';
import type { Site } from './answer-site.ts';
import { API_SCHEMA, type ApiAgent, type ApiCode, type ApiHello, type ApiIndexState } from './api-types.ts';
import { createCompareRoute } from './compare-route.ts';
import { createDecorator } from './decorate-sessions.ts';
import { createGhostRoute, type ReadGhosts } from './ghost-routes.ts';
import { createInsightsRoute } from './insights-route.ts';
import { createListRoute } from './list-routes.ts';
import { createLive } from './live.ts';
import { createNotedRoute } from './noted-route.ts';
import { createProblemsRoute } from './problems-route.ts';
import { notFound, RequestError } from './request-error.ts';
import type { AllowRun } from './runs/open-runs.ts';
import { createSearchRoute } from './search-route.ts';
import { createSessionIndex, type SessionEntry } from './session-index.ts';
import { createNotesLook } from './session-notes.ts';
import { createSessionRequests } from './session-requests.ts';
import { createSessionRoutes } from './session-routes.ts';
import { createSessionWatch, type SessionWatch } from './session-watch.ts';
import { type ApiRoute, createSite } from './site.ts';
import { createSourceOf } from './source-of.ts';
import { createStoreFeed, type StoreFeed } from './store-feed.ts';
import { createFreshness } from './store-freshness.ts';
import { createStoreWatch, type StoreWatch } from './store-watch.ts';
import { createTeamRoute } from './team-route.ts';
import { createTranscripts } from './transcript/transcripts.ts';
import { createUsageFigures } from './usage-figures.ts';
import { createUsageRoute } from './usage-routes.ts';
import type { WriteTokens } from './write-guard.ts';

export interface ViewerSiteOptions extends Omit<HomeOptions, 'onProblem' | 'agent'> {
  /** The files of the page. */
  file: Site['file'];
  version: string;
  /** The user's own folder. Paths below it are shown with `~`. Empty where there are many users. */
  userHome: string;
  /** Shows sessions of this machine; true by default. Otherwise everything comes from the store. */
  local?: boolean | undefined;
  /** The store for search and for sessions without a file here. `setStore` may set it later. */
  store?: ThreadStore | undefined;
  /** True if the bundled sample is shown. The listed homes are then those that were searched in vain. */
  isSample?: boolean | undefined;
  /** What earlier commands learnt of session files. Without it the beginning and the end of each is read. */
  known?: KnownSessions | undefined;
  /** Sessions are looked for when it resolves: who starts the viewer may have to say first where it is. */
  lookAfter?: Promise<void> | undefined;
  /** Where stars, tags and notes are kept. Without it none are shown. */
  notes?: AnnotationKeeper | undefined;
  /** Agents may be started and controlled by the page. Without it none can. */
  run?: AllowRun | undefined;
  /** The command that continues a session. */
  resume?: ((agent: string, id: string) => string | undefined) | undefined;
  /** Reads the agents' logs of prompts. Without it, and with a server's store, the page has no switch for them. */
  ghosts?: ReadGhosts | undefined;
  /** The tokens of pages that may change something. Without them the site is read only. */
  writeTokens?: WriteTokens | undefined;
  /** A code that opens the page once. Without it there is none. */
  createCode?: (() => string) | undefined;
  /** Whoever is logged in, by name. */
  person?: string | undefined;
  /** Called with internal faults. */
  onFault(error: unknown): void;
}

/** All that the page asks for. */
export interface ViewerSite {
  site: Site;
  /** Sets the store, as the option `store` does. */
  setStore(store: ThreadStore): void;
  /** Marks the beginning of an attempt to index. */
  beginIndexing(): void;
  /** Takes the state as sessions are indexed. */
  setIndexState(state: ApiIndexState): void;
  /** Adds a listener for writes to any session. */
  onActivity(listener: () => void): void;
  /** Looks for sessions from now on. */
  begin(): void;
  close(): Promise<void>;
}

/** The viewer without a server: its files, the routes of its API, and its stream. It changes nothing that agents keep. */
export async function createViewerSite(options: ViewerSiteOptions): Promise<ViewerSite> {
  const { agents = agentStores, local = true, version, writeTokens, createCode, onFault } = options;
  const homes: HomeOptions = { homes: options.homes, env: options.env, agents };
  const index = createSessionIndex({ userHome: options.userHome });
  const lookAtNotes = options.notes && createNotesLook(index, options.notes);
  const transcripts = createTranscripts({ agents });
  const memory: UsageMemory = new Map();
  let feed: StoreFeed | undefined;
  let storeWatch: StoreWatch | undefined;
  const store = () => feed?.store;
  /** What the archive keeps of files that agents deleted. */
  const kept: KeptReader = async (found) => (await store()?.keptUsage?.(found)) ?? [];
  const freshness = createFreshness();
  const figures = createUsageFigures({ homes, local: local ? { memory, kept } : undefined, store, ...freshness });
  const readUsage = local ? figures.sessions : undefined;
  const sourceOf = createSourceOf(agents, () => feed);
  // A store that is all there is has nothing to lag behind.
  let state: ApiIndexState = { state: local ? 'off' : 'fresh', files: 0, done: 0, bytes: 0, doneBytes: 0, lagMs: 0 };
  /** When the archive was last up to date, by a monotonic clock. */
  let freshAt: number | undefined;
  const indexState = () =>
    freshAt === undefined ? state : { ...state, lagMs: Math.round(performance.now() - freshAt) };
  const filled = async () => void (await Promise.all([watch?.filled, local ? undefined : storeWatch?.filled]));
  const running = options.run && (await import('./runs/open-runs.ts')).openRuns(options.run, index, options.userHome);
  /** What a person was shown may be hidden by now, and stands in memory still. */
  const isSeen =
    options.person === undefined
      ? undefined
      : async ({ stored }: SessionEntry) => !stored || (await store()?.getSession(stored.session)) !== undefined;
  const live = createLive({
    isSeen,
    index,
    transcripts,
    sourceOf,
    indexState,
    filled,
    followRuns: running?.runs.follow,
  });
  const requestsOf = createSessionRequests({ homes, all: local ? { memory, kept } : undefined, store, onFault });
  const sessionRoutes = createSessionRoutes({
    isSeen,
    index,
    transcripts,
    sourceOf,
    agents,
    requestsOf,
    store,
    filled,
    viewedOf: (entry) => (lookAtNotes ? index.viewedOf(entry) : undefined),
    resume: options.resume,
  });
  const listRoute = createListRoute({
    index,
    decorate: createDecorator({ index, sourceOf, store, readUsage, onFault }),
    onLate: live.changed,
  });
  const noteRoute = createNotedRoute({
    keeper: options.notes,
    async onNoted(key) {
      await lookAtNotes?.(true);
      live.changed(key);
    },
  });
  const readGhosts = local ? options.ghosts : undefined;
  /** A list in memory must not show what was hidden since. */
  const upToDate =
    (route: ApiRoute): ApiRoute =>
    async (...asked) => {
      await storeWatch?.agreed();
      return route(...asked);
    };
  const site = createSite({
    file: options.file,
    live,
    writeTokens,
    hello,
    routes: {
      sessions: upToDate(async (place, query, signal) => {
        await lookAtNotes?.();
        return place.length === 0 ? listRoute(query) : sessionRoutes(place, query, signal);
      }),
      search: upToDate(createSearchRoute(store, index)),
      usage: upToDate(createUsageRoute(figures, index)),
      async code(place) {
        if (place.length > 0 || !createCode) throw notFound();
        return jsonAnswer({ schema: API_SCHEMA, code: createCode() } satisfies ApiCode);
      },
      compare: upToDate(createCompareRoute({ index, agents, requestsOf, sourceOf, filled, isSeen })),
      insights: createInsightsRoute({
        homes,
        figures: local ? figures : undefined,
        store,
        isAskedAnew: options.person !== undefined,
      }),
      problems: upToDate(createProblemsRoute(index, agents)),
      team: createTeamRoute(store),
      runs: running?.read ?? runsNotAllowed,
      ghosts: createGhostRoute({ read: readGhosts, index, filled, userHome: options.userHome }),
    },
    writes: {
      async sessions([agent = '', id = '', what, ...rest], body) {
        const key = `${agent}/${id}`;
        await storeWatch?.agreed();
        if (!index.get(key)) await filled();
        const entry = index.get(key);
        if (!entry || what !== 'noted' || rest.length > 0) throw notFound();
        return noteRoute(entry, body);
      },
      runs: running?.write ?? runsNotAllowed,
    },
  });
  const listeners: (() => void)[] = [];
  const onWritten = (file: SessionFile) => {
    freshness.noteWritten(file);
    for (const listener of listeners) listener();
  };
  const onChange = live.changed;
  const isAtRest = options.isSample;
  let watch: SessionWatch | undefined;

  function setStore(store: ThreadStore): void {
    storeWatch?.close();
    feed?.close();
    feed = createStoreFeed({ store, onFault });
    storeWatch = createStoreWatch({ index, feed, onChange: live.changed, onFault });
  }

  function hello(): Omit<ApiHello, 'schema'> {
    return {
      version,
      features: {
        run: running !== undefined && writeTokens !== undefined,
        ghosts: readGhosts !== undefined,
        notes: writeTokens !== undefined && options.notes !== undefined,
        team: !local && store()?.usageBy !== undefined,
      },
      writeToken: writeTokens?.issue() ?? '',
      agents: agents.map(apiAgent),
      homes: lookedIn(),
      index: indexState(),
      sample: options.isSample === true,
      remote: !local,
      ...(options.person !== undefined && { person: options.person }),
    };
  }

  /** The places that are searched for sessions, each once. For a sample, the places where there were none. */
  function lookedIn(): ApiHello['homes'] {
    if (!local) return [];
    const given = options.isSample ? undefined : options.homes;
    const places = new Map<string, ApiHello['homes'][number]>();
    for (const { name, store } of agents) {
      for (const path of given ?? store.homes(options.env ?? process.env).paths) {
        if (!places.has(path)) places.set(path, { agent: name, path, exists: realFolder(resolve(path)) !== undefined });
      }
    }
    return [...places.values()];
  }

  return {
    site,
    setStore,
    begin() {
      if (local)
        watch = createSessionWatch({
          index,
          homes,
          known: options.known,
          after: options.lookAfter,
          onChange,
          onWritten,
          isAtRest,
          onFault,
        });
      if (options.store) setStore(options.store);
    },
    beginIndexing: freshness.noteBegin,
    setIndexState(next) {
      const isOther = state.state !== next.state || state.behind !== next.behind;
      state = next;
      freshness.noteState(next);
      if (next.state === 'fresh') freshAt = performance.now();
      if (isOther) live.indexChanged();
    },
    onActivity: (listener) => void listeners.push(listener),
    async close() {
      // What waits is denied, and what agents started is ended, before anything else goes.
      await running?.runs.close();
      watch?.close();
      storeWatch?.close();
      feed?.close();
      live.close();
      transcripts.close();
    },
  };
}

function apiAgent({ name, title, mark, homeVariable }: AgentStore): ApiAgent {
  const shown = mark ?? { letters: [...name].slice(0, 2).join('') };
  return { name, title, ...shown, ...(homeVariable !== undefined && { homeVariable }) };
}

/** Without the option the routes are there, and refuse. */
async function runsNotAllowed(): Promise<never> {
  throw new RequestError(403, 'run-not-allowed');
}
