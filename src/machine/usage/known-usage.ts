import type { KnownSessions } from '../sessions/known/known-sessions.ts';
import type { WholeFileReader } from '../sessions/session-head.ts';
import type { SessionFile } from '../sessions/store.ts';
import { scannedAgents } from './detect-fold.ts';
import type { MessageName, RequestLedger } from './request-ledger.ts';
import { createFactRecorder, replayFacts, type UsageFact, type UsageRecorder } from './usage-facts.ts';
import type { UsageRow } from './usage-row.ts';

/** The facts of a file as text that is quick to read: rows without names, and each repeated text once. */
interface PackedUsage {
  texts: string[];
  facts: PackedFact[];
}

/** A number is the place of a text, -1 for none. */
type PackedRow = [
  agent: number,
  threadId: number,
  key: string,
  at: number,
  model: number,
  tier: number,
  project: number,
  input: number,
  cached: number,
  cacheWrite: number,
  output: number,
  reasoning: number,
  cacheWriteHour: number | null,
  line: number,
];

type PackedFact =
  /** `true`: the key of the row is its name everywhere. */
  | ['add', PackedRow, string | true | null]
  | ['message', PackedRow, string, MessageName, string | null]
  | ['other', UsageFact];

export function packUsage(facts: readonly UsageFact[]): string {
  const texts: string[] = [];
  const places = new Map<string, number>();
  const placeOf = (text: string | undefined): number => {
    if (text === undefined) return -1;
    const place = places.get(text) ?? texts.push(text) - 1;
    places.set(text, place);
    return place;
  };
  const packRow = (row: UsageRow): PackedRow => [
    placeOf(row.agent),
    placeOf(row.threadId),
    row.key,
    row.at,
    placeOf(row.model),
    placeOf(row.tier),
    placeOf(row.project),
    row.input,
    row.cached,
    row.cacheWrite,
    row.output,
    row.reasoning,
    row.cacheWriteHour ?? null,
    row.line,
  ];
  const packed = facts.map((fact): PackedFact => {
    if ('add' in fact) return ['add', packRow(fact.add), fact.key === fact.add.key ? true : (fact.key ?? null)];
    if ('message' in fact) return ['message', packRow(fact.message), fact.id, fact.how, fact.key ?? null];
    return ['other', fact];
  });
  return JSON.stringify({ texts, facts: packed } satisfies PackedUsage);
}

/** The facts of the file at a path; undefined for a text that `packUsage` did not write. */
export function unpackUsage(text: string, source: string): UsageFact[] | undefined {
  const packed = parsed(text);
  if (!packed) return undefined;
  const { texts } = packed;
  const unpackRow = (row: PackedRow): UsageRow => ({
    agent: texts[row[0]] ?? '',
    threadId: texts[row[1]] ?? '',
    key: row[2],
    at: row[3],
    model: texts[row[4]],
    tier: texts[row[5]],
    project: texts[row[6]],
    input: row[7],
    cached: row[8],
    cacheWrite: row[9],
    output: row[10],
    reasoning: row[11],
    ...(row[12] !== null && { cacheWriteHour: row[12] }),
    source,
    line: row[13],
  });
  return packed.facts.map((fact): UsageFact => {
    if (fact[0] === 'other') return fact[1];
    const row = unpackRow(fact[1]);
    if (fact[0] === 'message') return { message: row, id: fact[2], how: fact[3], ...(fact[4] && { key: fact[4] }) };
    return { add: row, key: fact[2] === true ? row.key : (fact[2] ?? undefined) };
  });
}

function parsed(text: string): PackedUsage | undefined {
  try {
    const packed: unknown = JSON.parse(text);
    const isPacked =
      typeof packed === 'object' &&
      packed !== null &&
      'texts' in packed &&
      Array.isArray(packed.texts) &&
      'facts' in packed &&
      Array.isArray(packed.facts);
    // Its checksum tells that `packUsage` of this version wrote it.
    return isPacked ? (packed as unknown as PackedUsage) : undefined;
  } catch {
    return undefined;
  }
}

/** Counts files of which the usage is not known while a list reads them. */
export function countAlongside(known: KnownSessions, recorder: UsageRecorder = createFactRecorder()): WholeFileReader {
  let file: SessionFile | undefined;
  return {
    begin(next) {
      // What is named so is unpacked first. Counting by events takes too long for a list.
      const isCounted = !/\.zst$/i.test(next.path) && scannedAgents.has(next.agent?.name ?? '');
      file = isCounted && known.usage(next) === undefined ? next : undefined;
      if (file) recorder.begin(file.path, file.cwd);
      return file !== undefined;
    },
    push: (chunk) => recorder.push(chunk),
    end(isWhole) {
      const facts = recorder.endFacts();
      if (file && isWhole) known.learnUsage(file, packUsage(facts));
      file = undefined;
    },
  };
}

/** Counts a file of which the usage is known. False if it is not. */
export function replayKnown(file: SessionFile, known: KnownSessions, ledger: RequestLedger): boolean {
  const text = known.usage(file);
  const facts = text === undefined ? undefined : unpackUsage(text, file.path);
  if (facts) replayFacts(facts, ledger);
  return facts !== undefined;
}
