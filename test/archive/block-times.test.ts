import type { FoldedBlock, FoldedHead } from 'threadline/archive';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/archive/sqlite/open-database.ts';
import { createSqliteSink } from './sqlite-sink.ts';
import { tempArchive } from './temp-archive.ts';

const NOON = Date.UTC(2026, 5, 1, 12);

function head(threadId: string): FoldedHead {
  return {
    key: { agent: 'codex', threadId, home: '/home' },
    path: `/home/${threadId}.jsonl`,
    archived: false,
    startedAt: NOON,
    endedAt: NOON,
    status: { now: 'done', until: 0, later: 'done' },
    turns: 1,
    messages: 1,
    tools: 0,
    errors: 0,
    problems: 0,
    size: 1,
  };
}

const said = (text: string, at: number): FoldedBlock => ({
  message: text,
  role: 'user',
  kind: 'text',
  inherited: false,
  at,
  line: 1,
  text: `${text} deadlock`,
});

async function filled(sessions: Record<string, FoldedBlock[]>) {
  const archive = await tempArchive({ homes: [] });
  const sink = createSqliteSink(await openDatabase(archive.folder));
  for (const [id, blocks] of Object.entries(sessions)) await sink.putSession({ head: head(id), blocks });
  const find = async (filter = {}) => {
    const { hits } = await archive.search({ text: 'deadlock', mode: 'words', ...filter }, { limit: 5000 });
    return hits.map(({ message }) => message);
  };
  return { archive, find };
}

describe('blocks that follow each other closely', () => {
  const close = Array.from({ length: 20 }, (_, index) => said(`m${index}`, NOON + index * 10));

  it('are told apart by since and until to the millisecond', async () => {
    const { find } = await filled({ one: close });
    expect(await find({ since: NOON + 50, until: NOON + 80 })).toEqual(['m7', 'm6', 'm5']);
  });

  it('are found the newest first', async () => {
    const { find } = await filled({ one: close });
    expect(await find()).toEqual(close.map(({ message }) => message).reverse());
  });

  it('of other sessions keep the order of their own', async () => {
    const other = Array.from({ length: 20 }, (_, index) => said(`n${index}`, NOON + index * 10));
    const found = await (await filled({ one: close, two: other })).find();
    expect(found.filter((name) => name.startsWith('m'))).toEqual(close.map(({ message }) => message).reverse());
    expect(found.filter((name) => name.startsWith('n'))).toEqual(other.map(({ message }) => message).reverse());
  });
});

describe('many blocks of one time', () => {
  it('are all kept, in two sessions and in their order', async () => {
    const many = (name: string) => Array.from({ length: 700 }, (_, index) => said(`${name}${index}`, NOON));
    const { archive, find } = await filled({ one: many('m'), two: many('n') });
    expect(await archive.verify()).toEqual([]);
    const found = await find();
    expect(found.slice(0, 700)).toEqual(
      many('n')
        .map(({ message }) => message)
        .reverse(),
    );
    expect(found.slice(700)).toEqual(
      many('m')
        .map(({ message }) => message)
        .reverse(),
    );
  });

  it('that have none stand where those before them do', async () => {
    const { find } = await filled({ one: [said('first', NOON), said('second', 0)], two: [said('later', NOON + 5000)] });
    expect(await find()).toEqual(['later', 'second', 'first']);
    expect(await find({ since: NOON + 4000 })).toEqual(['later']);
  });
});
