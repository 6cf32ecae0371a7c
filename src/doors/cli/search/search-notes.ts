import type { SearchHit, SearchQuery, SessionRow, ThreadStore } from '../../../archive/index.ts';
import type { SessionFilter } from '../../../archive/model/session-row.ts';
import { originName } from '../../../core/thread/hand-over.ts';
import { archiveLimits } from '../../../limits/archive.ts';
import { annotationTexts } from '../../../machine/sessions/annotations/annotate.ts';
import { type Annotations, annotationKey } from '../../../machine/sessions/annotations/annotation.ts';
import type { FileBlock } from './file-blocks.ts';
import { searchBlocks } from './search-files.ts';
import { isWanted } from './wanted-blocks.ts';

/** Finds titles, tags and notes that people gave to sessions of the archive. They are few, so all are looked at. */
export async function searchNotes(
  store: ThreadStore,
  annotations: Annotations,
  query: SearchQuery,
  limit: number,
): Promise<SearchHit[]> {
  const blocks = (await noteBlocks(store, annotations)).filter((block) => isWanted(block, query));
  return searchNotesIn(blocks, query, limit);
}

/** The newest sessions whose titles are looked at. First prompts are found as what was said. */
const LOOKED_AT = archiveLimits.maxPageRows;

/** Finds sessions by the title that the agent gave them, but for those that were found already. */
export async function searchTitles(
  store: ThreadStore,
  query: SearchQuery,
  limit: number,
  found: readonly SearchHit[],
): Promise<SearchHit[]> {
  const { agent, since, until, model, machine, role, kind, tool, file, errors } = query;
  // A title has none of these.
  if (role ?? kind ?? tool ?? file ?? errors) return [];
  const known = new Set(found.map(({ session }) => annotationKey({ agent: session.agent, id: session.threadId })));
  const filter = { agent, since, until, model, machine, subagents: true };
  const listed = async (wanted: SessionFilter) => (await store.listSessions(wanted, { limit: LOOKED_AT })).rows;
  const rows = await listed({ ...filter, titled: true });
  const names = new Set(rows.some(({ origin }) => origin) ? (await listed(filter)).map(nameOf) : []);
  const blocks = rows.flatMap((row) => {
    const { title, firstPrompt = '', origin } = row;
    const isKnown = known.has(nameOf(row));
    // A copy that was handed over has the title of its origin.
    const isCopy = names.has(originName(origin) ?? '');
    if (isKnown || isCopy || title === undefined || firstPrompt.startsWith(title.replace(/…$/, ''))) return [];
    const block = blockOf(row, title, title);
    return isWanted(block, { text: query.text, mode: query.mode, projects: query.projects }) ? [block] : [];
  });
  return searchNotesIn(blocks, query, limit);
}

function nameOf({ key }: SessionRow): string {
  return annotationKey({ agent: key.agent, id: key.threadId });
}

async function searchNotesIn(blocks: readonly FileBlock[], query: SearchQuery, limit: number): Promise<SearchHit[]> {
  if (blocks.length === 0) return [];
  const { hits } = await searchBlocks(blocks, query, limit, new AbortController().signal);
  return hits.map(({ file, ...hit }) => ({ ...hit, session: { ...hit.session, home: file ?? '' } }));
}

/** Shows the title that a person gave, whatever was found in the session. */
export function withGivenTitles(hits: readonly SearchHit[], annotations: Annotations): SearchHit[] {
  return hits.map((hit) => {
    const { agent, threadId: id } = hit.session;
    const title = annotations.get(annotationKey({ agent, id }))?.title;
    return title === undefined ? hit : { ...hit, title };
  });
}

async function noteBlocks(store: ThreadStore, annotations: Annotations): Promise<FileBlock[]> {
  const blocks: FileBlock[] = [];
  for (const [key, noted] of annotations) {
    const text = annotationTexts(noted).join('\n');
    const colon = key.indexOf(':');
    const row =
      text === '' ? undefined : await store.getSession({ agent: key.slice(0, colon), threadId: key.slice(colon + 1) });
    if (!row) continue;
    blocks.push(blockOf(row, text, noted.title ?? row.title ?? row.firstPrompt));
  }
  return blocks.sort((one, other) => other.at - one.at);
}

/** A text about a session as a block. The home stands where a file would be named, until the hit is made. */
function blockOf({ key, project, model, endedAt = 0 }: SessionRow, text: string, title: string | undefined): FileBlock {
  const models = model === undefined ? [] : [model];
  const thread = { agent: key.agent, threadId: key.threadId, title, project, models, touched: [] };
  const place = { seq: 0, message: '', inherited: false, line: 0, file: key.home, at: endedAt };
  return { ...place, role: 'user', kind: 'note', text, thread };
}
