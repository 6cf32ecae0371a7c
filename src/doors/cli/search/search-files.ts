import type { SearchHit, SearchPage, SearchQuery } from '../../../archive/index.ts';
import { collectHits } from '../../../archive/query/collect-hits.ts';
import { matchQuery } from '../../../archive/query/match-query.ts';
import { nearWords } from '../../../archive/query/near-words.ts';
import type { Vocabulary } from '../../../archive/query/plan-exact.ts';
import { rankTexts } from '../../../archive/query/rank.ts';
import { findWords, snippetAround } from '../../../archive/query/snippet.ts';
import { planText, type TextFinder } from '../../../archive/query/text-finder.ts';
import { countWords, cutWords, holdsWords, type WordQuery } from '../../../archive/query/word-query.ts';
import type { HomesContext } from '../agents.ts';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit.ts';
import { report } from '../report.ts';
import { type FileBlock, readBlocks } from './file-blocks.ts';
import { MOST_COUNTED, type NearWord } from './no-hits-text.ts';
import { isWanted } from './wanted-blocks.ts';

export interface FileSearch extends HomesContext {
  files: readonly string[];
  query: SearchQuery;
  limit: number;
  signal: AbortSignal;
}

/** Searches named files of any wire, and nothing else. A file that cannot be read does not stop the others. */
export async function searchFiles({ files, query, limit, signal, ...context }: FileSearch) {
  const blocks: FileBlock[] = [];
  let exitCode: ExitCode = exitCodes.ok;
  let read = 0;
  for (const file of files) {
    signal.throwIfAborted();
    try {
      for (const block of await readBlocks(file, context)) if (isWanted(block, query)) blocks.push(block);
      read += 1;
    } catch (error) {
      const code = exitCodeOf(error);
      if (code === undefined || !(error instanceof Error)) throw error;
      report(error.message);
      exitCode = code;
    }
  }
  // The newest first, as in the archive.
  blocks.sort((one, other) => other.at - one.at || other.seq - one.seq);
  const page = await searchBlocks(blocks, query, limit, signal);
  const whole = { ...page, searched: { sessions: read, of: files.length }, freshAt: Date.now() };
  if (page.hits.length > 0) return { exitCode, page: whole };
  const near = query.mode === 'words' ? await nearInBlocks(blocks, query, signal) : [];
  return { exitCode, page: { ...whole, nothing: { sessions: read, near } } };
}

type Page = Pick<SearchPage, 'hits' | 'gaveUp'> & { more: boolean };

/** Searches blocks that are in memory, as an archive is searched. */
export async function searchBlocks(
  blocks: readonly FileBlock[],
  query: SearchQuery,
  limit: number,
  signal: AbortSignal,
): Promise<Page> {
  const isPhrase = query.mode === 'phrase';
  const vocabulary = vocabularyOf(blocks);
  const words = isPhrase || query.mode === 'words' ? await matchQuery(query.text, isPhrase, vocabulary) : undefined;
  if (words && query.best) {
    const best = rankBlocks(blocks, words.match);
    const hits = best.slice(0, limit).map((block) => hitOf(block, findWords(block.text, words.words, isPhrase)));
    return { hits, more: best.length > limit };
  }
  const finder: TextFinder = words
    ? { find: async (texts) => texts.map((text) => spanOfWords(text.toString(), words.match, words.words, isPhrase)) }
    : (await planText(query, vocabulary, (text) => text.toWellFormed())).finder;
  try {
    const { hits, next, gaveUp } = await collectHits(
      {
        candidates: [blocks.map((block) => ({ block, bytes: block.text.length }))],
        read: (batch) => batch,
        textOf: ({ block }) => block.text,
        hitOf: ({ block }, span, context) => hitOf(block, span, context),
        cursorOf: ({ block }) => String(block.seq),
      },
      finder,
      { limit, isSure: false, signal },
    );
    return { hits, more: next !== undefined, ...(gaveUp !== undefined && { gaveUp }) };
  } finally {
    await finder.close?.();
  }
}

/** The words of these blocks that were probably meant, as a store names them. */
async function nearInBlocks(blocks: readonly FileBlock[], query: SearchQuery, signal: AbortSignal) {
  const words = [...new Set(blocks.flatMap(({ text }) => cutWords(text).words))];
  const near: NearWord[] = [];
  for (const word of await nearWords(query.text, async (halves) =>
    words.filter((one) => halves.some((half) => one.includes(half))),
  )) {
    const { hits } = await searchBlocks(blocks, { ...query, text: word, best: undefined }, MOST_COUNTED, signal);
    if (hits.length > 0) near.push({ word, hits: hits.length });
  }
  return near;
}

function spanOfWords(text: string, match: WordQuery, words: readonly string[], isPhrase: boolean) {
  return holdsWords(cutWords(text).words, match) ? findWords(text, words, isPhrase) : undefined;
}

function rankBlocks(blocks: readonly FileBlock[], match: WordQuery): FileBlock[] {
  const matched = blocks.flatMap((item) => {
    const { words } = cutWords(item.text);
    const counts = countWords(words, match);
    return counts.every((count) => count > 0) ? [{ item, counts, length: words.length }] : [];
  });
  return rankTexts(matched);
}

/** The words of these blocks, gathered when they are first asked for. */
function vocabularyOf(blocks: readonly FileBlock[]): Vocabulary {
  let words: Set<string> | undefined;
  return {
    find(part, where) {
      words ??= new Set(blocks.flatMap(({ text }) => cutWords(text).words));
      return [...words].filter((word) => (where === 'end' ? word.endsWith(part) : word.includes(part)));
    },
  };
}

function hitOf(block: FileBlock, span: { start: number; end: number }, context = 80): SearchHit {
  const { message, seq, role, kind, tool, error, at, text, file, thread } = block;
  const { agent, threadId, title, project } = thread;
  const session = { agent, threadId, home: file };
  const found = { session, file, title, project, gone: false, message, seq, role, kind, tool, error, at };
  return { ...found, ...snippetAround(text, span, context) };
}
