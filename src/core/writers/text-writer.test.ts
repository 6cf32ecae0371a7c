import { expect, it } from 'vitest';
import { payloadOutcomes } from '../../../test/pages/payload-events.ts';
import { sampleOutcomes } from '../../../test/pages/sample-thread.ts';
import { payloads } from '../../../test/payloads.ts';
import type { Outcome } from '../thread/outcome.ts';
import { createTextWriter } from './text-writer.ts';
import { createHeadGatherer } from './thread-head.ts';

function textOf(outcomes: readonly Outcome[], hasHead = true): string {
  const gatherer = createHeadGatherer();
  for (const outcome of outcomes) gatherer.push(outcome);
  const writer = createTextWriter(hasHead ? { head: gatherer.head() } : {});
  const pieces = outcomes.flatMap((outcome) => writer.push(outcome));
  return [...pieces, ...writer.end()].join('');
}

it('text has facts, prompts with their time, and every line of what was done', () => {
  const text = textOf(sampleOutcomes());
  expect(text).toMatch(/^title {7}When a chunk ends/);
  expect(text).toContain('2026-11-15 12:05 UTC\n› When a chunk ends between CR and LF');
  expect(text).toContain('$ npm test -- lines/framer\n  ✓ case 0 of the framer\n');
  expect(text).toContain('failed, exit code 1');
  expect(text).toContain('± edit src/lines/framer.ts\n  @@ -61,4 +61,6 @@ feed(chunk)\n');
  expect(text).toContain('[>] Hold a trailing CR back in feed()');
  expect(text).not.toContain('more lines');
});

it('text has its facts at its end where the input is read once', () => {
  expect(textOf(sampleOutcomes(), false).trimEnd()).toMatch(/\nsession {5}019a8000-0000-7000-8000-000000000000$/);
});

it('no text of an agent moves a cursor', () => {
  for (const payload of payloads) {
    const text = textOf(payloadOutcomes(payload));
    expect(text.replaceAll(/[\t\n]/g, ''), JSON.stringify(payload)).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
  }
});
