import { createEventReader, detectWire, type ThreadEvent } from 'threadline';
import { describe, expect, it } from 'vitest';
import { leaves } from '../../../../test/contract/leaves.ts';
import { bundledRecordings } from '../../../../test/fixtures.ts';

/** What the model holds in another form than the file, and so is not found again letter by letter. */
const TRANSLATED: Record<string, string> = {
  type: 'the kind of a line, an event, an item or a part has another name in the model',
  kind: '`plain` says that a text of the person is just that',
  role: 'the kind of the item tells who speaks',
  name: 'of an MCP tool: it is taken apart into server and tool; a plan is a list',
  secs: 'durations are one number of seconds',
  nanos: 'durations are one number of seconds',
  timestamp: 'of a call that sets the plan, which is told when it was taken',
};

/** Texts that are taken apart; each of their pieces must be found. */
function pieces(key: string, value: string): string[] {
  if (key === 'arguments') return leavesOfJson(value);
  if (key === 'output') return /^[[{]/.test(value) ? leavesOfJson(value) : bodyOf(value);
  return [value];
}

function leavesOfJson(text: string): string[] {
  try {
    return leaves(JSON.parse(text)).map((leaf) => leaf.slice(leaf.indexOf(':') + 1));
  } catch {
    return [text];
  }
}

/** Header lines stand above `Output:`, or above a notice; a plan's answer only says that it was taken. */
function bodyOf(text: string): string[] {
  if (text === 'Plan updated') return [];
  const start = text.indexOf('Output:\n');
  return [start === -1 ? text.replace(/^Wall time: .*\n/, '') : text.slice(start + 'Output:\n'.length)];
}

function lost(value: unknown, found: string, key = ''): string[] {
  if (key in TRANSLATED || value === null || value === '') return [];
  if (Array.isArray(value)) return value.flatMap((entry) => lost(entry, found, key));
  if (typeof value === 'object') return Object.entries(value).flatMap(([name, inner]) => lost(inner, found, name));
  const parts = typeof value === 'string' ? pieces(key, value) : [String(value)];
  return parts.filter((part) => part !== '' && !isFound(part, found)).map((part) => `${key}: ${part.slice(0, 100)}`);
}

/** As it is, or in a command line, which quotes it, or as a path instead of a URL. */
function isFound(part: string, found: string): boolean {
  const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
  if (found.includes(escaped(part)) || found.includes(escaped(part.replace('file://', '')))) return true;
  const letters = (text: string) => text.replaceAll(/[\\'"]/g, '');
  return part.length < 2000 && lettersOf(found).includes(letters(part).replaceAll('\n', 'n'));

  function lettersOf(text: string): string {
    if (cache.text !== text) Object.assign(cache, { text, letters: letters(text) });
    return cache.letters;
  }
}
const cache = { text: '', letters: '' };

describe('every value of a session file is found again in its events', () => {
  const recordings = bundledRecordings('*/*/rollout*.jsonl').filter(
    ({ bytes }) => detectWire(bytes) === 'codex-rollout',
  );

  it('has every generation to show', () => {
    expect(recordings.length).toBeGreaterThan(50);
  });

  it.each(recordings)('$name', ({ bytes }) => {
    const reader = createEventReader({ raw: true });
    const outcomes = [...reader.push(bytes), ...reader.end()];
    const events: ThreadEvent[] = outcomes.flatMap((outcome) => (outcome.ok ? outcome.events : []));
    const found = JSON.stringify(events);
    for (const outcome of outcomes) {
      if (!outcome.ok || outcome.raw === undefined) continue;
      expect(lost(JSON.parse(outcome.raw), found), `line ${outcome.line}`).toEqual([]);
    }
  });
});
