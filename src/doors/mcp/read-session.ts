import { z } from 'zod';
import type { BlockRow, SessionRow, ThreadStore } from '../../archive/index.ts';
import { createBudget, cutText, refusal, sentBytes, untrusted } from './answer.ts';
import { sessionFacts, sessionId, UNREDACTED } from './session-facts.ts';
import { defineTool, timeText } from './tool.ts';

/** A longer block is cut, unless it is asked for alone. */
const LONGEST_BLOCK = 8000;
const PAGE = 100;

const input = z.object({
  session: sessionId,
  from: z
    .int()
    .min(0)
    .max(100_000_000)
    .optional()
    .describe('Number of the first block; 0 by default, or the next of the answer before'),
  count: z
    .int()
    .min(1)
    .max(PAGE)
    .optional()
    .describe('At most so many blocks; 40 by default. 1 gives more of a long one'),
  message: z
    .string()
    .min(1)
    .max(300)
    .optional()
    .describe('Id of a message, as search_sessions gives it: begins a few blocks before it'),
});

export const readSessionTool = defineTool({
  name: 'read_session',
  title: 'Read an earlier session',
  description:
    'Reads an earlier session in pages: what was said, the calls of tools and their results, block by block. ' +
    'An answer has next where there is more: ask again with from = next.',
  input,
  async run({ session, from, count = 40, message }, { redacted, scope, redactor }) {
    const row = await scope.find(session);
    if (!row) return refusal('there is no such session here');
    if (row.unredacted) return refusal(`the session is ${UNREDACTED}`);
    const first = from ?? (message === undefined ? 0 : await placeOf(redacted, row, message));
    if (first === undefined) return refusal('the session has no such message');
    const facts = sessionFacts(row, redactor);
    const budget = createBudget();
    budget.take(facts);
    const blocks: object[] = [];
    const rows = await redacted.readBlocks(row.key, { from: first, count });
    for (const block of rows) {
      const longest = count === 1 ? Number.POSITIVE_INFINITY : LONGEST_BLOCK;
      let shown = blockFacts(block, longest);
      // The first block is always given, as much of it as there is room for.
      for (let length = LONGEST_BLOCK * 4; blocks.length === 0 && sentBytes(shown) > budget.left; length >>= 1) {
        shown = blockFacts(block, Math.min(longest, length));
      }
      if (!budget.take(shown)) break;
      blocks.push(shown);
    }
    const next = first + blocks.length;
    return untrusted({
      ...facts,
      blocks_shown: blocks,
      next: next < row.blocks && blocks.length > 0 ? next : undefined,
    });
  },
});

/** The place a few blocks before a message. */
async function placeOf(store: ThreadStore, { key }: SessionRow, message: string): Promise<number | undefined> {
  for (let from = 0; ; from += PAGE) {
    const rows = await store.readBlocks(key, { from, count: PAGE });
    const found = rows.find((block) => block.message === message);
    if (found) return Math.max(0, found.seq - 3);
    if (rows.length < PAGE) return undefined;
  }
}

function blockFacts(block: BlockRow, longest: number): object {
  const { seq, message, role, kind, tool, error, at, text, omitted } = block;
  return {
    block: seq,
    message: cutText(message, 300),
    role,
    kind,
    tool: tool && cutText(tool, 300),
    failed: error || undefined,
    time: timeText(at),
    text: cutText(text, longest),
    left_out_bytes: omitted,
  };
}
