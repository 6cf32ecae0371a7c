import { applyEdits, applyHunks } from '../tools/apply-edits.ts';
import { carryLines } from './carry-lines.ts';
import type { FileOp, OpPlace } from './file-op.ts';
import { AFTER_SHELL, BETWEEN_CALLS, type Chain, type FileState, goneState, isEqual, textState } from './file-state.ts';
import { createLineTable, type LineIds, type LineTable } from './line-table.ts';
import { createUnsureStates } from './unsure-states.ts';

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

export interface ReplayOptions {
  /** False: only the texts are wanted, which is cheap. States have neither lines nor writers. */
  writers?: boolean | undefined;
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
  /** True for a change that fits on no known text: its lines are known, and not their place. */
  isFragment(writer: number): boolean;
  /** How many telling lines a call wrote that were not there before. */
  tellingLines(writer: number): number;
  /** The whole text of a state. */
  text(state: FileState): string;
  /** True if a command ran after a state that may have changed the file. */
  isUnsure(state: FileState): boolean;
  apply(session: WriterSession, op: FileOp): Promise<void>;
}

/** The most versions of a file that an edit is tried on. */
const MOST_BASES = 40;
/** A line that more calls wrote tells nothing. */
const MOST_ANYWHERE = 64;

export function createReplay({ base, writers: hasWriters = true }: ReplayOptions = {}): Replay {
  const table = createLineTable();
  const chains = new Map<string, Chain>();
  const writers: (Writer | undefined)[] = [undefined];
  const { ran, mark, isUnsure } = createUnsureStates();
  const anywhere = new Map<number, number[]>();
  const telling = new Map<number, number>();
  const fragments = new Set<number>();

  function chainOf(path: string): Chain {
    const known = chains.get(path);
    if (known) return known;
    const chain: Chain = { path, states: [], wrote: new Map(), retyped: new Set() };
    chains.set(path, chain);
    return chain;
  }

  /** The last text of each file, whole: most changes tell it again as the text before. */
  const lastTexts = new WeakMap<Chain, { state: FileState; text: string }>();

  function push(chain: Chain, state: FileState, text?: string): void {
    chain.states.push(state);
    mark(state, chain.path);
    if (text !== undefined) lastTexts.set(chain, { state, text });
  }

  function textOf(chain: Chain): string | undefined {
    const state = chain.states.at(-1);
    if (!state || state.isGone) return undefined;
    const known = lastTexts.get(chain);
    if (known?.state === state) return known.text;
    const text = textOfState(state);
    lastTexts.set(chain, { state, text });
    return text;
  }

  const textOfState = ({ text, lines }: FileState) => text ?? table.text(lines);

  /** A text that the file certainly had: it proves the state, or shows what came from outside. */
  function see(chain: Chain, text: string, at: number, call: string): void {
    const last = chain.states.at(-1);
    if (last && textOf(chain) === text) {
      last.level = 'proven';
      delete last.isGuess;
      mark(last, chain.path);
      return;
    }
    if (!hasWriters) {
      push(chain, textState(text, 'proven', { at, call }), text);
      return;
    }
    const lines = table.lines(text);
    const same = chain.states.findLast((state) => !state.isGone && isEqual(state.lines, lines));
    if (same) {
      const { isGuess: _guess, ...known } = same;
      push(chain, { ...known, at, call, level: 'proven' }, text);
    } else push(chain, { at, lines, ...carried(last, lines), level: 'proven', call }, text);
  }

  /** The writers of lines that were there before; nobody's for the others. */
  function carried(last: FileState | undefined, lines: LineIds): Pick<FileState, 'writers' | 'retyped'> {
    if (!last) return { writers: new Int32Array(lines.length) };
    return carryLines(table, last, lines, { writer: isUnsure(last) ? AFTER_SHELL : BETWEEN_CALLS });
  }

  /** The file has this text now; what it had not before is the call's. */
  function change(chain: Chain, writer: Writer, text: string, before: string | undefined): void {
    const last = chain.states.at(-1);
    if (!last) chain.before = before === '' ? 'nothing' : 'unknown';
    if (!hasWriters) {
      push(chain, textState(text, 'derived', writer), text);
      return;
    }
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
    const state: FileState = {
      at: writer.at,
      lines,
      ...writtenBy(chain, writer, lines, { old, isSure: before !== undefined && !(last && isUnsure(last)) }),
      level: 'derived',
      call: writer.call,
    };
    // A file that is written whole rests on nothing.
    if (old?.isGuess && writer.how !== 'write' && writer.how !== 'heredoc') state.isGuess = true;
    push(chain, state, text);
  }

  /** The writers of a text that a call left: its own for what was not there before. */
  function writtenBy(
    chain: Chain,
    writer: Writer,
    lines: LineIds,
    { old, isSure }: { old: FileState | undefined; isSure: boolean },
  ) {
    const number = writers.push(writer) - 1;
    return carryLines(table, old, lines, {
      writer: number,
      isSure,
      // Words that stood here before tell of nobody elsewhere in the file.
      onTyped: (squeezed, isAnew) => (isAnew ? chain.retyped.add(squeezed) : note(chain, squeezed, number)),
    });
  }

  function note(chain: Chain, squeezed: number, writer: number): void {
    if (table.isTelling(squeezed)) telling.set(writer, (telling.get(writer) ?? 0) + 1);
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
    if (!hasWriters) return;
    const number = writers.push(writer) - 1;
    fragments.add(number);
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
    if (!chain || state?.isGone || path === to) return;
    const target = chainOf(to);
    if (state) push(target, { ...state, at, call });
    else if (target.states.length === 0) target.before = 'unknown';
    for (const [line, numbers] of chain.wrote) for (const number of numbers) note(target, line, number);
    if (!isCopy) push(chain, goneState(at, call));
  }

  return {
    table,
    writers,
    chains,
    text: textOfState,
    wroteAnywhere: (squeezed) => anywhere.get(squeezed) ?? [],
    isFragment: (writer) => fragments.has(writer),
    tellingLines: (writer) => telling.get(writer) ?? 0,
    isUnsure,
    async apply(session, op) {
      if (op.kind === 'shell' || op.kind === 'agent') ran(op.kind === 'shell' ? (op.reach ?? 'anything') : 'anything');
      if (op.kind === 'move') move(op.path, op.to, op.copy === true, op);
      if (op.kind === 'delete') {
        if (op.before !== undefined) see(chainOf(op.path), op.before, op.at, op.call);
        if (chains.has(op.path)) push(chainOf(op.path), goneState(op.at, op.call));
      }
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

function newLines({ before, after }: { before: readonly string[]; after: readonly string[] }): string {
  const old = new Set(before);
  return after.filter((line) => !old.has(line)).join('\n');
}

function writerOf(session: WriterSession, op: FileOp & { path: string }, how: Writer['how']): Writer {
  const { at, turn, call, line, model, agentThread, path } = op;
  return { at, turn, call, line, model, agentThread, session, path, how };
}
