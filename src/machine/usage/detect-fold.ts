import { machineLimits } from '../../limits/machine.ts';
import { codexHead } from './codex-heads.ts';
import { contentStart, createRecordDecoder } from './decode-record.ts';
import { createClaudeFold } from './scan-claude.ts';
import { createCodexFold } from './scan-codex.ts';
import { createGeminiFold } from './scan-gemini.ts';
import type { FoldContext, UsageFold } from './usage-fold.ts';

/** A fold for any agent's file. The first lines identify the agent. */
export interface DetectingFold extends UsageFold {
  /** True if nothing that follows can count. */
  readonly isDone: boolean;
  /** True if there were lines, but none of a known agent. */
  readonly isUnknown: boolean;
}

/** The agents whose lines a scan of bytes knows. */
export const scannedAgents: ReadonlySet<string> = new Set(['codex', 'claude', 'gemini']);

/** Lists of Gemini's records hold messages, `{$set: {messages: [{…}]}}`. No other list holds usage. */
const GEMINI_LIST_DEPTH = 3;
/** The names of a record's first fields are within this many bytes. */
const LOOK_BYTES = 4096;

/** A fold for lines that the byte scans do not know. */
export interface OtherFold extends UsageFold {
  recognises(line: Uint8Array): boolean;
}

export type MakeOtherFold = (context: FoldContext) => OtherFold;

/** `other` takes lines of agents without a scan of their own. */
export function createDetectingFold(context: FoldContext, other?: OtherFold): DetectingFold {
  const withoutLists = createRecordDecoder(0);
  const folds = {
    codex: createCodexFold(context, withoutLists),
    claude: createClaudeFold(context, withoutLists),
    gemini: createGeminiFold(context, createRecordDecoder(GEMINI_LIST_DEPTH)),
  };
  let fold: UsageFold | undefined;
  let isDone = false;
  let isBare = false;
  let looked = 0;

  function detect(bytes: Buffer, start: number, end: number): UsageFold | undefined {
    looked += 1;
    const begin = contentStart(bytes, start, end);
    // Nearly all files are known by their first bytes, and need not be parsed for it.
    const isKnown = codexHead(bytes, begin, end) !== 'odd';
    const isOther = !isKnown && other?.recognises(bytes.subarray(begin, end)) === true;
    const format = isOther ? undefined : formatOf(bytes, begin, end);
    isBare = format === 'bare';
    fold = isOther ? other : format === undefined || format === 'bare' ? undefined : folds[format];
    // Its first line does not tell whose document it is.
    if (fold && other && isDocument(bytes, begin, end)) fold = createBothFold(fold, other);
    fold?.begin();
    isDone = isBare || (!fold && looked >= machineLimits.maxUsageDetectionLines);
    return fold;
  }

  return {
    begin() {
      fold = undefined;
      isDone = false;
      isBare = false;
      looked = 0;
    },
    line(bytes, start, end, number) {
      if (!isDone) (fold ?? detect(bytes, start, end))?.line(bytes, start, end, number);
    },
    beginLong(bytes, end, number) {
      if (isDone) return false;
      return (fold ?? detect(bytes, 0, end))?.beginLong(bytes, end, number) ?? false;
    },
    longPart(bytes, start, end) {
      fold?.longPart(bytes, start, end);
    },
    endLong(number) {
      fold?.endLong(number);
    },
    end() {
      fold?.end();
    },
    get isDone() {
      return isDone;
    },
    get isUnknown() {
      return !fold && !isBare && looked > 0;
    },
  };
}

/** True for a line with only a bracket, with which a document over many lines begins. */
function isDocument(bytes: Buffer, start: number, end: number): boolean {
  return end - start <= 2 && bytes.toString('latin1', start, end).trimEnd() === '{';
}

/** Two folds of the same lines, of which at most one finds its own. */
function createBothFold(one: UsageFold, other: UsageFold): UsageFold {
  return {
    begin() {
      one.begin();
      other.begin();
    },
    line(bytes, start, end, number) {
      one.line(bytes, start, end, number);
      other.line(bytes, start, end, number);
    },
    beginLong(bytes, end, number) {
      const isWanted = one.beginLong(bytes, end, number);
      return other.beginLong(bytes, end, number) || isWanted;
    },
    longPart(bytes, start, end) {
      one.longPart(bytes, start, end);
      other.longPart(bytes, start, end);
    },
    endLong(number) {
      one.endLong(number);
      other.endLong(number);
    },
    end() {
      one.end();
      other.end();
    },
  };
}

/** The agent of a line, by field names that only it writes. `bare`: Codex up to 0.31, which counts nothing. */
function formatOf(bytes: Buffer, start: number, end: number): 'codex' | 'claude' | 'gemini' | 'bare' | undefined {
  if (codexHead(bytes, start, end) !== 'odd') return 'codex';
  const text = bytes.toString('latin1', start, Math.min(end, start + LOOK_BYTES));
  // A document over many lines: of the two agents that wrote such, only Gemini counts.
  if (text.trimEnd() === '{') return 'gemini';
  const has = (name: string) => text.includes(`"${name}"`);
  if (has('payload') && has('timestamp')) return 'codex';
  if (has('projectHash') || has('$set') || has('$rewindTo')) return 'gemini';
  if (has('sessionId') || has('parentUuid') || has('leafUuid') || has('isSidechain')) return 'claude';
  if (has('file-history-snapshot')) return 'claude';
  if (has('record_type') || has('instructions') || (has('timestamp') && has('id') && !has('type'))) return 'bare';
  return undefined;
}
