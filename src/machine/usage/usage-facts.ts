import { zstdDecompressSync } from 'node:zlib';
import { pack } from '../sessions/pack.ts';
import { createDetectingFold, type MakeOtherFold } from './detect-fold.ts';
import type { MessageName, RequestFacts, RequestLedger } from './request-ledger.ts';
import type { FoldContext } from './usage-fold.ts';
import { createLineCutter } from './usage-lines.ts';
import type { UsageRow } from './usage-row.ts';

/** A file's facts about requests, not yet compared: which of a fork and its parent counts may change when one goes. */
export type UsageFact =
  | { add: UsageRow; key?: string | undefined }
  | { message: UsageRow; id: string; how: MessageName; key?: string | undefined }
  | { thread: number; isReview: boolean }
  | { enter: number }
  | { exit: number };

/** Reads files one after the other and packs their facts, which are counted again when files change or go. */
export interface UsageRecorder {
  begin(path: string, project: string | undefined): void;
  /** Returns false if nothing that follows can count. */
  push(chunk: Uint8Array): boolean;
  /** The packed facts of the file so far; undefined if there are none. More may follow. */
  look(): Uint8Array | undefined;
  /** The packed facts of a file that ended. */
  end(): Uint8Array | undefined;
  /** The same, not packed. */
  endFacts(): readonly UsageFact[];
}

/** Hands facts on as they are told. */
export function tellFacts(onFact: (fact: UsageFact) => void): RequestFacts {
  return {
    add: (row, key) => onFact({ add: row, key }),
    addMessage: (row, id, how, key) => onFact({ message: row, id, how, ...(key !== undefined && { key }) }),
    lacks: () => {},
    beginThread(isReview, startedAt) {
      if (isReview) onFact({ thread: startedAt, isReview });
    },
    enterReview: (at) => onFact({ enter: at }),
    exitReview: (at) => onFact({ exit: at }),
  };
}

export function createFactRecorder(makeOther?: MakeOtherFold): UsageRecorder {
  let facts: UsageFact[] = [];
  const told = tellFacts((fact) => facts.push(fact));
  const context: FoldContext = { ...told, path: '', project: undefined, badLine: () => {} };
  const fold = createDetectingFold(context, makeOther?.(context));
  const cutter = createLineCutter(fold);
  function endFacts(): readonly UsageFact[] {
    cutter.end();
    fold.end();
    return facts;
  }
  return {
    begin(path, project) {
      // The previous file may not have been read to its end.
      cutter.end();
      facts = [];
      context.path = path;
      context.project = project;
      fold.begin();
    },
    push(chunk) {
      if (!fold.isDone) cutter.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
      return !fold.isDone;
    },
    look() {
      const before = facts;
      facts = [...before];
      fold.end();
      const packed = packFacts(facts);
      facts = before;
      return packed;
    },
    end: () => packFacts(endFacts()),
    endFacts,
  };
}

export function packFacts(facts: readonly UsageFact[]): Uint8Array | undefined {
  if (facts.length === 0) return undefined;
  return pack(Buffer.from(JSON.stringify(facts)));
}

/** Facts that can no longer be read count nothing. */
export function unpackFacts(packed: Uint8Array): readonly UsageFact[] {
  try {
    // Only `packFacts` above writes it.
    return JSON.parse(zstdDecompressSync(packed).toString()) as UsageFact[];
  } catch {
    return [];
  }
}

export function replayFacts(facts: Iterable<UsageFact>, ledger: RequestLedger): void {
  ledger.beginFile();
  for (const fact of facts) {
    if ('add' in fact) ledger.add(fact.add, fact.key);
    else if ('message' in fact) ledger.addMessage(fact.message, fact.id, fact.how, fact.key);
    else if ('thread' in fact) ledger.beginThread(fact.isReview, fact.thread);
    else if ('enter' in fact) ledger.enterReview(fact.enter);
    else ledger.exitReview(fact.exit);
  }
  ledger.endFile();
}
