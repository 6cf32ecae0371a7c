import { amount } from '../../../core/text/amount.ts';
import { createEvidence, type InsightRule } from '../finding.ts';
import type { SessionStory, StoryCall } from '../session-story.ts';
import { programOf } from '../story-call.ts';

/** One try again is no pattern. */
const LEAST_TIMES = 3;
/** Commands that only look. Any other one may have changed what failed. */
const LOOKING: ReadonlySet<string> = new Set(
  [
    'ls',
    'cat',
    'head',
    'tail',
    'nl',
    'grep',
    'rg',
    'find',
    'pwd',
    'wc',
    'which',
    'stat',
    'file',
    'tree',
    'echo',
  ].concat(['git status', 'git diff', 'git log', 'git show']),
);

/** The same call that fails again and again, with nothing changed between. */
export const repeatedFailures: InsightRule = {
  code: 'repeated-failures',
  create() {
    const repeats = createEvidence();
    let calls = 0;
    return {
      add(story) {
        for (const run of runsOf(story)) {
          const [first] = run;
          calls += run.length - 1;
          if (first) repeats.add(story, first.line, `${first.what} (${run.length} times)`);
        }
      },
      findings() {
        if (repeats.total === 0) return [];
        return [
          {
            code: 'repeated-failures',
            severity: calls >= 10 ? 'high' : 'medium',
            title: 'The same call failed again without a change between',
            text: `Agents made calls again that had just failed, ${amount(calls, 'time')} in ${amount(repeats.total, 'place')}, and had changed nothing.`,
            value: calls,
            unit: 'calls',
            evidence: repeats.evidence(),
            action: 'Say in the instructions what to do when it fails, or stop the agent there.',
          },
        ];
      },
    };
  },
};

/** Runs of equal calls that failed. A word of the person, a write, or a command that may write ends all of them. */
function runsOf({ calls, prompts }: SessionStory): StoryCall[][] {
  const found: StoryCall[][] = [];
  let open = new Map<string, StoryCall[]>();
  let nextPrompt = 0;

  function endAll(): void {
    for (const run of open.values()) if (run.length >= LEAST_TIMES) found.push(run);
    open = new Map();
  }

  for (const call of calls) {
    const isToldAnew = (prompts[nextPrompt] ?? Number.POSITIVE_INFINITY) <= call.line;
    while ((prompts[nextPrompt] ?? Number.POSITIVE_INFINITY) <= call.line) nextPrompt += 1;
    if (isToldAnew) endAll();
    const run = open.get(call.identity);
    if (call.failed && run) run.push(call);
    else {
      if (mayChange(call)) endAll();
      if (call.failed) open.set(call.identity, [call]);
    }
  }
  endAll();
  return found.sort((one, other) => (one[0]?.line ?? 0) - (other[0]?.line ?? 0));
}

function mayChange({ command, writes, failed }: StoryCall): boolean {
  if (writes !== undefined) return !failed;
  return command !== undefined && !LOOKING.has(programOf(command));
}
