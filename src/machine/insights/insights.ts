import type { Finding, InsightRule } from './finding.ts';
import { sumUsd } from './priced-request.ts';
import { insightRules } from './rules/registry.ts';
import type { SessionStory } from './session-story.ts';
import { createToolTable, type ToolInsight } from './tool-table.ts';

/** What was found in sessions. */
export interface Insights {
  /** What was looked at. */
  of: { sessions: number; costUsd: number | null };
  /** The worst first. */
  findings: Finding[];
  /** The tool whose results cost most first. */
  tools: ToolInsight[];
}

/** Takes stories one by one. */
export interface InsightsBuilder {
  add(story: SessionStory): void;
  insights(): Insights;
}

const ORDER = { high: 0, medium: 1, low: 2 } as const;

/** Applies every rule. The same stories give the same findings, whatever the clock says. */
export function createInsights(rules: readonly InsightRule[] = insightRules): InsightsBuilder {
  const folds = rules.map((rule) => rule.create());
  const tools = createToolTable();
  const costs: (number | null)[] = [];
  return {
    add(story) {
      costs.push(sumUsd(story.requests.map(({ usd }) => usd)));
      tools.add(story);
      for (const fold of folds) fold.add(story);
    },
    insights() {
      const findings = folds.flatMap((fold) => fold.findings());
      // Equal ones stay in the order of the rules.
      findings.sort((one, other) => ORDER[one.severity] - ORDER[other.severity]);
      const known = costs.filter((cost) => cost !== null);
      return { of: { sessions: costs.length, costUsd: sumUsd(known) }, findings, tools: tools.tools() };
    },
  };
}
