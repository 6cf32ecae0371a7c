import { ThreadlineError } from '../../errors.ts';
import { type HttpAnswer, jsonAnswer } from '../../machine/http/http-answer.ts';
import type { AnnotationKeeper } from '../../machine/sessions/annotations/annotation-keeper.ts';
import { changeOf, type Noted } from '../../machine/sessions/annotations/noted.ts';
import { API_SCHEMA, type ApiNoted } from './api-types.ts';
import { badRequest, notFound, RequestError } from './request-error.ts';
import type { SessionEntry } from './session-index.ts';
import type { JsonBody } from './write-guard.ts';

interface NotedRouteOptions {
  /** Where stars, tags and notes are kept; undefined where none are. */
  keeper: AnnotationKeeper | undefined;
  /** Tells every tab what a session has now. */
  onNoted(key: string): Promise<void>;
}

/** Answers `POST /api/sessions/:key/noted`: what `threadline star`, `tag`, `note` and `rename` do, where they keep it. */
export function createNotedRoute({ keeper, onNoted }: NotedRouteOptions) {
  return async (entry: SessionEntry, body: JsonBody): Promise<HttpAnswer> => {
    // Notes are kept by the thread's own id, which some files do not tell.
    if (keeper === undefined || entry.threadId === undefined) throw new RequestError(409, 'not-here');
    try {
      const change = changeOf(notedOf(body));
      const session = { agent: entry.head.agent, id: entry.threadId };
      const { starred = false, tags = [], note, title } = await keeper.change(session, change);
      await onNoted(entry.key);
      return jsonAnswer({
        schema: API_SCHEMA,
        starred,
        tags,
        note: note ?? null,
        title: title ?? null,
      } satisfies ApiNoted);
    } catch (error) {
      if (error instanceof RangeError) throw badRequest();
      const code = error instanceof ThreadlineError ? error.code : undefined;
      // Its reader may see it no more.
      if (code === 'not-found') throw notFound();
      if (code === 'busy') throw new RequestError(503, 'busy');
      // A file that somebody has to mend by hand.
      throw code === 'damaged' || code === 'too-large' ? new RequestError(409, 'damaged') : error;
    }
  };
}

const LONGEST_PATH = 4096;

/** Every name and every type is checked: a misspelt one must not change something else. */
function notedOf({ kind, undo = false, ...rest }: JsonBody): Noted {
  const [name, ...others] = Object.keys(rest);
  if (typeof undo !== 'boolean' || others.length > 0) throw badRequest();
  if (kind === 'star' && name === undefined) return { kind, isUndo: undo };
  if (kind === 'view' && name === 'words') {
    const { words } = rest;
    if (!isTexts(words) || words.length === 0 || words.some((path) => path.length > LONGEST_PATH)) throw badRequest();
    return { kind, isUndo: undo, words };
  }
  if (kind === 'tag' && (undo ? name === undefined || name === 'words' : name === 'words')) {
    const { words = [] } = rest;
    if (!isTexts(words) || (!undo && words.length === 0)) throw badRequest();
    return { kind, isUndo: undo, words };
  }
  if ((kind === 'note' || kind === 'rename') && name === (undo ? undefined : 'text')) {
    const { text = '' } = rest;
    if (typeof text !== 'string' || (!undo && text.trim() === '')) throw badRequest();
    return { kind, isUndo: undo, text };
  }
  throw badRequest();
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
