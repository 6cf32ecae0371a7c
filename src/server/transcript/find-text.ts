import type { ApiFind, Row, RowBlock } from '../api-types.ts';
import { API_SCHEMA } from '../api-types.ts';

const MAX_HITS = 5000;

/** Finds a text in all rows, in any case. Places are those in the texts that the page has, block by block. */
export function findText(rows: readonly Row[], wanted: string): ApiFind {
  const needle = wanted.toLowerCase();
  const hits: ApiFind['hits'] = [];
  let total = 0;
  for (const { row, blocks } of rows) {
    for (const [block, content] of blocks.entries()) {
      for (const text of textsOf(content)) {
        const haystack = text.toLowerCase();
        // Some letters change their length with their case: what stands where is told for texts that keep it.
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
