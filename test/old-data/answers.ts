import type { BlockRow, SearchQuery, ThreadStore, UsageSum } from 'threadline/archive';

const MANY = { limit: 1000 };

/** One query or more of every mode, with filters that the texts of `homes.ts` meet. */
const QUERIES: readonly SearchQuery[] = [
  { text: 'harbour', mode: 'words' },
  { text: 'lantern lit', mode: 'words' },
  { text: 'deleted', mode: 'words', best: true },
  { text: 'uni*', mode: 'words' },
  { text: 'unicode', mode: 'words' },
  { text: '検索', mode: 'words' },
  { text: 'password', mode: 'words' },
  { text: 'paint the crane', mode: 'phrase' },
  { text: 'line that came', mode: 'phrase' },
  { text: 'rocket 🚀', mode: 'exact' },
  { text: 'rbou', mode: 'exact' },
  { text: 'エンジ', mode: 'exact' },
  { text: 'grep -rn', mode: 'exact', kind: 'tool_use' },
  { text: 'result of', mode: 'exact', kind: 'tool_result', role: 'assistant' },
  { text: 'the (crane|beacon|rocket)', mode: 'regex' },
  { text: '^DONE: \\p{L}+', mode: 'regex', flags: 'i' },
  { text: 'the', mode: 'words', agent: 'gemini' },
  { text: 'the', mode: 'words', file: 'lines/framer.ts' },
  { text: 'the', mode: 'words', until: Date.UTC(2026, 1, 2) },
];

/**
 * What a store answers to a fixed list of questions. What depends on the time of asking (the status, how fresh the store is)
 * and what the server numbers itself is left out.
 */
export async function answersOf(store: ThreadStore) {
  const { rows } = await store.listSessions({ subagents: true }, MANY);
  const sessions = rows
    .map(({ status: _status, goneAt: _goneAt, ...row }) => row)
    .sort((one, other) => (sortedBy(one.key) < sortedBy(other.key) ? -1 : 1));
  const texts: Record<string, BlockRow[]> = {};
  for (const { key } of sessions) texts[sortedBy(key)] = await store.readBlocks(key, { from: 0, count: 1000 });
  const searches = [];
  for (const query of QUERIES) {
    const { hits } = await store.search(query, MANY);
    searches.push({ query, hits });
  }
  const usage: Record<string, UsageSum[]> = {};
  for (const by of ['day', 'session', 'project', 'model', 'agent'] as const) {
    // Those that used as much stand in any order.
    const sums = await store.usage({ by, zone: 'Pacific/Chatham' });
    usage[by] = sums.sort((one, other) => (one.key < other.key ? -1 : 1));
  }
  const touched = await store.filesTouched({});
  return { sessions, texts, searches, usage, touched };
}

const sortedBy = ({ agent, threadId, home }: { agent: string; threadId: string; home: string }): string =>
  `${agent} ${threadId} ${home}`;

/** Blocks as versions before notes folded them, which did not know the exit codes of all commands. */
export function asFoldedBefore(blocks: readonly BlockRow[]): object[] {
  return blocks.filter(({ kind }) => kind !== 'note').map(({ seq: _seq, error: _error, ...block }) => block);
}
