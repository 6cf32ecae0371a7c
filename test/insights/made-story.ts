import type { Finding, InsightRule } from '../../src/machine/insights/finding.ts';
import { pricedRequest } from '../../src/machine/insights/priced-request.ts';
import type { SessionStory, StoryCall } from '../../src/machine/insights/session-story.ts';
import { askedOf } from '../../src/machine/insights/story-call.ts';
import { defaultPrices } from '../../src/machine/usage/price-table.ts';
import type { UsageRow } from '../../src/machine/usage/usage-row.ts';

const START = Date.UTC(2026, 10, 15, 8);
/** A dollar for a million tokens of input, a tenth of it for cached ones. */
const prices = {
  ...defaultPrices,
  models: [{ id: 'm', match: ['m'], prices: [{ input: 1, cached: 0.1, output: 1 }] }],
};

/** A call as the reader of stories gives it. */
export function call(
  line: number,
  name: string,
  input: Record<string, unknown>,
  more: Partial<StoryCall> = {},
): StoryCall {
  const asked = askedOf({ type: 'tool_use', id: `c${line}`, name, input }, '/p');
  return { ...asked, line, at: START + line * 1000, failed: false, resultLength: 0, ...more };
}

export const bash = (line: number, command: string, more: Partial<StoryCall> = {}) =>
  call(line, 'Bash', { command }, more);

export function request(line: number, minutes: number, row: Partial<UsageRow> = {}) {
  const tokens = { input: 100_000, cached: 0, cacheWrite: 0, output: 0, reasoning: 0 };
  const place = { agent: 'codex', threadId: 'one', key: `r${line}`, model: 'm', source: 'f', line };
  return pricedRequest({ ...tokens, ...place, at: START + minutes * 60_000, ...row }, prices);
}

export function story(changes: Partial<SessionStory> = {}): SessionStory {
  return {
    ...{ agent: 'codex', id: 'one', project: '/p', title: 'a title', status: 'done', startedAt: START },
    ...{ calls: [], prompts: [], compactions: [], counts: new Set(), offered: new Map(), requests: [] },
    ...changes,
  };
}

export function findingsOf(rule: InsightRule, ...stories: SessionStory[]): Finding[] {
  const fold = rule.create();
  for (const one of stories) fold.add(one);
  return fold.findings();
}

export const places = (finding: Finding | undefined) =>
  finding?.evidence.rows.map(({ agent, id, line }) => `${agent}:${id}#L${line}`);
