import { type HttpAnswer, jsonAnswer } from '../../machine/http/http-answer.ts';
import type { Site } from './answer-site.ts';
import { API_SCHEMA, type ApiHello } from './api-types.ts';
import type { Live } from './live.ts';
import type { Query } from './query.ts';
import { badRequest, notFound } from './request-error.ts';
import type { JsonBody, WriteTokens } from './write-guard.ts';

/** Answers a request of one route. `place` is the rest of the path after its name. */
export type ApiRoute = (place: readonly string[], query: Query, signal: AbortSignal) => Promise<HttpAnswer>;

/** Answers a POST of one route. The guard of writing admitted it, and its body is an object. */
export type WriteRoute = (place: readonly string[], body: JsonBody, signal: AbortSignal) => Promise<HttpAnswer>;

export interface SiteOptions {
  file: Site['file'];
  live: Live;
  writeTokens?: WriteTokens | undefined;
  hello(): Omit<ApiHello, 'schema'>;
  /** By the first part of the path after `/api/`. */
  routes: Readonly<Record<string, ApiRoute>>;
  /** The same for what changes something. */
  writes?: Readonly<Record<string, WriteRoute>> | undefined;
}

/** The page's files, the routes of its API, and its stream. */
export function createSite({ file, live, writeTokens, hello, routes, writes = {} }: SiteOptions): Site {
  const known = new Map(Object.entries(routes));
  return {
    file,
    writeTokens,
    stream: live.listen,
    write(path) {
      const [name = '', ...place] = partsOf(path);
      const route = Object.hasOwn(writes, name) ? writes[name] : undefined;
      return route && ((body, signal) => route(place, body, signal));
    },
    async answer(path, query, signal) {
      const [name = '', ...place] = partsOf(path);
      if (name === 'hello' && place.length === 0)
        return jsonAnswer({ schema: API_SCHEMA, ...hello() } satisfies ApiHello);
      const route = known.get(name);
      if (!route) throw notFound();
      return route(place, query, signal);
    },
  };
}

const partsOf = (path: string) => path.slice('/api/'.length).split('/').map(decode);

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw badRequest();
  }
}
