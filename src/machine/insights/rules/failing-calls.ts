import { amount } from '../../../core/text/amount.ts';
import { createCountedKeys } from '../counted-keys.ts';
import type { EvidenceList, Finding, InsightFold, InsightRule } from '../finding.ts';
import { createEvidence } from '../finding.ts';
import type { StoryCall } from '../session-story.ts';
import { programOf } from '../story-call.ts';

/** Fewer calls say nothing. */
const LEAST_CALLS = 5;
const LEAST_FAILED = 3;
/** A tool that fails less often works. */
const LEAST_SHARE = 0.2;
const SEVERE_SHARE = 0.5;
const SHOWN = 3;

interface Failures {
  calls: number;
  failures: EvidenceList;
}

/** Tools by their failures. Commands are told apart by the next rule. */
export const failingTools: InsightRule = {
  code: 'failing-tools',
  create: () => createFold('failing-tools', 'tool', ({ tool, command }) => (command === undefined ? tool : undefined)),
};

/** Commands by their failures: `npm test`, `git push`. */
export const failingCommands: InsightRule = {
  code: 'failing-commands',
  create: () => createFold('failing-commands', 'command', ({ command }) => command && programOf(command)),
};

function createFold(code: string, noun: string, keyOf: (call: StoryCall) => string | undefined): InsightFold {
  const counts = createCountedKeys((): Failures => ({ calls: 0, failures: createEvidence() }));

  function findingOf([name, { calls, failures }]: [string, Failures]): Finding {
    const share = failures.total / calls;
    return {
      code,
      severity: share >= SEVERE_SHARE ? 'high' : 'medium',
      title: `${name} fails ${Math.round(share * 100)} % of the time`,
      text: `The ${noun} ${name} was called ${amount(calls, 'time')} and failed ${amount(failures.total, 'time')}.`,
      value: failures.total,
      unit: 'calls',
      evidence: failures.evidence(),
      action: `Look at the first failures, and tell the agent in its instructions how ${name} is used here.`,
    };
  }

  return {
    add(story) {
      for (const call of story.calls) {
        const key = keyOf(call);
        const count = key ? counts.of(key) : undefined;
        if (!count) continue;
        count.calls += 1;
        if (call.failed) count.failures.add(story, call.line, call.what);
      }
    },
    findings: () =>
      counts
        .entries()
        .filter(([, { calls, failures }]) => calls >= LEAST_CALLS && failures.total >= LEAST_FAILED)
        .filter(([, { calls, failures }]) => failures.total / calls >= LEAST_SHARE)
        .sort(([one, a], [other, b]) => b.failures.total - a.failures.total || (one < other ? -1 : 1))
        .slice(0, SHOWN)
        .map(findingOf),
  };
}
