import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { type MadeCall, madeRepository } from './made-repository.ts';

const program = (name: string, lines = 8) =>
  Array.from({ length: lines }, (_, at) => `const ${name}${at} = compute(${at}, '${name}');\n`).join('');

/** A repository whose sessions are in an archive, asked with and without it. */
function archived() {
  const repository = madeRepository();
  const env = { THREADLINE_HOME: join(repository.home.path, 'kept') };
  return {
    ...repository,
    env,
    database: () => new DatabaseSync(join(env.THREADLINE_HOME, 'archive.db')),
    index: () => repository.run(['search', 'compute'], { env }),
    ask: async (...args: string[]) => {
      const { stdout, stderr, exitCode } = await repository.run(['blame', ...args, '--json'], { env });
      return { exitCode, stderr, answer: JSON.parse(stdout) };
    },
    askHomes: async (...args: string[]) =>
      JSON.parse((await repository.run(['blame', ...args, '--home', repository.home.path, '--json'])).stdout),
  };
}

const linesOf = (answer: { files: { lines: object[] }[] }) => answer.files.flatMap(({ lines }) => lines);

describe('blame with an archive', () => {
  it('answers as it does from the homes, for a file and for a commit', async () => {
    const made = archived();
    const first = program('alpha');
    const second = `${first}${program('beta')}`;
    made.session('one', [
      { path: 'src/a.ts', write: first },
      { path: 'src/other.ts', write: program('other') },
    ]);
    made.commit({ 'src/a.ts': first, 'src/other.ts': program('other') });
    const call: MadeCall = {
      path: 'src/a.ts',
      replace: ["compute(7, 'alpha');\n", `compute(7, 'alpha');\n${program('beta')}`],
    };
    made.session('two', [{ ...call, before: first }]);
    const commit = made.commit({ 'src/a.ts': second });
    made.put('src/a.ts', `${second}typed by a person\n`);
    await made.index();
    const { answer, stderr, exitCode } = await made.ask('src/a.ts');
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    expect(answer).toEqual(await made.askHomes('src/a.ts'));
    expect(linesOf(answer).filter((line) => 'session' in line && line.session)).toHaveLength(16);
    expect((await made.ask('--commit', commit)).answer).toEqual(await made.askHomes('--commit', commit));
  });

  it('names sessions whose files are gone', async () => {
    const made = archived();
    const id = made.session('one', [{ path: 'a.ts', write: program('alpha') }]);
    made.commit({ 'a.ts': program('alpha') });
    await made.index();
    rmSync(join(made.home.path, 'projects'), { recursive: true });
    const { answer } = await made.ask('a.ts');
    expect(linesOf(answer)[0]).toMatchObject({ session: { id }, level: 'proven' });
  });

  it('takes in what was written since, and follows a file that was moved', async () => {
    const made = archived();
    made.session('one', [{ path: 'old.ts', write: program('alpha') }]);
    made.commit({ 'old.ts': program('alpha') });
    await made.index();
    made.session('two', [
      { run: 'git mv old.ts new.ts' },
      { path: 'new.ts', replace: ["(0, 'alpha')", '(0, changed)'] },
    ]);
    made.git('mv', 'old.ts', 'new.ts');
    made.commit({ 'new.ts': program('alpha').replace("(0, 'alpha')", '(0, changed)') });
    const { answer } = await made.ask('new.ts');
    expect(answer.read).toEqual({ sessions: 2, missing: 0 });
    expect(answer).toEqual(await made.askHomes('new.ts'));
    expect(linesOf(answer).every((line) => 'session' in line && line.session)).toBe(true);
  });

  it('an archive of before fills up, newest first, and says what is missing', async () => {
    const made = archived();
    const id = made.session('one', [{ path: 'a.ts', write: program('alpha') }]);
    made.commit({ 'a.ts': program('alpha') });
    await made.index();
    const database = made.database();
    for (const table of ['line', 'edit_call', 'edit_path', 'edit_text', 'edit_done', 'made_commit', 'edit_orphan'])
      database.exec(`drop table ${table}`);
    database.exec('drop trigger session_edits_removed');
    database.close();
    const { answer } = await made.ask('a.ts');
    expect(linesOf(answer)[0]).toMatchObject({ session: { id } });
    expect(answer.read).toEqual({ sessions: 1, missing: 0 });
    rmSync(join(made.home.path, 'projects'), { recursive: true });
    await made.index();
    const later = made.database();
    later.exec('delete from edit_done; delete from edit_text; delete from edit_call; delete from line');
    later.close();
    // The file is gone: the stored calls tell it.
    expect(linesOf((await made.ask('a.ts')).answer)[0]).toMatchObject({ session: { id }, turn: 1 });
  });

  it('a session that is deleted or forgotten takes its rows with it', async () => {
    const made = archived();
    const id = made.session('one', [{ path: 'secret-name.ts', write: program('alpha') }]);
    made.session('two', [{ path: 'b.ts', write: program('beta') }]);
    made.commit({ 'secret-name.ts': program('alpha'), 'b.ts': program('beta') });
    await made.index();
    const counts = () => {
      const database = made.database();
      const count = (table: string) => Number(database.prepare(`select count(*) as count from ${table}`).get()?.count);
      const found = ['line', 'edit_call', 'edit_path', 'edit_done'].map(count);
      database.close();
      return found;
    };
    expect(counts()).toEqual([16, 2, 2, 2]);
    await made.run(['delete', id, '--yes'], { env: made.env });
    expect(counts()).toEqual([8, 1, 1, 1]);
    expect(readdirSync(made.env.THREADLINE_HOME)).toContain('archive.db');
    expect(linesOf((await made.ask('secret-name.ts')).answer)[0]).toMatchObject({ session: null });
  });

  it.each(['postgres://localhost/x', 'https://team.example'])(
    'a server keeps redacted texts, and is not asked: %s',
    async (url) => {
      const made = archived();
      for (const words of [
        ['blame', 'a.ts'],
        ['at', 'last#1', '--into', 'there'],
        ['at'],
        ['fork', 'last#1', '--to', 'codex', '--into', 'there'],
      ]) {
        const asked = await made.run([...words, '--archive', url], { env: made.env });
        expect([words[0], asked.exitCode, asked.stdout]).toEqual([words[0], 4, '']);
        expect(asked.stderr).toMatch(/^threadline: a server keeps redacted texts, which cannot tell [^\n]+\n$/);
      }
      for (const name of ['blame', 'at', 'fork'])
        expect((await made.run([name, 'x#1', '--archive', 'mysql://me:secret@h/x'], { env: made.env })).exitCode).toBe(
          2,
        );
    },
  );
});
