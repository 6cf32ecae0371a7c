import { setTimeout as wait } from 'node:timers/promises';
import type { SearchHit, SearchPage } from '../../archive/model/search-query.ts';
import type { SessionKey, SessionRow } from '../../archive/model/session-row.ts';
import type {
  Paged,
  StoreChange,
  ThreadStore,
  UsageSumsOptions,
  WorkUsage,
  WorkUsageQuery,
} from '../../archive/model/thread-store.ts';
import { isObject, parseJson } from '../../core/lines/json.ts';
import { ThreadlineError } from '../../errors.ts';
import { fleetLimits } from '../../limits/fleet.ts';
import type { SessionVisibility } from '../postgres/team-reader.ts';
import type { TokenSource } from './login-client.ts';
import { type StoreMethod, storeProtocol } from './team-protocol.ts';
import type { ChangesPage } from './team-store.ts';
import { teamUnreachable } from './team-unreachable.ts';

export interface HttpsStoreOptions {
  /** `https://team.example`. */
  url: string;
  /** The token to show. Asked again with one that was refused. */
  token: TokenSource;
}

interface Answer {
  status: number;
  bytes: Uint8Array;
  next: string | null;
}

/** A team's archive, which also takes the word of a session's owner. */
export interface HttpsStore extends ThreadStore {
  setVisibility(key: SessionKey, visibility: SessionVisibility): Promise<void>;
  /** The rules say again who sees it. */
  clearVisibility(key: SessionKey): Promise<void>;
}

const AWAY_MS = 2000;

/** The archive of a team server. It asks that server alone, and follows no redirect: the token is for nobody else. */
export function openHttpsStore({ url, token }: HttpsStoreOptions): HttpsStore {
  const { origin, host } = new URL(url);

  async function exchange(method: StoreMethod, body: object, shown: string, signal?: AbortSignal): Promise<Answer> {
    try {
      const answer = await fetch(`${origin}${storeProtocol.path}${method}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${shown}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        ...(signal && { signal }),
      });
      const { status, headers } = answer;
      return { status, bytes: await readBounded(answer), next: headers.get(storeProtocol.nextHeader) };
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (error instanceof ThreadlineError) throw error;
      throw teamUnreachable(origin, error);
    }
  }

  async function ask(method: StoreMethod, body: object, signal?: AbortSignal): Promise<Answer> {
    let shown: string | undefined;
    for (let tried = 0; tried < 2; tried += 1) {
      shown = await token(shown);
      if (shown === undefined) break;
      const answer = await exchange(method, body, shown, signal);
      if (answer.status !== 401) return answer;
    }
    throw new ThreadlineError(
      'refused',
      `the team server at ${host} does not know you: run \`threadline login ${origin}\``,
    );
  }

  /** The server is the one that the person chose and logged in to, so its answers have the types of the store. */
  async function value<Value>(method: StoreMethod, body: object, signal?: AbortSignal): Promise<Value> {
    const answer = await ask(method, body, signal);
    if (answer.status !== 200) throw faultOf(answer, host);
    const parsed = parseJson(Buffer.from(answer.bytes).toString('utf8'));
    if (!isObject(parsed)) throw new ThreadlineError('unreachable', `${host} is no team server of threadline`);
    return parsed.value as Value;
  }

  async function* openRaw(key: SessionKey): AsyncGenerator<Uint8Array> {
    let from: string | undefined;
    do {
      const answer = await ask('raw', { key, from });
      if (answer.status === 404) throw new ThreadlineError('not-found', 'the bytes of the session are not kept');
      if (answer.status !== 200) throw faultOf(answer, host);
      yield answer.bytes;
      from = answer.next ?? undefined;
    } while (from !== undefined);
  }

  /** A server that is away returns, and the changes are told then. */
  async function* changes(since: string | 'now', signal: AbortSignal): AsyncGenerator<StoreChange> {
    for (let place = since; !signal.aborted; ) {
      let page: ChangesPage | undefined;
      try {
        page = await value<ChangesPage>('changes', { since: place }, signal);
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof ThreadlineError) || error.code !== 'unreachable') throw error;
        await wait(AWAY_MS, undefined, { signal }).catch(() => {});
      }
      for (const change of page?.changes ?? []) {
        if (signal.aborted) return;
        yield change;
      }
      place = page?.cursor ?? place;
    }
  }

  const capabilities = () => ({ exact: 'indexed', rank: true, machines: true }) as const;
  const store = (others: boolean): ThreadStore => {
    const read = <Value>(method: StoreMethod, body: object, signal?: AbortSignal) =>
      value<Value>(method, others ? { ...body, others } : body, signal);
    const own: ThreadStore = {
      // A server that is older refuses what it does not know.
      async listSessions({ titled, ...sessionFilter }, page) {
        const found = await read<Paged<SessionRow>>('listSessions', { sessionFilter, page });
        return titled ? { ...found, rows: found.rows.filter(({ title }) => title !== undefined) } : found;
      },
      getSession: (key) => read('getSession', { key }),
      readBlocks: (key, range) => read('readBlocks', { key, range }),
      async search(query, page, { signal, context, onHit } = {}) {
        const found = await read<SearchPage>('search', { query, page, context }, signal);
        for (const hit of found.hits satisfies SearchHit[]) onHit?.(hit);
        return found;
      },
      ...(!others && { nearWords: (text: string) => read<string[]>('nearWords', { text }) }),
      filesTouched: (touchedFilter) => read('filesTouched', { touchedFilter }),
      usage: (usageQuery) => read('usage', { usageQuery: { ...usageQuery, zone: usageQuery.zone ?? ownZone() } }),
      usageRows: (usageFilter, page) => read('usageRows', { usageFilter, page }),
      ...(!others && {
        usageBy: (workQuery: WorkUsageQuery) => read<WorkUsage>('usageBy', { workQuery }),
        usageSums: ({ person, team, repository, machine }: UsageSumsOptions = {}) =>
          read<Awaited<ReturnType<NonNullable<ThreadStore['usageSums']>>>>('usageSums', {
            sumsFilter: { person, team, repository, machine },
          }),
      }),
      openRaw: others
        ? () => {
            throw new ThreadlineError('unsupported', 'the bytes of a session are not redacted');
          }
        : openRaw,
      changes,
      capabilities,
      redacted: () => (others ? own : store(true)),
      close: async () => {},
    };
    return own;
  };
  return {
    ...store(false),
    setVisibility: (key, visibility) => value('setVisibility', { key, visibility }),
    clearVisibility: (key) => value('clearVisibility', { key }),
  };
}

/** The days of a person are those of the machine that asks. */
function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

async function readBounded(answer: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.length;
    if (size > fleetLimits.maxTeamAnswerBytes)
      throw new ThreadlineError('too-large', 'the answer of the team server is too long');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function faultOf({ status, bytes }: Answer, host: string): Error {
  const body = parseJson(Buffer.from(bytes).toString('utf8'));
  const { error, reason } = isObject(body) ? body : {};
  if (status === 400 && typeof reason === 'string') return new TypeError(reason.slice(0, 500));
  if (status === 400 && error === 'unsupported')
    return new ThreadlineError('unsupported', `the team server at ${host} does not do this`);
  if (status === 403) return new ThreadlineError('refused', `the token for ${host} is not for texts`);
  if (status === 404) return new ThreadlineError('not-found', `the team server at ${host} has no such session`);
  if (error === 'audit')
    return new ThreadlineError(
      'busy',
      `the team server at ${host} cannot note who reads, and tells no texts until it can`,
    );
  return new ThreadlineError('unreachable', `the team server at ${host} answered ${status}`);
}
