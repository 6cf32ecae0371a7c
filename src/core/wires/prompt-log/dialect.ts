import { isObject, type JsonObject } from '../../lines/json.ts';

export type Dialect = 'claude' | 'codex' | 'gemini';

/** The log that a record is of, by fields that nothing else has together. */
export function dialectOf(record: JsonObject): Dialect | undefined {
  const { display, pastedContents, project, session_id, ts, text: words, sessionId, messageId, message } = record;
  if (typeof display === 'string' && (isObject(pastedContents) || typeof project === 'string')) return 'claude';
  if (typeof session_id === 'string' && typeof ts === 'number' && typeof words === 'string') return 'codex';
  const isGemini = typeof sessionId === 'string' && typeof messageId === 'number' && typeof message === 'string';
  return isGemini ? 'gemini' : undefined;
}
