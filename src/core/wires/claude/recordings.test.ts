import { createEventReader } from 'threadline';
import { describe, expect, it } from 'vitest';
import { leaves } from '../../../../test/contract/leaves.ts';
import { everyRecording } from '../../../../test/fixtures.ts';
import { expectGolden } from '../../../../test/golden.ts';

/** What the model holds in another form than the wire, and so is not found again letter by letter. */
const TRANSLATED: Record<string, string> = {
  type: 'the kind of a line or block has another name in the model',
  subtype: 'as `type`',
  role: 'as `type`',
  is_error: 'a call that failed has that status',
};

/** False flags are left out: they say the same as no flag. */
function withoutTranslated(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) => (key in TRANSLATED || inner === false ? undefined : inner)),
  );
}

const recordings = everyRecording().filter(({ name }) => name.startsWith('claude/'));

function kindsOf(bytes: Uint8Array): string {
  const reader = createEventReader();
  const kinds = [...reader.push(bytes), ...reader.end()].flatMap((outcome) =>
    (outcome.ok ? outcome.events : []).map((event) => {
      if ('item' in event) return `${event.type}:${event.item.type}${event.parent_item_id ? ' of an agent' : ''}`;
      return event.type === 'context' ? `context:${event.kind}` : event.type;
    }),
  );
  return kinds.map((kind) => `  ${kind}\n`).join('');
}

it('reads the bundled recordings of Claude Code as the reviewed sequence of kinds', () => {
  expectGolden('claude-kinds.txt', recordings.map(({ name, bytes }) => `${name}\n${kindsOf(bytes)}`).join('\n'));
});

describe('every value of a Claude recording is found again in its events', () => {
  it.each(recordings)('$name', ({ bytes }) => {
    const reader = createEventReader({ raw: true });
    // What every line repeats, such as the working folder, is told once.
    const found = new Set<string>();
    for (const outcome of [...reader.push(bytes), ...reader.end()]) {
      expect(outcome).toMatchObject({ ok: true, problems: [] });
      if (!outcome.ok) continue;
      for (const leaf of leaves(outcome.events)) found.add(leaf);
      const raw: unknown = outcome.raw === undefined ? {} : JSON.parse(outcome.raw);
      const missing = leaves(withoutTranslated(raw)).filter((leaf) => !isFound(leaf, found));
      expect(missing, `line ${outcome.line}`).toEqual([]);
    }
  });
});

/** Texts and images that stand side by side are joined; a picture's type stands in its data URL. */
function isFound(leaf: string, found: ReadonlySet<string>): boolean {
  if (found.has(leaf)) return true;
  const text = leaf.slice(leaf.indexOf(':') + 1);
  // `mcp__server__tool` is told as server and tool.
  if (text.startsWith('mcp__')) return text.split('__').every((part) => part === 'mcp' || found.has(`string:${part}`));
  return [...found].some((other) => other.includes(text));
}
