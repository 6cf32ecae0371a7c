import { describe, expect, it } from 'vitest';
import type { Queries, ServerDatabase } from '../postgres/index.ts';
import { createFairShares } from './fair-share.ts';

describe('a database that readers share', () => {
  it('lets nobody have more than a share of it, so that one who asks much keeps no other one out', async () => {
    const running: string[] = [];
    const ends: (() => void)[] = [];
    const database: Partial<ServerDatabase> = { transaction: (_, run) => run({} as Queries) };
    const shareOf = createFairShares(database as ServerDatabase, 2);
    const ask = (who: string, what: string) =>
      shareOf(who).transaction({ role: 'team' }, async () => {
        running.push(what);
        await new Promise<void>((resolve) => ends.push(resolve));
        return what;
      });
    const annas = [1, 2, 3, 4].map((number) => ask('anna', `anna ${number}`));
    await new Promise(setImmediate);
    expect(running).toEqual(['anna 1', 'anna 2']);
    void ask('bob', 'bob');
    await new Promise(setImmediate);
    expect(running.at(-1)).toBe('bob');
    ends[0]?.();
    expect(await annas[0]).toBe('anna 1');
    await new Promise(setImmediate);
    expect(running.at(-1)).toBe('anna 3');
    const failed = shareOf('carl').transaction({ role: 'team' }, async () => {
      throw new Error('away');
    });
    await expect(failed).rejects.toThrow('away');
    for (const end of ends) end();
    await new Promise(setImmediate);
    expect(running.at(-1)).toBe('anna 4');
  });
});
