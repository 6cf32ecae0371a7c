import { amount } from '../../../core/text/amount.ts';
import { createEvidence, type InsightRule } from '../finding.ts';
import { resultTokens } from '../result-costs.ts';
import type { SessionStory, StoryCall } from '../session-story.ts';

const LEAST_READS = 3;

/** The same part of a file, read again and again in one session while nobody wrote to it. */
export const readAgain: InsightRule = {
  code: 'read-again',
  create() {
    const places = createEvidence();
    let reads = 0;
    let tokens = 0;
    return {
      add(story) {
        for (const [first, ...again] of repeatedReads(story)) {
          if (!first) continue;
          reads += again.length;
          for (const call of again) tokens += resultTokens(call);
          places.add(story, first.line, `${first.reads} (${again.length + 1} times)`);
        }
      },
      findings() {
        if (places.total === 0) return [];
        return [
          {
            code: 'read-again',
            severity: reads >= 20 ? 'medium' : 'low',
            title: 'Files are read again and again',
            text: `What had been read, and had not changed, was read again ${amount(reads, 'time')}: about ${amount(tokens, 'token')}.`,
            value: reads,
            unit: 'reads',
            evidence: places.evidence(),
            action: 'Keep what agents need each time in their instructions, or split the file.',
          },
        ];
      },
    };
  },
};

/** The reads of each file since it was last written to, by what was read of it. */
type Reads = Map<string, Map<string, StoryCall[]>>;

function repeatedReads({ calls, compactions }: SessionStory): StoryCall[][] {
  const found: StoryCall[][] = [];
  const open: Reads = new Map();
  let nextSummary = 0;

  function end(path: string): void {
    for (const run of open.get(path)?.values() ?? []) if (run.length >= LEAST_READS) found.push(run);
    open.delete(path);
  }

  for (const call of calls) {
    // After a summary the agent no longer has what it read.
    while ((compactions[nextSummary] ?? Number.POSITIVE_INFINITY) < call.line) {
      nextSummary += 1;
      for (const path of [...open.keys()]) end(path);
    }
    if (call.writes !== undefined && !call.failed) end(call.writes);
    if (call.reads !== undefined && !call.failed) note(open, call.reads, call);
  }
  for (const path of [...open.keys()]) end(path);
  return found.sort((one, other) => (one[0]?.line ?? 0) - (other[0]?.line ?? 0));
}

function note(open: Reads, path: string, call: StoryCall): void {
  const parts = open.get(path) ?? new Map<string, StoryCall[]>();
  const run = parts.get(call.identity) ?? [];
  run.push(call);
  parts.set(call.identity, run);
  open.set(path, parts);
}
