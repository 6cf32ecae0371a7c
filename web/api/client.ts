import type {
  ApiChanges,
  ApiCompare,
  ApiExportPreview,
  ApiFind,
  ApiGhosts,
  ApiHello,
  ApiInsights,
  ApiLines,
  ApiMessage,
  ApiNoted,
  ApiNoting,
  ApiOutline,
  ApiProblems,
  ApiPrompts,
  ApiRow,
  ApiRows,
  ApiSearch,
  ApiSession,
  ApiSessions,
  ApiSpans,
  ApiTextRange,
  ApiTime,
  ApiUsageExplain,
  ApiUsageReport,
} from '../../src/doors/server/api-types.ts';
import type { ApiRunStart } from '../../src/doors/server/run-types.ts';
import type { ApiTeam, ApiTeamChoices } from '../../src/doors/server/team-types.ts';

/** A failed request: the server's code, or `unreachable` if there was no server. */
export class ApiFailure extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`the server answered ${code}`);
    this.code = code;
  }
}

/** The parameters of a request. A list repeats its name, and an empty value is left out. */
export type Query = Record<string, string | number | readonly string[] | undefined>;

/** Asks for what is known of a session before its file was read to its end. */
export type Early = { early?: 1 };

export const api = {
  hello: () => get<ApiHello>('/api/hello'),
  sessions: (query: Query, signal?: AbortSignal) => get<ApiSessions>('/api/sessions', query, signal),
  ghosts: (signal?: AbortSignal) => get<ApiGhosts>('/api/ghosts', {}, signal),
  prompts: (key: string) => get<ApiPrompts>(keyPath('/api/ghosts', key)),
  session: (key: string, how: Early = {}) => get<ApiSession>(sessionPath(key), how),
  outline: (key: string, how: Early = {}) => get<ApiOutline>(`${sessionPath(key)}/outline`, how),
  rows: (key: string, from: number, limit: number, how: Early = {}) =>
    get<ApiRows>(`${sessionPath(key)}/rows`, { from, limit, ...how }),
  /** The page that holds a message, or the row that a line belongs to. */
  rowsAround: (key: string, where: { message?: string; line?: number }) =>
    get<ApiRows>(`${sessionPath(key)}/rows`, { ...where, limit: 200 }),
  /** A row with its secrets. */
  rowWithSecrets: (key: string, row: number) => get<ApiRow>(`${sessionPath(key)}/rows/${row}`, { secrets: 1 }),
  text: (key: string, row: number, query: Query) => get<ApiTextRange>(`${sessionPath(key)}/rows/${row}/text`, query),
  message: (key: string, row: number, withSecrets: boolean) =>
    get<ApiMessage>(`${sessionPath(key)}/rows/${row}/message`, secretsQuery(withSecrets)),
  lines: (key: string, from: number, to: number, withSecrets: boolean) =>
    get<ApiLines>(`${sessionPath(key)}/lines`, { from, to, ...secretsQuery(withSecrets) }),
  find: (key: string, q: string, signal?: AbortSignal) => get<ApiFind>(`${sessionPath(key)}/find`, { q }, signal),
  spans: (key: string) => get<ApiSpans>(`${sessionPath(key)}/spans`),
  changes: (key: string, query: Query, signal?: AbortSignal) =>
    get<ApiChanges>(`${sessionPath(key)}/changes`, query, signal),
  time: (key: string, signal?: AbortSignal) => get<ApiTime>(`${sessionPath(key)}/time`, {}, signal),
  exportPreview: (key: string) => get<ApiExportPreview>(`${sessionPath(key)}/export/preview`),
  search: (query: Query, signal?: AbortSignal) => get<ApiSearch>('/api/search', query, signal),
  usage: (query: Query, signal?: AbortSignal) => get<ApiUsageReport>('/api/usage', query, signal),
  insights: (query: Query, signal?: AbortSignal) => get<ApiInsights>('/api/insights', query, signal),
  compare: (query: Query, signal?: AbortSignal) => get<ApiCompare>('/api/compare', query, signal),
  explain: (query: Query) => get<ApiUsageExplain>('/api/usage/explain', query),
  problems: () => get<ApiProblems>('/api/problems'),
  team: (query: Query) => get<ApiTeam>('/api/team', query),
  teamChoices: (query: Query, signal?: AbortSignal) => get<ApiTeamChoices>('/api/team/choices', query, signal),
  runStart: () => get<ApiRunStart>('/api/runs/start'),
  note: (key: string, noted: ApiNoting) => post<ApiNoted>(`${sessionPath(key)}/noted`, noted),
};

/** The server hides secrets unless they are asked for. */
export function secretsQuery(isWanted: boolean): Query {
  return isWanted ? { secrets: 1 } : {};
}

/** A key is `<agent>/<id>`: two parts of the path. */
function keyPath(place: string, key: string): string {
  const slash = key.indexOf('/');
  return `${place}/${encodeURIComponent(key.slice(0, slash))}/${encodeURIComponent(key.slice(slash + 1))}`;
}

function sessionPath(key: string): string {
  return keyPath('/api/sessions', key);
}

export function imageUrl(key: string, hash: string): string {
  return `${sessionPath(key)}/image/${encodeURIComponent(hash)}`;
}

export function exportUrl(key: string, format: string): string {
  return `${sessionPath(key)}/export?format=${encodeURIComponent(format)}&redact=1`;
}

function get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  const words = new URLSearchParams();
  for (const [name, value = ''] of Object.entries(query)) {
    for (const one of typeof value === 'object' ? value : [String(value)]) if (one !== '') words.append(name, one);
  }
  return ask(words.size > 0 ? `${path}?${words}` : path, signal ? { signal } : {});
}

/** The token of this page: in memory alone, so another page has none of it. */
let writeToken: string | undefined;

async function newWriteToken(): Promise<string> {
  writeToken = (await api.hello()).writeToken;
  return writeToken;
}

/** Changes something. The server forgets the tokens of old pages and of its last life, so a refused one is renewed once. */
export async function post<T>(path: string, body: object): Promise<T> {
  const send = (token: string) =>
    ask<T>(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'x-threadline-write': token },
    });
  try {
    return await send(writeToken ?? (await newWriteToken()));
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.code !== 'write-token') throw error;
    return send(await newWriteToken());
  }
}

async function ask<T>(url: string, { headers, ...options }: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(url, { ...options, headers: { accept: 'application/json', ...headers } });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ApiFailure('unreachable');
  }
  let body: unknown;
  try {
    body = await response.json();
  } catch {
    throw new ApiFailure(response.ok ? 'bad-answer' : `http-${response.status}`);
  }
  const code = response.ok ? undefined : (errorCode(body) ?? `http-${response.status}`);
  // A login ends after a while. The way back is the page that one was on.
  if (code === 'logged-out')
    location.assign(`/auth/login?next=${encodeURIComponent(location.pathname + location.search)}`);
  if (code !== undefined) throw new ApiFailure(code);
  // The server of the same build answers by api-types.ts. Nothing else can be at this origin.
  return body as T;
}

function errorCode(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined;
  return typeof body.error === 'string' ? body.error : undefined;
}
