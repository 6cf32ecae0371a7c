import { setTimeout as wait } from 'node:timers/promises';
import { ThreadlineError } from 'threadline';
import { describe, expect, it } from 'vitest';
import type { ServerDatabase } from '../postgres/connect.ts';
import { keepLease } from './jobs.ts';

const job = { id: '7', tenant: 1, source: '3', tries: 1, asked: '1', takenAt: 0 };

/** A server that is away. */
function awayServer(): ServerDatabase & { asked: number } {
  return {
    name: 'db.example',
    objects: undefined,
    asked: 0,
    transaction() {
      this.asked += 1;
      return Promise.reject(new ThreadlineError('unreachable', 'the archive cannot be reached'));
    },
    listen: async () => {},
    close: async () => {},
  };
}

describe('the lease of a job', () => {
  it('that cannot be renewed is told, and is tried again until the job ends', async () => {
    const database = awayServer();
    const told: unknown[] = [];
    const release = keepLease(database, job, (error) => told.push(error), 5);
    while (told.length < 2) await wait(5);
    release();
    expect(told[0]).toMatchObject({ code: 'unreachable' });
    const { asked } = database;
    await wait(30);
    expect(database.asked).toBe(asked);
  });
});
