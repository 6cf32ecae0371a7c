import type { Problem } from '../../../errors.ts';
import { createErrorReports } from '../../facts/error-reports.ts';
import type { UnifiedMessage } from '../../messages/message.ts';
import { createMessageBuilder } from '../../messages/message-builder.ts';
import type { AgentVocabulary } from '../../messages/vocabularies/registry.ts';
import type { ItemEvent, ThreadEvent, ThreadStartedEvent } from '../../thread/event.ts';
import type { ThreadItem } from '../../thread/item.ts';
import type { Outcome } from '../../thread/outcome.ts';
import { parseTime } from '../../thread/time.ts';
import { unknownKind } from '../../thread/unknown-kind.ts';
import type { Row, RowBlock, RowKind } from './row.ts';
import { type RowParts, rowFace, shownJson } from './row-blocks.ts';

/** A session as rows, folded line by line. A row keeps its number, so that a page may take rows in any order. */
export interface RowFold {
  /** Takes the outcome of a line and returns the rows that are new or changed. */
  push(outcome: Outcome): Iterable<Row>;
  /** Ends the input. More may follow, as after the last line of a file that grows. */
  end(): Iterable<Row>;
  readonly rows: readonly Row[];
  /** The last line of the session's own file that was read. */
  readonly lastLine: number;
}

export interface RowFoldOptions {
  parts: RowParts;
  /** The bytes of input after which a row is settled for good and its item is dropped. */
  heldBytes?: number | undefined;
  /** The key of the session that a call started. */
  childOf?: ((event: ItemEvent) => string | undefined) | undefined;
  /** Called with each whole message whenever it changes, with its row and its item. */
  onMessage?: ((row: Row, message: UnifiedMessage, item: ThreadItem | undefined) => void) | undefined;
  vocabularies?: readonly AgentVocabulary[] | undefined;
}

/** Late changes this far back are rare: a turn that is undone, a command that ran all the while. */
const HELD_BYTES = 64 * 1024 * 1024;

export function createRowFold(options: RowFoldOptions): RowFold {
  const { parts, heldBytes = HELD_BYTES, childOf, onMessage, vocabularies } = options;
  const builder = createMessageBuilder({ all: true, agents: true, original: false, vocabularies });
  const rows: Row[] = [];
  /** By the message's id, and by its position among all messages. */
  const rowOf = new Map<string, Row>();
  const byPlace = new Map<number, Row>();
  /** The item of each row, in its last state. */
  const items = new Map<Row, ThreadItem>();
  /** Rows that may still change, in order, with the offset in the input where each began. */
  const open: { row: Row; offset: number }[] = [];
  let released = 0;
  let offset = 0;
  /** Rows touched by the last push. */
  let touched = new Set<Row>();
  const reports = createErrorReports();
  const turnOf = new Map<string, number>();
  let turn = 0;
  let lastLine = 0;
  let model: string | undefined;

  function push(outcome: Outcome): Iterable<Row> {
    touched = new Set();
    if (!outcome.ok) {
      own(outcome.line);
      mark(outcome.line, 'problem', problemBlock(outcome.error), { problems: [told(outcome.line, outcome.error)] });
      return touched;
    }
    const first = rows.length;
    offset = outcome.offset;
    let line = outcome.line;
    for (const event of outcome.events) {
      if (event.inherited) line = 0;
      take(event, line);
    }
    if (line > 0) own(line);
    for (const problem of outcome.problems) tellProblem(problem, line, rows[first]);
    if ((open[0]?.offset ?? offset) < offset - 2 * heldBytes) release();
    return touched;
  }

  /** Releases half of what is held at a time: one by one would move all the others each time. */
  function release(): void {
    const settled = open.findIndex((entry) => entry.offset > offset - heldBytes);
    const count = settled === -1 ? open.length : settled;
    builder.release(count);
    for (const { row } of open.splice(0, count)) {
      items.delete(row);
      rowOf.delete(row.id);
      byPlace.delete(released);
      released += 1;
    }
  }

  function own(line: number): void {
    lastLine = Math.max(lastLine, line);
  }

  function take(event: ThreadEvent, line: number): void {
    if (event.type === 'turn.started') startTurn(event.turn_id);
    if (event.type === 'thread.started') startThread(event, line);
    learnModel(event, line);
    const changed = builder.push(event);
    for (const message of changed) put(message, event, line);
    // Claude Code says in its answer why the turn failed.
    const last = rows.at(-1);
    if (reports.isReport(event) && changed.length === 0 && last) tellReport(event, line, last);
    const kind = changed.length === 0 ? unknownKind(event) : undefined;
    if (kind) mark(line, 'unknown', rawBlock(event, kind.name), event);
  }

  /** Marks the last row. One that failed already has an error of its own: a row of its own tells this one. */
  function tellReport(event: ThreadEvent, line: number, last: Row): void {
    const isFailed = last.kind === 'error' || last.status === 'failed' || last.status === 'declined';
    if (isFailed || last.inherited || last.withdrawn) {
      const text = event.type === 'turn.failed' ? event.error.message : undefined;
      mark(line, 'error', { type: 'plain', text: parts.cut(text ?? 'the turn failed') }, event);
    } else last.status = 'failed';
    touched.add(last);
  }

  function startTurn(id: string | undefined): void {
    turn += 1;
    if (id !== undefined) turnOf.set(id, turn);
  }

  /** A thread that continues, in this file or from another one, gets a line across the page. */
  function startThread(event: ThreadStartedEvent, line: number): void {
    const { origin, forked_from_id: fork, resumed } = event;
    if (origin) mark(line, 'divider', { type: 'mark', what: `handed over from ${origin.agent}` }, event);
    else if (fork !== undefined) mark(line, 'divider', { type: 'mark', what: `forked from ${fork}` }, event);
    else if (resumed && rows.length > 0) mark(line, 'divider', { type: 'mark', what: 'resumed' }, event);
  }

  function learnModel(event: ThreadEvent, line: number): void {
    const next = 'model' in event && typeof event.model === 'string' ? event.model : undefined;
    if (next === undefined || next === model || event.parent_item_id !== undefined) return;
    if (model !== undefined) mark(line, 'divider', { type: 'mark', what: `model ${next}` }, event);
    model = next;
  }

  function put(message: UnifiedMessage, event: ThreadEvent, line: number): void {
    const row = rowFor(message, event, line);
    if ('item' in event) {
      items.set(row, event.item);
      const child = childOf?.(event);
      if (child !== undefined) row.child ??= child;
    }
    rowOf.set(message.id, row);
    Object.assign(row, faceOf(message, event, items.get(row)), stateOf(message, row, event), {
      id: message.id,
      role: message.role,
      lines: [row.lines[0], Math.max(row.lines[1], line)] satisfies Row['lines'],
    });
    touched.add(row);
    onMessage?.(row, message, items.get(row));
  }

  /** A message's row goes by its position: a call whose id was taken gets a new id and keeps its row. */
  function rowFor(message: UnifiedMessage, event: ThreadEvent, line: number): Row {
    const known = rowOf.get(message.id);
    if (known) return known;
    const place = released + builder.messages.lastIndexOf(message);
    const placed = byPlace.get(place);
    if (placed) return placed;
    const ofTurn = event.turn_id === undefined ? undefined : turnOf.get(event.turn_id);
    const row = addRow(line, { id: message.id, kind: 'unknown', turn: ofTurn ?? turn, blocks: [] });
    byPlace.set(place, row);
    open.push({ row, offset });
    return row;
  }

  function faceOf(message: UnifiedMessage, event: ThreadEvent, item: ThreadItem | undefined) {
    if (event.type === 'turn.aborted' && message.role === 'system') {
      const what = message.content[0]?.type === 'text' ? message.content[0].text : 'Turn aborted';
      return { kind: 'divider' as const, blocks: [{ type: 'mark' as const, what }] };
    }
    return rowFace(message, item, parts);
  }

  function stateOf(message: UnifiedMessage, row: Row, event: ThreadEvent): Partial<Row> {
    const state: Partial<Row> = {};
    if (message.timestamp > 0) state.time = message.timestamp;
    const ended = parseTime(event.timestamp) ?? 0;
    const isEnd = event.type === 'item.completed' || event.type === 'item.failed';
    if (isEnd && row.ms === undefined && ended > message.timestamp && message.timestamp > 0) {
      state.ms = ended - message.timestamp;
    }
    if (message.inherited) state.inherited = true;
    if (message.withdrawn) state.withdrawn = true;
    if (message.parent !== undefined) state.parent = message.parent;
    return state;
  }

  function addRow(line: number, fields: Pick<Row, 'id' | 'kind' | 'turn' | 'blocks'>): Row {
    const row: Row = { row: rows.length, ...fields, role: 'system', lines: [line, line] };
    rows.push(row);
    return row;
  }

  /** Adds a row that is not a message. */
  function mark(
    line: number,
    kind: RowKind,
    block: RowBlock,
    of: Partial<ThreadEvent> & { problems?: Row['problems'] },
  ): void {
    const row = addRow(line, { id: `L${line}.${rows.length}`, kind, turn, blocks: [block] });
    const time = parseTime(of.timestamp);
    if (time !== undefined) row.time = time;
    if (of.inherited) row.inherited = true;
    if (of.problems) row.problems = of.problems;
    touched.add(row);
  }

  /** A problem inside a readable line belongs to the row of the line. Otherwise it is a row of its own. */
  function tellProblem(problem: Problem, line: number, shown: Row | undefined): void {
    const problems = [told(line, problem)];
    if (shown) shown.problems = [...(shown.problems ?? []), ...problems];
    else mark(line, 'problem', problemBlock(problem), { problems });
  }

  function problemBlock({ code, message, raw = '' }: Problem): RowBlock {
    return { type: 'raw', code, message, text: parts.cut(raw) };
  }

  function rawBlock(event: ThreadEvent, name: string): RowBlock {
    return { type: 'raw', message: name, text: parts.cut(shownJson(event)) };
  }

  return {
    push,
    end() {
      touched = new Set();
      for (const message of builder.end()) put(message, END, lastLine);
      return touched;
    },
    rows,
    get lastLine() {
      return lastLine;
    },
  };
}

/** An event that stands for the end of the input. It says nothing of its own. */
const END: ThreadEvent = { type: 'context', kind: 'end', data: {} };

function told(line: number, { code, message }: Problem): { line: number; code: string; message: string } {
  return { line, code, message };
}
