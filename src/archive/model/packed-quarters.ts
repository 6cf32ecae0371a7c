import type { UsageQuarter } from '../../machine/usage/usage-quarter.ts';

/** Sums as text, a few dozen bytes each. Only `unpackQuarters` reads it. */
export function packQuarters(quarters: readonly UsageQuarter[]): string {
  return JSON.stringify(
    quarters.map((sum) => [
      sum.at,
      sum.agent,
      sum.threadId,
      sum.model ?? 0,
      sum.tier ?? 0,
      sum.project ?? 0,
      sum.band,
      sum.requests,
      sum.input,
      sum.cached,
      sum.cacheWrite,
      sum.cacheWriteHour ?? 0,
      sum.plain,
      sum.output,
      sum.reasoning,
      ...sum.stretches.flatMap(({ from, to }) => [from - sum.at, to - from]),
    ]),
  );
}

type PackedQuarter = [
  at: number,
  agent: string,
  threadId: string,
  model: string | 0,
  tier: string | 0,
  project: string | 0,
  band: number,
  requests: number,
  input: number,
  cached: number,
  cacheWrite: number,
  cacheWriteHour: number,
  plain: number,
  output: number,
  reasoning: number,
  ...stretches: number[],
];

export function unpackQuarters(text: string): UsageQuarter[] {
  // Only `packQuarters` above writes it.
  return (JSON.parse(text) as PackedQuarter[]).map((packed) => {
    const [at, agent, threadId, model, tier, project, band, requests, ...rest] = packed;
    const [input, cached, cacheWrite, cacheWriteHour, plain, output, reasoning, ...times] = rest;
    const stretches: { from: number; to: number }[] = [];
    for (let index = 0; index + 1 < times.length; index += 2) {
      const from = at + (times[index] ?? 0);
      stretches.push({ from, to: from + (times[index + 1] ?? 0) });
    }
    return {
      agent,
      threadId,
      key: '',
      at,
      model: model === 0 ? undefined : model,
      tier: tier === 0 ? undefined : tier,
      project: project === 0 ? undefined : project,
      input,
      cached,
      cacheWrite,
      cacheWriteHour,
      output,
      reasoning,
      source: '',
      line: 0,
      requests,
      plain,
      band,
      stretches,
    };
  });
}
