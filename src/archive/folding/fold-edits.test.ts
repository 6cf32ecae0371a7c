import { expect, it } from 'vitest';
import type { ThreadEvent } from '../../core/thread/event.ts';
import { createEditFold } from './fold-edits.ts';
import { unpackOps } from './packed-ops.ts';
import { createToldTexts } from './told-before.ts';

let calls = 0;
const changed = (path: string, input: object, originalFile?: string): ThreadEvent => ({
  type: 'item.completed',
  timestamp: '2026-05-01T10:00:00.000Z',
  item: {
    id: `call-${++calls}`,
    type: 'file_change',
    changes: [{ path, kind: 'update', ...(originalFile !== undefined && { old_content: originalFile }) }],
    status: 'completed',
    call: { name: 'Edit', input: { file_path: path, ...input } },
  },
});
const edit = (path: string, old: string, next: string, before?: string) =>
  changed(path, { old_string: old, new_string: next }, before);

function kept(events: readonly ThreadEvent[]) {
  const fold = createEditFold('key');
  for (const event of events) fold.push(event);
  return fold.take();
}

function opsOf(texts: readonly Uint8Array[], path: string) {
  const told = createToldTexts();
  return texts.flatMap((body) =>
    (unpackOps(body, (each) => each === path)?.get(path) ?? []).map((op) => told.whole(path, op)),
  );
}

it('a text before that the call before left is kept once, and told again', () => {
  const long = `${'a line that is long enough to be seen in the size\n'.repeat(400)}end\n`;
  const events = [
    edit('/a', 'end', 'end one', long),
    edit('/b', 'x', 'y'),
    edit('/a', 'end one', 'end two', long.replace('end\n', 'end one\n')),
    // Somebody else changed the file meanwhile.
    edit('/a', 'end two', 'end three', `${long}end two\n`),
  ];
  const { texts, calls: made } = kept(events);
  expect(opsOf(texts, '/a').map((op) => 'before' in op && op.before)).toEqual([
    long,
    long.replace('end\n', 'end one\n'),
    `${long}end two\n`,
  ]);
  expect(made.map(({ path }) => path)).toEqual(['/a', '/b', '/a', '/a']);
  expect(unpackOps(texts[0])?.get('/a')?.[1]).toMatchObject({ same: true });
});

it('a part that comes later goes on where the one before ended', () => {
  const fold = createEditFold('key');
  fold.push(edit('/a', 'one', 'two', 'one\n'));
  const first = fold.take();
  fold.push(edit('/a', 'two', 'three', 'two\n'));
  const second = fold.take();
  expect(opsOf([...first.texts, ...second.texts], '/a').at(-1)).toMatchObject({ before: 'two\n' });
});

it('reads, odd values and bytes that are damaged are no edits', () => {
  const odd = changed('/a', { old_string: { toString: 0 }, new_string: 1, content: [] });
  expect(kept([odd])).toEqual({ calls: [], texts: [], commits: [] });
  expect(unpackOps(Buffer.from('no zstd'))).toBeUndefined();
  expect(unpackOps(null)).toBeUndefined();
});
