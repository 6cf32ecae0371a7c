import { machineLimits } from '../../limits/machine.ts';
import type { SessionStory } from './session-story.ts';

/** A place that shows what a finding says. */
export interface EvidenceRow {
  agent: string;
  id: string;
  /** The line of the session, from 1; 0 for the session as a whole. */
  line: number;
  /** What stands there, in one line. */
  text: string;
}

/** Where to look. */
export interface Evidence {
  /** Every row as `agent:ID#L12`, with a blank between them: what opens them. */
  query: string;
  /** At most `maxEvidenceRows`. */
  rows: readonly EvidenceRow[];
  /** How many there are. */
  total: number;
}

/** Something that is worth a look: a sentence with its figure, and where it shows. */
export interface Finding {
  /** The rule that found it. */
  code: string;
  severity: 'high' | 'medium' | 'low';
  title: string;
  text: string;
  /** The figure, in `unit`. */
  value: number;
  unit: 'usd' | 'calls' | 'ms' | 'reads' | 'tools';
  evidence: Evidence;
  /** What to do about it. */
  action?: string;
}

/** Finds one kind of thing. It takes stories one by one and keeps only what it counts. */
export interface InsightFold {
  add(story: SessionStory): void;
  findings(): Finding[];
}

export interface InsightRule {
  code: string;
  create(): InsightFold;
}

/** Collects places. The first ones are kept, all are counted. */
export interface EvidenceList {
  add(story: Pick<SessionStory, 'agent' | 'id'>, line: number, text: string): void;
  readonly total: number;
  evidence(): Evidence;
}

export function createEvidence(): EvidenceList {
  const rows: EvidenceRow[] = [];
  let total = 0;
  return {
    add({ agent, id }, line, text) {
      total += 1;
      if (rows.length < machineLimits.maxEvidenceRows) rows.push({ agent, id, line, text });
    },
    get total() {
      return total;
    },
    evidence: () => ({ query: rows.map(placeOf).join(' '), rows, total }),
  };
}

/** `codex:ID#L12`; without a line, the session. */
export function placeOf({ agent, id, line }: Pick<EvidenceRow, 'agent' | 'id' | 'line'>): string {
  return `${agent}:${id}${line > 0 ? `#L${line}` : ''}`;
}
