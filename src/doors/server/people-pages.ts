import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ThreadStore } from '../../archive/model/thread-store.ts';
import { ThreadlineError } from '../../errors.ts';
import { Refusal } from '../../fleet/gateway/refusal.ts';
import { fleetLimits } from '../../limits/fleet.ts';
import type { AnnotationKeeper } from '../../machine/sessions/annotations/annotation-keeper.ts';
import type { AgentStore } from '../../machine/sessions/store.ts';
import { answerSite, type Site } from './answer-site.ts';
import { RequestError } from './request-error.ts';
import { errorAnswer } from './respond.ts';
import { createStaticFiles } from './static-files.ts';
import { createViewerSite, type ViewerSite } from './viewer-site.ts';
import type { WriteTokens } from './write-guard.ts';

/** Somebody who is logged in. */
export interface Visitor {
  /** The same for one login with the same rights, and for no other. */
  key: string;
  name: string;
  openStore(): Promise<ThreadStore>;
  /** The visitor's own stars, tags and notes. */
  notes: AnnotationKeeper;
  /** What the visitor's pages may change something with. It counts in every process of the server, for this login alone. */
  writeTokens: WriteTokens;
}

export interface PeoplePagesOptions {
  /** The folder of the built page. */
  webFolder: string;
  version: string;
  agents?: readonly AgentStore[] | undefined;
  /** `https://team.example`, as people reach the pages. */
  origin: string;
  /** Called with internal faults. */
  onFault(error: unknown): void;
  /** How often logins are looked at; 5 seconds by default. */
  lookMs?: number | undefined;
}

/** The viewer for people who log in. Each login has a viewer of its own, which sees what its store shows. */
export interface PeoplePages {
  /** True if this path is answered here. */
  has(path: string): boolean;
  answer(request: IncomingMessage, response: ServerResponse, find: () => Promise<Visitor | undefined>): void;
  close(): Promise<void>;
}

interface Open {
  viewer: Promise<ViewerSite>;
  /** Asks again who it is: a stream goes on after its request was admitted. */
  find(): Promise<Visitor | undefined>;
  begun: number;
  used: number;
}

/** What a viewer still remembers of figures that were hidden since is gone after this time at the latest. */
const LIFE_MS = 10 * 60_000;
/** A login that ended, or has other rights, loses its streams after this time. Requests are refused at once. */
const LOOK_MS = 5000;

export function createPeoplePages(options: PeoplePagesOptions): PeoplePages {
  const { version, agents, onFault } = options;
  const file = createStaticFiles(options.webFolder);
  const open = new Map<string, Open>();
  const rules = { origins: new Set([options.origin.toLowerCase()]), isLinkedTo: true };
  let isLooking = false;
  const sweep = setInterval(() => {
    // A database that is slow is not asked the same again meanwhile.
    if (isLooking) return;
    isLooking = true;
    void lookAtLogins()
      .catch(onFault)
      .finally(() => {
        isLooking = false;
      });
  }, options.lookMs ?? LOOK_MS).unref();

  async function lookAtLogins(): Promise<void> {
    for (const [key, { begun, find }] of open) {
      // A database that is away says nothing about anybody.
      const visitor = await find().catch(() => ({ key }));
      if (visitor?.key !== key || performance.now() - begun > LIFE_MS) await end(key);
    }
  }

  async function end(key: string): Promise<void> {
    const ended = open.get(key);
    open.delete(key);
    await ended?.viewer.then((viewer) => viewer.close()).catch(onFault);
  }

  async function begin({ name, openStore, notes, writeTokens }: Visitor): Promise<ViewerSite> {
    const store = await openStore();
    const viewer = await createViewerSite({
      file,
      version,
      agents,
      userHome: '',
      local: false,
      store,
      notes,
      writeTokens,
      person: name,
      onFault,
    });
    viewer.begin();
    return viewer;
  }

  function forPerson(site: Site): Site {
    return {
      ...site,
      async answer(path, query, signal) {
        try {
          const answer = await site.answer(path, query, signal);
          // The next person at this browser gets nothing of this one's out of its cache.
          return { ...answer, headers: { ...answer.headers, 'cache-control': 'no-store' } };
        } catch (error) {
          throw isAway(error) ? awayError(error) : error;
        }
      },
    };
  }

  /** What the fault says is for the operator. */
  function awayError(error: unknown): RequestError {
    onFault(error);
    return new RequestError(503, error instanceof Refusal ? 'audit' : 'store-away');
  }

  async function siteOf(visitor: Visitor, find: Open['find']): Promise<Site> {
    const { key } = visitor;
    const now = performance.now();
    const known = open.get(key);
    if (known && now - known.begun > LIFE_MS) void end(key);
    const [idle] = [...open].sort(([, a], [, b]) => a.used - b.used);
    if (idle && open.size >= fleetLimits.maxOpenViewers && !open.has(key)) void end(idle[0]);
    const found = open.get(key) ?? { viewer: begin(visitor), find, begun: now, used: now };
    found.used = now;
    open.set(key, found);
    found.viewer.catch(() => open.delete(key));
    return forPerson((await found.viewer).site);
  }

  async function answer(request: IncomingMessage, response: ServerResponse, find: () => Promise<Visitor | undefined>) {
    // Files hold no data, so they are for everybody. A person who opens a page is led to the login first.
    const path = pathOf(request);
    const found = file(path);
    const isPage = found?.headers['content-type']?.startsWith('text/html') === true;
    const isLoggedOut = isPage && (await find()) === undefined;
    const login = `/auth/login?next=${encodeURIComponent(request.url ?? '/')}`;
    const entrance = {
      rules,
      page: () =>
        isLoggedOut
          ? { status: 303, headers: { location: login, 'cache-control': 'no-store' }, body: '' }
          : (found ?? errorAnswer(404, 'not-found')),
      async admit() {
        const visitor = await find();
        if (!visitor) throw new RequestError(401, 'logged-out');
        return siteOf(visitor, find);
      },
    };
    await answerSite(request, response, entrance, onFault);
  }

  return {
    has: (path) => path.startsWith('/api/') || file(path) !== undefined,
    answer(request, response, find) {
      answer(request, response, find).catch((error: unknown) => {
        onFault(error);
        response.destroy();
      });
    },
    async close() {
      clearInterval(sweep);
      await Promise.all([...open.keys()].map(end));
    },
  };
}

/** The store is away, or cannot note who reads and tells no text until it can. */
function isAway(error: unknown): boolean {
  if (error instanceof Refusal) return error.answer.status === 503;
  return error instanceof ThreadlineError && (error.code === 'unreachable' || error.code === 'busy');
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '/';
}
