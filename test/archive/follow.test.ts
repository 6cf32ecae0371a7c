import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { StoreChange } from 'threadline/archive';
import { describe, expect, it, vi } from 'vitest';
import { codexHead, codexId, codexTurn, madeHome } from './made-home.ts';
import { tempArchive, tempFolder } from './temp-archive.ts';

const turn = (number: number, said: string) => codexTurn(number, { ask: said, result: said, answer: said });

/** Collects what is told until `stop`. */
function listen(changes: AsyncIterable<StoreChange>) {
  const told: string[] = [];
  const done = (async () => {
    for await (const { kind, session } of changes) told.push(`${kind} ${Number(session.threadId.slice(-2))}`);
  })();
  return { told, done };
}

describe('an archive that follows', () => {
  it('takes in what there is, then what is written, and tells of both', async () => {
    const home = madeHome(tempFolder('home'));
    const lately = (number: number) => utimesSync(home.file(number), new Date(), new Date());
    home.write(1, codexHead(codexId(1)) + turn(1, 'one'));
    lately(1);
    const archive = await tempArchive({ homes: [home.path] });
    const stop = new AbortController();
    const { told, done } = listen(archive.follow(stop.signal));
    await vi.waitFor(() => expect(told).toEqual(['changed 1']), 20_000);
    home.append(1, turn(2, 'two'));
    lately(1);
    await vi.waitFor(() => expect(told).toEqual(['changed 1', 'changed 1']), 20_000);
    expect((await archive.search({ text: 'two', mode: 'exact' }, { limit: 9 })).hits).toHaveLength(3);
    // One that makes it anew meanwhile does not end it.
    await archive.rebuild();
    await vi.waitFor(() => expect(told).toEqual(['changed 1', 'changed 1', 'changed 1']), 20_000);
    stop.abort();
    await done;
  });

  it('goes on where another process kept it from writing, without anything new to take in', async () => {
    const home = madeHome(tempFolder('home'));
    home.write(1, codexHead(codexId(1)) + turn(1, 'one'));
    const archive = await tempArchive({ homes: [home.path] });
    const lock = new DatabaseSync(join(archive.folder, 'archive.db'));
    lock.exec('begin immediate');
    const stop = new AbortController();
    const { told, done } = listen(archive.follow(stop.signal));
    expect(await archive.refresh()).toMatchObject({ unfinished: 'busy' });
    lock.exec('rollback');
    lock.close();
    await vi.waitFor(() => expect(told).toEqual(['changed 1']), 20_000);
    stop.abort();
    await done;
  });

  it('ends when it is closed, and refuses where nothing may be written', async () => {
    const home = madeHome(tempFolder('home'));
    const archive = await tempArchive({ homes: [home.path] });
    const reader = await tempArchive({ folder: archive.folder, readOnly: true });
    expect(() => reader.follow(AbortSignal.abort())).toThrow(TypeError);
    await reader.close();
    const { done } = listen(archive.follow(new AbortController().signal));
    await archive.close();
    await expect(done).rejects.toThrow();
  });
});
