import { createRegexMatcher } from '../../../archive/query/regex-matcher.ts';
import { archiveLimits } from '../../../limits/archive.ts';
import type { ApiFind, Row, RowBlock } from '../api-types.ts';
import { API_SCHEMA } from '../api-types.ts';

const MAX_HITS = 5000;
/** The time limit for a regular expression over a session. */
const MAX_PATTERN_MS = 10_000;

/** Finds a text in all rows, ignoring case. Places refer to the texts that the page has, block by block. */
export function findText(rows: readonly Row[], wanted: string): ApiFind {
  const needle = wanted.toLowerCase();
  const hits: ApiFind['hits'] = [];
  let total = 0;
  for (const { row, blocks } of rows) {
    for (const [block, content] of blocks.entries()) {
      for (const text of textsOf(content)) {
        const haystack = text.toLowerCase();
        // Some letters change their length with their case. Places are given only for texts that keep theirs.
        const isSameLength = haystack.length === text.length;
        for (let from = haystack.indexOf(needle); from !== -1; from = haystack.indexOf(needle, from + needle.length)) {
          total += 1;
          if (hits.length >= MAX_HITS) continue;
          hits.push({ row, block, from: isSameLength ? from : 0, to: isSameLength ? from + needle.length : 0 });
        }
      }
    }
  }
  return { schema: API_SCHEMA, total, hits };
}

/** Finds the first match in each text, in a thread with a time limit. Throws a TypeError for a bad pattern. */
export async function findPattern(rows: readonly Row[], source: string, signal: AbortSignal): Promise<ApiFind> {
  const matcher = createRegexMatcher(source, 'i');
  const found: ApiFind = { schema: API_SCHEMA, total: 0, hits: [] };
  const until = performance.now() + MAX_PATTERN_MS;
  try {
    for (const batch of batches(rows)) {
      const spans = await matcher.match(batch.map(({ text }) => text));
      if (!spans || performance.now() > until) return { ...found, gaveUp: true };
      if (signal.aborted) return found;
      for (const [index, span] of spans.entries()) {
        const place = batch[index];
        if (!span || !place) continue;
        found.total += 1;
        if (found.hits.length < MAX_HITS)
          found.hits.push({ row: place.row, block: place.block, from: span.start, to: span.end });
      }
    }
    return found;
  } finally {
    await matcher.close();
  }
}

interface TextPlace {
  row: number;
  block: number;
  text: string;
}

function* batches(rows: readonly Row[]): Generator<TextPlace[]> {
  let batch: TextPlace[] = [];
  for (const { row, blocks } of rows) {
    for (const [block, content] of blocks.entries()) {
      for (const text of textsOf(content)) if (text !== '') batch.push({ row, block, text });
    }
    if (batch.length < archiveLimits.regexBatchTexts) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The texts of a block, in the order in which they are shown. */
function textsOf(block: RowBlock): string[] {
  switch (block.type) {
    case 'command':
      return [block.command.text, block.output?.text ?? ''];
    case 'diff':
      return [block.path, block.diff?.text ?? ''];
    case 'plan':
      return block.items.map(({ text }) => text);
    case 'call':
      return [block.tool, block.input.text, block.result?.text ?? ''];
    case 'web':
      return [block.query ?? '', block.url ?? '', block.result?.text ?? ''];
    case 'mark':
      return [block.what, block.detail?.text ?? ''];
    case 'image':
      return [];
    case 'remote-image':
      return [block.url];
    default:
      return [block.text.text];
  }
}
