import { setTimeout as delay } from 'node:timers/promises';
import type { ThreadStore } from '../../archive/model/thread-store.ts';
import { jsonText } from '../../core/lines/json.ts';
import { ThreadlineError } from '../../errors.ts';
import { type HttpAnswer, jsonAnswer } from '../../machine/http/http-answer.ts';
import type { AgentStore } from '../../machine/sessions/store.ts';
import {
  API_SCHEMA,
  type ApiLines,
  type ApiMessage,
  type ApiOutline,
  type ApiRow,
  type ApiRows,
  type ApiSession,
  type ApiTextRange,
  type Row,
} from './api-types.ts';
import { createChangesRoute } from './changes-route.ts';
import { createExportRoute } from './export-route.ts';
import { createFindRoute } from './find-route.ts';
import { hideInRow, hideSecrets } from './hide-secrets.ts';
import type { Query } from './query.ts';
import { notFound, RequestError } from './request-error.ts';
import { rowOfLine } from './row-of-line.ts';
import type { SessionEntry, SessionIndex } from './session-index.ts';
import type { SessionRequests } from './session-requests.ts';
import type { SourceOf } from './source-of.ts';
import { timeOf } from './time-route.ts';
import { apiText, textRange } from './transcript/api-text.ts';
import { type EarlyView, earlyOutline, earlyRows, readEarlyView } from './transcript/early-view.ts';
import { changedFiles, countKinds, outlineOf } from './transcript/outline.ts';
import { rawLines } from './transcript/raw-lines.ts';
import { rememberByTranscript } from './transcript/remember.ts';
import { imageHash } from './transcript/sent-rows.ts';
import { commitsOf, toolCounts, wholeHead } from './transcript/session-summary.ts';
import { spansOf } from './transcript/time-spans.ts';
import type { FoundMessage, Transcript, Transcripts } from './transcript/transcripts.ts';
import { pictureType, textParts, wholeText } from './transcript/whole-text.ts';

export interface SessionRoutesOptions {
  /** Asks whether a session that was listed may still be seen. Without it all may. */
  isSeen?: ((entry: SessionEntry) => Promise<boolean>) | undefined;
  index: SessionIndex;
  transcripts: Transcripts;
  sourceOf: SourceOf;
  agents: readonly AgentStore[];
  requestsOf: SessionRequests;
  /** The archive, which may know the end of a session before its file was read. */
  store(): ThreadStore | undefined;
  /** Resolves when every session is in the index. Before that, a missing one may be yet to come. */
  filled(): Promise<void>;
  /** The changed files of a session that the reader has looked at. */
  viewedOf(entry: SessionEntry): readonly string[] | undefined;
  /** The command that continues a session. */
  resume?: ((agent: string, id: string) => string | undefined) | undefined;
}

type SessionRoute = (
  entry: SessionEntry,
  query: Query,
  place: readonly string[],
  signal: AbortSignal,
) => Promise<HttpAnswer>;

/** A page waits this long for the tokens of a session, of which a fork may need all files. It asks again later. */
const REQUESTS_MS = 1000;
/** A session that is read in this time is answered whole. */
const EARLY_MS = 25;
const MAX_ROWS = 500;
const MAX_ALIKE = 5;
const USUAL_ROWS = 200;
const MAX_RANGE_BYTES = 256 * 1024;
const MAX_LINES = 64;
const MAX_LINE_TEXT_BYTES = 64 * 1024;

/** Answers `/api/sessions/<agent>/<id>/…`. The key is looked up, and only what the index names is read. */
export function createSessionRoutes(options: SessionRoutesOptions) {
  const { index, transcripts, sourceOf, agents, requestsOf, store, filled, resume } = options;
  const find = createFindRoute();
  const routes: Record<string, SessionRoute> = {
    '': head,
    outline: async (entry, query) => {
      const early = await earlyOf(entry, query);
      if (early) {
        const { reading } = transcripts.open(sourceOf(entry), entry.head.agent);
        return jsonAnswer({ ...earlyOutline(early, reading), early: true } satisfies ApiOutline);
      }
      const counted = requestsOf(entry);
      const transcript = await transcriptOf(entry);
      const requests = await Promise.race([counted, delay(REQUESTS_MS, undefined, { ref: false })]);
      if (!requests) return bytesOf({ ...outlineOf(transcript, []), late: true } satisfies ApiOutline);
      return remembered('outline', transcript, (all) => bytesOf(outlineOf(all, requests)), requests);
    },
    time: async (entry) => {
      const [transcript, requests] = await Promise.all([transcriptOf(entry), requestsOf(entry)]);
      return remembered('time', transcript, (all) => bytesOf(timeOf(all, requests)), requests);
    },
    spans: async (entry) => remembered('spans', await transcriptOf(entry), ({ rows }) => bytesOf(spansOf(rows))),
    find: (entry, query, _, signal) => find(async () => (await transcriptOf(entry)).rows, query, signal),
    rows: async (entry, query, place) => (place.length === 0 ? rowsOf(entry, query) : rowPart(entry, query, place)),
    export: createExportRoute(sourceOf),
    changes: createChangesRoute({ index, sourceOf, transcriptOf, viewedOf: options.viewedOf }),
    lines: linesOf,
    image: imageOf,
  };

  const early = new WeakMap<Transcript, Promise<EarlyView>>();
  const remembered = rememberByTranscript();

  /** Bytes, because they are sent to each tab. */
  function bytesOf(value: object): HttpAnswer {
    const answer = jsonAnswer(value);
    return { ...answer, body: Buffer.from(answer.body) };
  }

  async function head(entry: SessionEntry, query: Query): Promise<HttpAnswer> {
    const early = await earlyOf(entry, query);
    const known = index.listed(entry.key) ?? entry.head;
    if (early) return headAnswer(entry, { ...sumsOf(early.first), head: known, early: true });
    const counted = requestsOf(entry);
    const transcript = await transcriptOf(entry);
    const requests = (await Promise.race([counted, delay(REQUESTS_MS, undefined, { ref: false })])) ?? [];
    const sums = remembered('sums', transcript, ({ rows }) => sumsOf(rows));
    return headAnswer(entry, { ...sums, head: wholeHead(known, transcript.rows, requests) });
  }

  function sumsOf(rows: readonly Row[]) {
    return {
      files: changedFiles(rows),
      counts: countKinds(rows),
      tools: toolCounts(rows),
      commits: commitsOf(rows),
    };
  }

  function headAnswer(
    entry: SessionEntry,
    told: ReturnType<typeof sumsOf> & Pick<ApiSession, 'head' | 'early'>,
  ): HttpAnswer {
    const parent = entry.head.parent === undefined ? undefined : index.get(entry.head.parent)?.head;
    const children = index.childrenOf(entry.key);
    const store = agents.find(({ name }) => name === entry.head.agent)?.store;
    const wire = store?.identify(entry.path ?? entry.stored?.path ?? '')?.wire ?? 'unknown';
    const command = entry.threadId === undefined ? undefined : resume?.(entry.head.agent, entry.threadId);
    return jsonAnswer({
      schema: API_SCHEMA,
      children,
      ...told,
      wire,
      ...(parent && { parent }),
      ...alikeOf(entry),
      ...(command !== undefined && { resume: command }),
    } satisfies ApiSession);
  }

  /** Sessions that were asked the same: they are offered to be compared. */
  function alikeOf({ key, head: { firstPrompt } }: SessionEntry): Pick<ApiSession, 'alike'> {
    if (!firstPrompt) return {};
    const found = [...index.top()].filter((other) => other.key !== key && other.head.firstPrompt === firstPrompt);
    const heads = found.map(({ head }) => head).sort((one, other) => other.lastAt - one.lastAt);
    return heads.length > 0 ? { alike: heads.slice(0, MAX_ALIKE) } : {};
  }

  /** Each pattern runs in its own thread. */

  async function transcriptOf(entry: SessionEntry): Promise<Transcript> {
    const transcript = transcripts.open(sourceOf(entry), entry.head.agent);
    await transcript.ready;
    return transcript;
  }

  /** What is known of a session that takes longer to read, for a page that asks for it and for all of it later. */
  async function earlyOf(entry: SessionEntry, query: Query): Promise<EarlyView | undefined> {
    if (!query.flag('early')) return undefined;
    const transcript = transcripts.open(sourceOf(entry), entry.head.agent);
    const isReady = transcript.ready.then(() => true);
    if (await Promise.race([isReady, delay(EARLY_MS, false)])) return undefined;
    const known = early.get(transcript) ?? readEarlyView(transcript, entry, store(), MAX_LINE_TEXT_BYTES);
    early.set(transcript, known);
    const view = await known;
    return transcript.isReady ? undefined : view;
  }

  async function rowsOf(entry: SessionEntry, query: Query): Promise<HttpAnswer> {
    const limit = query.count('limit', { least: 1, most: MAX_ROWS, otherwise: USUAL_ROWS });
    const view = await earlyOf(entry, query);
    const start = query.count('from', { least: 0, most: Number.MAX_SAFE_INTEGER, otherwise: 0 });
    const known = view && earlyRows(view, start, limit);
    if (view && known) {
      const { reading } = transcripts.open(sourceOf(entry), entry.head.agent);
      const about = { total: view.total, last: 0, reading, early: true as const };
      return jsonAnswer({ schema: API_SCHEMA, rows: known.map(hideInRow), ...about } satisfies ApiRows);
    }
    const { rows, lastLine, reading } = await transcriptOf(entry);
    const wanted = wantedRow(rows, query);
    const from = wanted ?? start;
    return jsonAnswer({
      schema: API_SCHEMA,
      rows: rows.slice(from, from + limit).map(hideInRow),
      total: rows.length,
      last: lastLine,
      reading,
    } satisfies ApiRows);
  }

  /** The first row of the page that holds the row of `message=`, or that of `line=` or the nearest one. */
  function wantedRow(rows: readonly Row[], query: Query): number | undefined {
    const message = query.text('message');
    const line = query.count('line', { least: 0, most: Number.MAX_SAFE_INTEGER, otherwise: 0 });
    if (message === undefined && line === 0) return undefined;
    const found = message === undefined ? rowOfLine(rows, line) : rows.find(({ id }) => id === message);
    return found === undefined ? rows.length : found.row - (found.row % USUAL_ROWS);
  }

  /** `rows/<row>`, `rows/<row>/message`, `rows/<row>/text?block=&part=&from=&bytes=`; each also with `secrets=1` */
  async function rowPart(
    entry: SessionEntry,
    query: Query,
    [number = '', what]: readonly string[],
  ): Promise<HttpAnswer> {
    const isPart = what === undefined || what === 'text' || what === 'message';
    const row = isPart && /^\d{1,9}$/.test(number) ? (await transcriptOf(entry)).rows[Number(number)] : undefined;
    if (!row) throw notFound();
    const shown = shownIn(query);
    if (what === undefined) {
      return jsonAnswer({ schema: API_SCHEMA, row: query.flag('secrets') ? row : hideInRow(row) } satisfies ApiRow);
    }
    const found = await transcripts.findMessage(sourceOf(entry), row);
    if (found === undefined) throw notFound();
    if (what === 'text') return rowText(found, query);
    return jsonAnswer({
      schema: API_SCHEMA,
      message: apiText(jsonText(shown(found.message)), MAX_LINE_TEXT_BYTES),
    } satisfies ApiMessage);
  }

  function rowText(found: FoundMessage, query: Query): HttpAnswer {
    const block = query.count('block', { least: 0, most: 10_000, otherwise: 0 });
    const part = query.one('part', textParts) ?? 'text';
    const from = query.count('from', { least: 0, most: Number.MAX_SAFE_INTEGER, otherwise: 0 });
    const bytes = query.count('bytes', { least: 1, most: MAX_RANGE_BYTES, otherwise: MAX_RANGE_BYTES });
    const text = wholeText(found, block, part);
    if (text === undefined) throw notFound();
    const range = textRange(text, from, bytes);
    return jsonAnswer({ schema: API_SCHEMA, ...range, text: shownIn(query)(range.text) } satisfies ApiTextRange);
  }

  /** Secrets are hidden unless they are asked for. */
  function shownIn(query: Query): <Value>(value: Value) => Value {
    return query.flag('secrets') ? (value) => value : hideSecrets;
  }

  async function linesOf(entry: SessionEntry, query: Query): Promise<HttpAnswer> {
    const from = query.count('from', { least: 1, most: Number.MAX_SAFE_INTEGER, otherwise: 1 });
    const to = query.count('to', { least: from, most: from + MAX_LINES - 1, otherwise: from });
    try {
      const shown = shownIn(query);
      const answer = await rawLines(sourceOf(entry).chunks(), { from, to, maxTextBytes: MAX_LINE_TEXT_BYTES });
      const lines = answer.lines.map((line) => {
        const text = shown(line.text);
        return text === line.text ? line : { ...line, text, secrets: true as const };
      });
      return jsonAnswer({ ...answer, lines } satisfies ApiLines);
    } catch (error) {
      const isGone = error instanceof ThreadlineError && error.code === 'not-found';
      throw isGone ? new RequestError(404, 'gone') : error;
    }
  }

  /** The bytes of a picture in a message, with their real type. */
  async function imageOf(entry: SessionEntry, _: Query, [hash = '']: readonly string[]): Promise<HttpAnswer> {
    if (!/^[0-9a-f]{32}$/.test(hash)) throw notFound();
    const data = await transcripts.findPicture(sourceOf(entry), (base64) => imageHash(base64) === hash);
    const body = Buffer.from(data ?? '', 'base64');
    const type = pictureType(body);
    if (type === undefined) throw notFound();
    return { status: 200, headers: { 'content-type': type, 'cache-control': 'private, max-age=3600' }, body };
  }

  return async (place: readonly string[], query: Query, signal: AbortSignal): Promise<HttpAnswer> => {
    const [agent = '', id = '', what = '', ...rest] = place;
    const key = `${agent}/${id}`;
    if (!index.get(key)) await filled();
    const entry = index.get(key);
    const route = Object.hasOwn(routes, what) ? routes[what] : undefined;
    if (!entry || !route || !((await options.isSeen?.(entry)) ?? true)) throw notFound();
    return route(entry, query, rest, signal);
  };
}
