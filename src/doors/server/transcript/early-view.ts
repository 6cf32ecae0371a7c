import { readLastMessages } from '../../../archive/model/stored-messages.ts';
import { storedSource } from '../../../archive/model/stored-source.ts';
import type { ThreadStore } from '../../../archive/model/thread-store.ts';
import { createEventReader } from '../../../core/wires/event-reader.ts';
import type { Row } from '../api-types.ts';
import { ROW_KIND_LETTERS } from '../row-types.ts';
import type { SessionEntry } from '../session-index.ts';
import { outlineOf } from './outline.ts';
import { createSentRows } from './sent-rows.ts';
import type { Transcript } from './transcripts.ts';

/** What is shown of a long session until its file was read to its end. The page asks for all of it again then. */
export interface EarlyView {
  /** The first rows, as the beginning of the file tells them. */
  first: readonly Row[];
  lastLine: number;
  /** The last rows, as the archive tells them. Their numbers are a guess. */
  last: readonly Row[];
  /** The guessed number of all rows. */
  total: number;
}

/** A page of rows. */
const FIRST_ROWS = 200;
/** Blocks of an archive that fill the last screen. */
const LAST_BLOCKS = 60;

export async function readEarlyView(
  transcript: Transcript,
  { stored, head }: SessionEntry,
  store: ThreadStore | undefined,
  maxTextBytes: number,
): Promise<EarlyView> {
  const { rows: first, lastLine } = await transcript.first(FIRST_ROWS);
  const row = stored && (await store?.getSession(stored.session));
  if (!row || !store || head.gone) return { first, lastLine, last: [], total: first.length };
  const fold = createSentRows({ maxTextBytes });
  const messages = await readLastMessages(store, row, LAST_BLOCKS);
  for await (const outcomes of storedSource(row, messages).read(createEventReader())) {
    for (const outcome of outcomes) fold.push(outcome);
  }
  // Where the first rows are nearly all there are, the others will be here in a moment.
  const from = row.messages - fold.rows.length;
  if (from <= first.length) return { first, lastLine, last: [], total: first.length };
  const last = fold.rows.map((one) => ({ ...one, row: from + one.row, provisional: true as const }));
  return { first, lastLine, last, total: row.messages };
}

/** The outline of what is known, with rows of an unknown kind between. */
export function earlyOutline({ first, last, lastLine, total }: EarlyView, reading: number) {
  const [beginning, end] = [first, last].map((rows) => outlineOf({ rows, lastLine, reading }, []));
  const between = total - first.length - last.length;
  return {
    ...outlineOf({ rows: first, lastLine, reading }, []),
    rows: total,
    kinds: `${beginning?.kinds}${ROW_KIND_LETTERS.unknown.repeat(between)}${end?.kinds}`,
    lines: [
      ...(beginning?.lines ?? []),
      ...Array.from({ length: between }, () => GUESSED_LINES),
      ...(end?.lines ?? []),
    ],
  };
}

/** The height of a row that nothing is known of. */
const GUESSED_LINES = 3;

/** The rows of a range; undefined if nothing is known of some of it. */
export function earlyRows({ first, last, total }: EarlyView, from: number, limit: number): Row[] | undefined {
  const to = Math.min(from + limit, total);
  const isKnown = to <= first.length || from >= total - last.length;
  // The last page may begin before the last rows: those are what is wanted of it.
  if (!isKnown && to < total) return undefined;
  return [...first, ...last].filter(({ row }) => row >= from && row < to);
}
