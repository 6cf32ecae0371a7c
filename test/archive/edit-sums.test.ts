import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { areSumsDue, fillEditSums, readEditSums } from '../../src/archive/sqlite/edit-sums.ts';
import { FAMILY } from '../../src/archive/sqlite/kept-ops.ts';
import { createStatements } from '../../src/archive/sqlite/statements.ts';
import { event } from '../rollout-lines.ts';
import { codexHead, codexId, codexTurn, jsonLines, madeHome } from './made-home.ts';
import { tempArchive, tempFolder } from './temp-archive.ts';

const turn = (number: number) => codexTurn(number, { ask: 'ask', result: 'result', answer: 'answer' });

const writing = (number: number) =>
  turn(number) +
  jsonLines([
    event('patch_apply_end', {
      call_id: `w${number}`,
      turn_id: `turn-${number}`,
      stdout: '',
      stderr: '',
      success: true,
      status: 'completed',
      changes: { [`/work/${number}.ts`]: { type: 'add', content: 'one line\n' } },
    }),
  ]);

/** An archive of sessions, of which only some wrote, before any was counted. */
async function uncounted({ wrote, silent }: { wrote: readonly number[]; silent: readonly number[] }) {
  const home = madeHome(tempFolder('home'));
  for (const number of wrote) home.write(number, codexHead(codexId(number), { cwd: '/work' }) + writing(number));
  for (const number of silent) home.write(number, codexHead(codexId(number), { cwd: '/work' }) + turn(number));
  const archive = await tempArchive({ homes: [home.path] });
  await archive.refresh();
  await archive.close();
  const database = new DatabaseSync(join(archive.folder, 'archive.db'));
  database.exec('delete from edit_sum');
  return { database, statements: createStatements(database) };
}

describe('the sums of what sessions changed', () => {
  it('are there at once of sessions that wrote nothing, however many there are', async () => {
    const { database, statements } = await uncounted({ wrote: [1], silent: [2, 3, 4] });
    await fillEditSums(database, statements, { isStopped: () => true });
    expect([...readEditSums(statements).keys()].sort()).toEqual([2, 3, 4].map((number) => `codex:${codexId(number)}`));
    expect(areSumsDue(statements)).toBe(true);
    await fillEditSums(database, statements, { isStopped: () => false });
    expect(readEditSums(statements).get(`codex:${codexId(1)}`)).toMatchObject({ added: 1, removed: 0, files: 1 });
    expect(areSumsDue(statements)).toBe(false);
    database.close();
  });

  it('are not nothing of a session whose sub-agent wrote', async () => {
    const { database, statements } = await uncounted({ wrote: [1], silent: [2, 3] });
    statements.run('update session set parent_thread = ? where thread_id = ?', codexId(2), codexId(1));
    await fillEditSums(database, statements, { isStopped: () => false });
    const sums = readEditSums(statements);
    expect(sums.get(`codex:${codexId(2)}`)).toMatchObject({ added: 1, files: 1 });
    expect(sums.get(`codex:${codexId(3)}`)).toMatchObject({ added: 0, files: 0 });
    database.close();
  });

  it('look at no other sessions for those that one started, also in an archive whose table an earlier version made', async () => {
    const { database, statements } = await uncounted({ wrote: [1], silent: [2] });
    database.exec('drop index session_parent');
    await fillEditSums(database, statements, { isStopped: () => false });
    const plan = database.prepare(`explain query plan ${FAMILY}`).all('codex', 'x', 'codex', 'x');
    const looks = plan.map(({ detail }) => String(detail)).filter((detail) => /(SCAN|SEARCH) session/.test(detail));
    expect(looks).toEqual([
      expect.stringContaining('INTEGER PRIMARY KEY'),
      expect.stringContaining('(agent=? AND thread_id=?)'),
      expect.stringContaining('(agent=? AND parent_thread=?)'),
    ]);
    database.close();
  });
});
