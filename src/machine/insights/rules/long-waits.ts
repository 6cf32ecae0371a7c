import { amount } from '../../../core/text/amount.ts';
import { createEvidence, type InsightRule } from '../finding.ts';

/** A call that takes longer holds up the work. */
const LONG_MS = 5 * 60_000;
/** A person who is asked may take a night. These wait for one, and for other agents, which have stories of their own. */
const WAITING: ReadonlySet<string> = new Set(['AskUserQuestion', 'ExitPlanMode', 'Task', 'Agent']);

/** Calls for which an agent waited long. */
export const longWaits: InsightRule = {
  code: 'long-waits',
  create() {
    const waits = createEvidence();
    let ms = 0;
    return {
      add(story) {
        for (const call of story.calls) {
          if (call.ms === undefined || call.ms < LONG_MS || WAITING.has(call.tool)) continue;
          ms += call.ms;
          waits.add(story, call.line, `${call.what} (${Math.round(call.ms / 60_000)} min)`);
        }
      },
      findings() {
        if (waits.total === 0) return [];
        const minutes = Math.round(ms / 60_000);
        return [
          {
            code: 'long-waits',
            severity: minutes >= 60 ? 'medium' : 'low',
            title: 'Agents wait long for a call',
            text: `${amount(waits.total, 'call')} took more than five minutes each, ${amount(minutes, 'minute')} in all.`,
            value: ms,
            unit: 'ms',
            evidence: waits.evidence(),
            action: 'Give such a command a time limit, or let it run in the background.',
          },
        ];
      },
    };
  },
};
