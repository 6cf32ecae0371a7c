import { isObject, parseJson } from '../../lines/json.ts';
import type { ToolResultContent, ToolUseContent } from '../../messages/message.ts';

/** A page of the web that an answer rests on. */
export interface UiSource {
  type: 'source-url';
  sourceId: string;
  url: string;
  title?: string;
}

const MOST_SOURCES = 100;
const ADDRESS = /^https?:\/\/[^\s"<>]{1,2000}$/i;
/** A list of JSON on a line of its own: `Links: [{"title":"…","url":"…"}]`. */
const LINKS = /^Links: (\[.{0,100000}\])$/gm;
/** A numbered list: `[1] Title (https://…)`. */
const NUMBERED = /^\[\d{1,4}\] (.{1,500}?) \((https?:\/\/[^\s)]{1,2000})\)$/gm;

/** The pages that a search found, or that were fetched. None for calls that failed and for other tools. */
export function sourcesOf(use: ToolUseContent, result: ToolResultContent | undefined): UiSource[] {
  if (!result || result.is_error) return [];
  const found = new Map<string, string | undefined>();
  const add = (url: unknown, title?: unknown) => {
    if (typeof url !== 'string' || !ADDRESS.test(url) || found.size >= MOST_SOURCES || found.has(url)) return;
    found.set(url, typeof title === 'string' && title !== '' ? title.slice(0, 500) : undefined);
  };
  if (use.name === 'WebFetch') add(use.input.url);
  if (use.name === 'WebSearch') {
    for (const [, list = ''] of result.content.matchAll(LINKS)) {
      const links = parseJson(list);
      for (const link of Array.isArray(links) ? links : []) if (isObject(link)) add(link.url, link.title);
    }
    for (const [, title, url] of result.content.matchAll(NUMBERED)) add(url, title);
  }
  return [...found].map(([url, title], index) => ({
    type: 'source-url',
    sourceId: `${use.id}.source.${index + 1}`,
    url,
    ...(title !== undefined && { title }),
  }));
}
