import { createEventReader } from 'threadline';
import { expect, it } from 'vitest';
import { sharedRecordings, WITHOUT_SHARED } from '../fixtures.ts';
import { compareGeminiRun } from '../parity/compare-gemini.ts';
import { sharedGeminiRuns } from '../parity/gemini-runs.ts';

it('reads every recorded line and chat of Gemini CLI into typed events; only plain text is a problem', (context) => {
  const printed = sharedRecordings('*/*/stdout*.jsonl', 'gemini');
  const kept = sharedRecordings('*/*/session/**/chats/**/*.{json,jsonl}', 'gemini');
  if (!printed || !kept) return context.skip(WITHOUT_SHARED);
  const counts = { printed: printed.length, kept: kept.length, unknown: 0 };
  const problems: string[] = [];
  for (const { name, bytes } of [...printed, ...kept]) {
    const reader = createEventReader();
    for (const outcome of [...reader.push(bytes), ...reader.end()]) {
      if (!outcome.ok) problems.push(`${name.slice(name.indexOf('/') + 1)} ${outcome.error.code}`);
      else problems.push(...outcome.problems.map(({ code, message }) => `${name} ${code} ${message}`));
      for (const event of outcome.ok ? outcome.events : []) {
        if (event.type === 'unknown' || ('item' in event && event.item.type === 'unknown')) counts.unknown += 1;
      }
    }
  }
  expect(counts).toEqual({ printed: 233, kept: 156, unknown: 0 });
  // The output of `--list-sessions`, and a run without `--output-format`.
  expect([...new Set(problems)].sort()).toEqual(['s20/stdout.2.jsonl invalid-json', 's8/stdout.5.jsonl invalid-json']);
});

it('counts what the scripted model counted: 1 027 tokens for each request of a run, all models together', (context) => {
  const runs = sharedGeminiRuns();
  if (!runs) return context.skip(WITHOUT_SHARED);
  const other = runs.flatMap(({ version, scenario, live }) =>
    live.flatMap((event) => {
      if (event.type !== 'turn.completed' && event.type !== 'turn.failed') return [];
      const { input_tokens = 0, cached_input_tokens = 0, output_tokens = 0, total_tokens = 0 } = event.usage ?? {};
      const requests = total_tokens / 1027;
      const isRight = input_tokens === 1000 * requests && output_tokens === 27 * requests;
      // Up to 0.21 the cached part is not printed.
      const isCachedRight = cached_input_tokens === 400 * requests || cached_input_tokens === 0;
      return isRight && isCachedRight ? [] : [`${version}/${scenario} ${JSON.stringify(event.usage)}`];
    }),
  );
  expect(other).toEqual([]);
});

it('shows the same messages from the stream and from the chat', (context) => {
  const runs = sharedGeminiRuns();
  if (!runs) return context.skip(WITHOUT_SHARED);
  const comparisons = runs.map(compareGeminiRun);
  const sum = (of: (one: (typeof comparisons)[number]) => number) => comparisons.reduce((all, one) => all + of(one), 0);
  expect(comparisons.flatMap(({ differences }) => differences)).toEqual([]);
  expect({ total: sum((one) => one.total), equal: sum((one) => one.equal) }).toEqual({ total: 489, equal: 482 });
});
