import { createEventReader, type ThreadEvent } from 'threadline';
import { describe, expect, it } from 'vitest';
import type { ThreadItem } from '../thread/item.ts';
import { noteGroups, notesText } from './note-groups.ts';
import { loadWriter } from './registry.ts';
import type { WriterOptions } from './writer.ts';

const search = (queries: string[]): ThreadItem => ({
  id: 'w',
  type: 'web_search',
  query: 'first',
  action: { type: 'search', queries },
});

async function written(to: string, item: ThreadItem, options: WriterOptions = {}): Promise<string> {
  const writer = (await loadWriter(to))(options);
  const events: ThreadEvent[] = [
    { type: 'thread.started', thread_id: 't', agent: 'codex' },
    { type: 'turn.started' },
    { type: 'item.completed', item },
  ];
  return [...writer.push({ ok: true, line: 1, offset: 0, events, problems: [] }), ...writer.end()].join('');
}

describe('the notes of a message', () => {
  it.each(['html', 'markdown'])('are on a page: %s', async (to) => {
    const page = await written(to, search(['second OKAPI', 'third']));
    expect(page).toContain('second OKAPI');
    expect(page).toContain('query');
  });

  it('are in the text with all, and where a message has nothing else', async () => {
    expect(await written('text', search(['second OKAPI']))).not.toContain('OKAPI');
    expect(await written('text', search(['second OKAPI']), { all: true })).toContain('+ query\n  second OKAPI');
    const notes = [{ kind: 'document', text: 'plan.md\nAll of it.' }];
    expect(await written('text', { id: 'u', type: 'user_message', text: '', notes })).toContain(
      '+ document\n  plan.md\n  All of it.',
    );
  });

  it.each(['html', 'markdown', 'text'])('cannot get out of their place, nor can their kind: %s', async (to) => {
    const hostile = '</details></article><script>alert(1)</script>\n# heading\n\u001b[2J\u202e![x](http://e.vil/p.png)';
    const item: ThreadItem = { ...search([]), notes: [{ kind: hostile, text: hostile }] };
    const page = await written(to, item, { all: true });
    for (const odd of ['\u001b', '\u202e', ...(to === 'text' ? [] : ['<script'])]) expect(page).not.toContain(odd);
    if (to === 'html') expect(page).not.toContain('<img');
    if (to === 'markdown') expect(page).not.toMatch(/^# heading|[^\\]!\[x\]/m);
  });

  it('of one kind are one text, in order', () => {
    const notes = [
      { kind: 'query', text: 'a' },
      { kind: 'sandbox_permissions', text: 'b' },
      { kind: 'query', text: 'c' },
    ];
    expect(noteGroups(notes)).toEqual([
      { kind: 'query', text: 'a\nc' },
      { kind: 'sandbox_permissions', text: 'b' },
    ]);
    expect(notesText(notes)).toBe('[query] a\nc\n[sandbox permissions] b');
    expect(notesText(undefined)).toBe('');
  });

  it.each(['html', 'markdown', 'text', 'claude', 'codex', 'gemini'])(
    'of a hundred thousand queries are written once: %s',
    { timeout: 60_000 },
    async (to) => {
      const queries = Array.from({ length: 100_000 }, (_, index) => `query number ${index}`);
      const text = await written(to, search(queries), { all: true });
      expect(text).toContain('query number 99999');
      expect(text.length).toBeLessThan(queries.join('\n').length * 4);
    },
  );

  it.each(['claude', 'codex', 'gemini'])('are handed over as text: %s', async (to) => {
    const file = await written(to, search(['second OKAPI']));
    const outcomes = createEventReader().push(file);
    expect(JSON.stringify(outcomes)).toContain('[query] second OKAPI');
  });
});
