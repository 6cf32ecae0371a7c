import { applyEdits, applyHunks } from '../tools/apply-edits.ts';
import { alignLines } from './align.ts';
import { type Reach, reaches } from './command-reach.ts';
import type { FileOp, OpPlace } from './file-op.ts';
import { createLineTable, type LineIds, type LineTable } from './line-table.ts';

/** The session that wrote, by agent and id. */
export interface WriterSession {
  agent: string;
  id: string;
}

/** Who wrote a line: one call of a session. */
export interface Writer extends OpPlace {
  session: WriterSession;
  path: string;
  how: 'edit' | 'write' | 'patch' | 'heredoc';
}

/** How sure a state is. `unsure`: a command ran that may have changed the file, and nothing showed it since. */
export type Level = 'proven' | 'derived' | 'unsure';

/** Why nobody is named for a line of a state: it came while a command ran, or by a hand that no session tells of. */
export const AFTER_SHELL = -1;
export const BETWEEN_CALLS = -2;

/** A file at a moment. */
export interface FileState {
  at: number;
  lines: LineIds;
  /** The writer of each line, as its number in the replay; 0 for one that was there before, below 0 for one of nobody's. */
  writers: Int32Array;
  level: Level;
  /** The call after which the file was so. */
  call: string;
  isGone?: true;
  /** It rests on an older version that a change fits on, or a later change did not fit on it. */
  isGuess?: true;
}

/** All known states of one path, in order. */
export interface Chain {
  path: string;
  states: FileState[];
  /** Lines that calls wrote here, squeezed, with their writers: also of edits that fit on no known text. */
  wrote: Map<number, number[]>;
  /** What was there before the first known change: nothing, or nobody knows. Absent if the text was seen. */
  before?: 'nothing' | 'unknown';
}

export interface ReplayOptions {
  /** Older versions of a file, the newest first: a base for edits that fit on no known text. */
  base?(path: string, at: number): AsyncIterable<string> | Iterable<string>;
}

/** Replays operations of all sessions, in the order of time, into states of files. */
export interface Replay {
  readonly table: LineTable;
  /** Writers by number, from 1. */
  readonly writers: readonly (Writer | undefined)[];
  readonly chains: ReadonlyMap<string, Chain>;
  /** The writers of a line, squeezed, under any path. */
  wroteAnywhere(squeezed: number): readonly number[];
  /** True if a command ran after a state that may have changed the file. */
  isUnsure(state: FileState): boolean;
  apply(session: WriterSession, op: FileOp): Promise<void>;
}

/** The most versions of a file that an edit is tried on. */
const MOST_BASES = 40;
/** A line that more calls wrote tells nothing. */
const MOST_ANYWHERE = 64;

export function createReplay({ base }: ReplayOptions = {}): Replay {
  const table = createLineTable();
  const chains = new Map<string, Chain>();
  const writers: (Writer | undefined)[] = [undefined];
  /** Commands that may have written: a state older than one that reaches its path is unsure. */
  const shells: Reach[] = [];
  /** The number of the last one that may have written anything. */
  let lastWide = 0;
  const shellsAt = new WeakMap<FileState, { count: number; path: string }>();

  function isUnsure(state: FileState): boolean {
    const { count, path } = shellsAt.get(state) ?? { count: 0, path: '' };
    return count < lastWide || shells.slice(count).some((reach) => reaches(reach, path));
  }
  const anywhere = new Map<number, number[]>();

  function chainOf(path: string): Chain {
    const known = chains.get(path);
    if (known) return known;
    const chain: Chain = { path, states: [], wrote: new Map() };
    chains.set(path, chain);
    return chain;
  }

  function push(chain: Chain, state: FileState): void {
    chain.states.push(state);
    shellsAt.set(state, { count: shells.length, path: chain.path });
  }

  function textOf(chain: Chain): string | undefined {
    const state = chain.states.at(-1);
    return state && !state.isGone ? table.text(state.lines) : undefined;
  }

  /** A text that the file certainly had: it proves the state, or shows what came from outside. */
  function see(chain: Chain, text: string, at: number, call: string): void {
    const lines = table.lines(text);
    const last = chain.states.at(-1);
    const same = chain.states.findLast((state) => isEqual(state.lines, lines));
    if (same && same === last) {
      last.level = 'proven';
      delete last.isGuess;
      shellsAt.set(last, { count: shells.length, path: chain.path });
    } else if (same) {
      const { isGuess: _guess, ...known } = same;
      push(chain, { ...known, at, call, level: 'proven' });
    } else push(chain, { at, lines, writers: carried(last, lines), level: 'proven', call });
  }

  /** The writers of lines that were there before; nobody's for the others. */
  function carried(last: FileState | undefined, lines: LineIds): Int32Array {
    const writersOf = new Int32Array(lines.length);
    if (!last) return writersOf;
    const nobody = isUnsure(last) ? AFTER_SHELL : BETWEEN_CALLS;
    const alignment = alignLines(table.squeezed(last.lines), table.squeezed(lines));
    for (let at = 0; at < lines.length; at += 1) {
      const old = alignment[at] ?? -1;
      writersOf[at] = old >= 0 ? (last.writers[old] ?? 0) : nobody;
    }
    return writersOf;
  }

  /** The file has this text now; what it had not before is the call's. */
  function change(chain: Chain, writer: Writer, text: string, before: string | undefined): void {
    const last = chain.states.at(-1);
    if (!last) chain.before = before === '' ? 'nothing' : 'unknown';
    const lines = table.lines(text);
    const old: FileState | undefined =
      before === undefined || (last && !last.isGone)
        ? last
        : {
            at: writer.at,
            lines: table.lines(before),
            writers: new Int32Array(0),
            level: 'derived',
            call: writer.call,
          };
    const number = writers.push(writer) - 1;
    const squeezed = table.squeezed(lines);
    const alignment = old && !old.isGone ? alignLines(table.squeezed(old.lines), squeezed) : undefined;
    const writersOf = new Int32Array(lines.length);
    for (let at = 0; at < lines.length; at += 1) {
      const from = alignment?.[at] ?? -1;
      if (from >= 0) writersOf[at] = old?.writers[from] ?? 0;
      else {
        writersOf[at] = number;
        note(chain, squeezed[at] ?? 0, number);
      }
    }
    const state: FileState = { at: writer.at, lines, writers: writersOf, level: 'derived', call: writer.call };
    // A file that is written whole rests on nothing.
    if (old?.isGuess && writer.how !== 'write' && writer.how !== 'heredoc') state.isGuess = true;
    push(chain, state);
  }

  function note(chain: Chain, squeezed: number, writer: number): void {
    for (const index of [chain.wrote, anywhere]) {
      const known = index.get(squeezed);
      if (!known) index.set(squeezed, [writer]);
      else if (known.at(-1) !== writer && (index === chain.wrote || known.length < MOST_ANYWHERE)) known.push(writer);
    }
  }

  /** An edit that fits on no known text: its lines are known by their words alone. */
  function fragment(chain: Chain, writer: Writer, texts: readonly string[]): void {
    if (chain.states.length === 0) chain.before = 'unknown';
    const last = chain.states.at(-1);
    // What is known of the file is not what the change was made on.
    if (last) last.isGuess = true;
    const number = writers.push(writer) - 1;
    for (const text of texts) for (const line of table.squeezed(table.lines(text))) note(chain, line, number);
  }

  /** Changes a file on the first text that the change fits on: the told one, the known one, older versions. */
  async function changeBy(
    chain: Chain,
    writer: Writer,
    before: string | undefined,
    apply: (text: string) => string | undefined,
  ) {
    if (before !== undefined) see(chain, before, writer.at, writer.call);
    const known = textOf(chain);
    const result = known === undefined ? undefined : apply(known);
    if (result !== undefined) {
      change(chain, writer, result, known);
      return true;
    }
    let tried = 0;
    for await (const text of base?.(chain.path, writer.at) ?? []) {
      tried += 1;
      if (tried > MOST_BASES) break;
      const fitting = apply(text);
      if (fitting === undefined) continue;
      see(chain, text, writer.at, writer.call);
      const guessed = chain.states.at(-1);
      if (guessed) guessed.isGuess = true;
      change(chain, writer, fitting, text);
      return true;
    }
    return false;
  }

  function move(path: string, to: string, isCopy: boolean, { at, call }: OpPlace): void {
    const chain = chains.get(path);
    const state = chain?.states.at(-1);
    if (!chain || !state || state.isGone || path === to) return;
    const target = chainOf(to);
    push(target, { ...state, at, call });
    for (const [line, numbers] of chain.wrote) for (const number of numbers) note(target, line, number);
    if (!isCopy) push(chain, goneState(at, call));
  }

  return {
    table,
    writers,
    chains,
    wroteAnywhere: (squeezed) => anywhere.get(squeezed) ?? [],
    isUnsure,
    async apply(session, op) {
      if (op.kind === 'shell' || op.kind === 'agent') {
        const reach = op.kind === 'shell' ? (op.reach ?? 'anything') : 'anything';
        shells.push(reach);
        if (reach === 'anything') lastWide = shells.length;
      }
      if (op.kind === 'move') move(op.path, op.to, op.copy === true, op);
      if (op.kind === 'delete' && chains.has(op.path)) push(chainOf(op.path), goneState(op.at, op.call));
      if (op.kind === 'see' && op.isWhole && chains.has(op.path)) {
        const chain = chainOf(op.path);
        const isKnown = textOf(chain) === op.text;
        see(chain, op.text, op.at, op.call);
        const shown = chain.states.at(-1);
        if (op.isCommitted && !isKnown && shown) shown.isGuess = true;
      }
      if (op.kind === 'write') {
        const chain = chainOf(op.path);
        const writer = writerOf(session, op, op.how ?? 'write');
        if (op.before !== undefined && op.before !== '') see(chain, op.before, op.at, op.call);
        const text = op.append ? `${textOf(chain) ?? ''}${op.content}` : op.content;
        change(chain, writer, text, op.before);
      } else if (op.kind === 'edit') {
        const chain = chainOf(op.path);
        const writer = writerOf(session, op, 'edit');
        const hasFitted = await changeBy(chain, writer, op.before, (text) => applyEdits(text, op.edits));
        if (!hasFitted)
          fragment(
            chain,
            writer,
            op.edits.map((edit) => newLines({ before: edit.old.split('\n'), after: edit.new.split('\n') })),
          );
      } else if (op.kind === 'patch') {
        const chain = chainOf(op.path);
        const writer = writerOf(session, op, 'patch');
        const hasFitted = await changeBy(chain, writer, op.before, (text) => applyHunks(text, op.hunks));
        if (!hasFitted) fragment(chain, writer, op.hunks.map(newLines));
      }
    },
  };
}

function goneState(at: number, call: string): FileState {
  return { at, lines: new Int32Array(0), writers: new Int32Array(0), level: 'derived', call, isGone: true };
}

function newLines({ before, after }: { before: readonly string[]; after: readonly string[] }): string {
  const old = new Set(before);
  return after.filter((line) => !old.has(line)).join('\n');
}

function writerOf(session: WriterSession, op: FileOp & { path: string }, how: Writer['how']): Writer {
  const { at, turn, call, line, model, agentThread, path } = op;
  return { at, turn, call, line, model, agentThread, session, path, how };
}

export function isEqual(one: Int32Array, other: Int32Array): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}
