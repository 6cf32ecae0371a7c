import type { UsageRow } from '../../../machine/usage/usage-row.ts';
import type { ApiOutline, ApiSession, Row, RowBlock, SessionHead } from '../api-types.ts';
import { API_SCHEMA, ROW_KIND_LETTERS } from '../api-types.ts';
import { hideSecrets } from '../hide-secrets.ts';
import { lineOf } from './row-line.ts';
import type { Transcript } from './transcripts.ts';
import { turnUsages } from './turn-usage.ts';

/** The assumed width for estimating the height of a row. */
const COLUMNS = 96;
/** The most lines of a text in a folded row. */
const FOLDED_LINES = 24;
/** The most characters of a prompt in a turn's title. */
const TITLE_LENGTH = 160;

/**
 * Facts of all rows, in columns. The page holds it whole, and rows only around the visible part. `requests` are those of
 * the session, for the tokens of its turns.
 */
export function outlineOf(
  { rows, lastLine, reading }: Pick<Transcript, 'rows' | 'lastLine' | 'reading'>,
  requests: readonly UsageRow[],
): ApiOutline {
  const kinds: string[] = [];
  const lines: number[] = [];
  const errors: number[] = [];
  const turns: ApiOutline['turns'] = [];
  /** Turns that a person began. Others are named by what the agent did first. */
  const prompted = new Set<number>();
  let end = 0;
  for (const row of rows) {
    kinds.push(ROW_KIND_LETTERS[row.kind]);
    lines.push(estimatedLines(row));
    if (isError(row)) errors.push(row.row);
    if (row.turn > (turns.at(-1)?.turn ?? 0)) {
      turns.push({ turn: row.turn, row: row.row, title: '', ...(row.time !== undefined && { time: row.time }) });
    }
    const turn = turns.at(-1);
    if (!turn) continue;
    if (row.kind === 'prompt' && !prompted.has(turn.turn)) {
      prompted.add(turn.turn);
      turn.title = titleOf(row);
    } else if (turn.title === '' && (row.kind === 'answer' || row.kind === 'command')) turn.title = lineOf(row);
    if (row.kind === 'error' && row.parent === undefined) turn.failed = true;
    end = Math.max(end, (row.time ?? 0) + (row.ms ?? 0));
    if (turn.time !== undefined && end > turn.time) turn.ms = end - turn.time;
  }
  const starts = turns.map(({ row, time }) => ({ line: rows[row]?.lines[0] ?? 0, time }));
  for (const [index, usage] of turnUsages(starts, requests).entries()) {
    const turn = turns[index];
    if (turn && usage) turn.usage = usage;
  }
  return {
    schema: API_SCHEMA,
    rows: rows.length,
    kinds: kinds.join(''),
    lines,
    turns,
    errors,
    last: lastLine,
    reading,
  };
}

/** The number of rows of each kind. */
export function countKinds(rows: readonly Row[]): ApiSession['counts'] {
  const counts: ApiSession['counts'] = {};
  for (const { kind } of rows) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** The changed files with their added and removed lines, without failed changes. */
export function changedFiles(rows: readonly Row[]): ApiSession['files'] {
  const files = new Map<string, { path: string; add: number; del: number }>();
  for (const { blocks, status } of rows) {
    if (status === 'failed' || status === 'declined') continue;
    for (const block of blocks) {
      if (block.type !== 'diff') continue;
      const path = block.movePath ?? block.path;
      const { add, del } = files.get(path) ?? { add: 0, del: 0 };
      files.set(path, { path, add: add + block.add, del: del + block.del });
    }
  }
  return [...files.values()];
}

/** The most pieces in the shape of a session. */
const SHAPE_PIECES = 24;

/** Kinds in order of time, neighbours of one kind merged, thinned out to a few pieces. */
export function shapeOf(rows: readonly Row[]): SessionHead['shape'] {
  const runs: SessionHead['shape'] = [];
  for (const { kind, inherited } of rows) {
    if (inherited || kind === 'context' || kind === 'divider') continue;
    const last = runs.at(-1);
    if (last?.[0] === kind) last[1] += 1;
    else runs.push([kind, 1]);
  }
  if (runs.length <= SHAPE_PIECES) return runs;
  return Array.from({ length: SHAPE_PIECES }, (_, piece) => {
    const from = Math.floor((piece * runs.length) / SHAPE_PIECES);
    const to = Math.floor(((piece + 1) * runs.length) / SHAPE_PIECES);
    const part = runs.slice(from, to);
    return part.reduce((heaviest, run) => (run[1] > heaviest[1] ? run : heaviest));
  });
}

/** The rule of `SessionFacts`: a reported error, a call that failed or was declined. Unreadable lines are problems. */
export function isError({ kind, status, inherited, withdrawn }: Row): boolean {
  return !inherited && !withdrawn && (kind === 'error' || status === 'failed' || status === 'declined');
}

function titleOf({ blocks }: Row): string {
  for (const block of blocks) {
    if (block.type !== 'plain' && block.type !== 'markdown') continue;
    const start = block.text.text.slice(0, 4 * TITLE_LENGTH).trim();
    return hideSecrets(start.split('\n', 1)[0]?.slice(0, TITLE_LENGTH) ?? '');
  }
  return '';
}

function estimatedLines({ blocks }: Row): number {
  let lines = 1;
  for (const block of blocks) lines += Math.min(blockLines(block), FOLDED_LINES);
  return lines;
}

function blockLines(block: RowBlock): number {
  switch (block.type) {
    case 'command':
      return 1 + textLines(block.output?.text ?? '');
    case 'diff':
      return 1 + textLines(block.diff?.text ?? '');
    case 'plan':
      return block.items.length;
    case 'markdown':
    case 'plain':
      return textLines(block.text.text);
    case 'image':
      return 8;
    default:
      return 1;
  }
}

/** Counts no more lines than are shown. */
function textLines(text: string): number {
  let lines = 0;
  for (let start = 0; start < text.length && lines < FOLDED_LINES; ) {
    const end = text.indexOf('\n', start);
    const next = end === -1 ? text.length : end;
    lines += 1 + Math.floor((next - start) / COLUMNS);
    start = next + 1;
  }
  return lines;
}
