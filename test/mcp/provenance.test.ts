import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempArchive, tempFolder } from '../archive/temp-archive.ts';
import { makeSecret } from '../made-secrets.ts';
import { madeRepository } from '../provenance/made-repository.ts';
import { askingClient } from './asking-client.ts';

const program = (name: string) =>
  Array.from({ length: 6 }, (_, at) => `const ${name}${at} = compute(${at}, '${name}');\n`).join('');
const [first = '', second = ''] = [1, 2].map((seed) => makeSecret('github-token', seed).secret);

async function served(made: ReturnType<typeof madeRepository>, options: object = {}) {
  const store = await tempArchive({ homes: [made.home.path] });
  await store.refresh();
  const provenance = { edits: store.edits, folder: made.folder };
  return { store, ...(await askingClient({ store, provenance, ...options })) };
}

describe('why_line', () => {
  it('tells the prompt, the session and how sure it is, for a line of the work tree and of a revision', async () => {
    const made = madeRepository();
    const id = made.session('one', [{ path: 'src/a.ts', write: program('alpha') }], 'Write the alphas.');
    const commit = made.commit({ 'src/a.ts': program('alpha') });
    const { ask } = await served(made);
    const { data, text } = await ask('why_line', { file: 'src/a.ts', line: 2 });
    expect(data).toMatchObject({ file: 'src/a.ts', line: 2, level: 'proven', rule: 'equal', commit, turn: 1 });
    expect(data).toMatchObject({ prompt: 'Write the alphas.', by: { session: id, agent: 'claude' } });
    expect(text).toContain('untrusted');
    expect((await ask('why_line', { file: 'src/a.ts', line: 2, rev: 'HEAD' })).data.by.session).toBe(id);
    expect((await ask('why_line', { file: 'src/a.ts', line: 99 })).isError).toBe(true);
    expect((await ask('why_line', { file: 'src/a.ts', line: 1, rev: '--output=x' })).isError).toBe(true);
  });

  it('answers about files of the repository alone, links resolved', async () => {
    const made = madeRepository();
    made.session('one', [{ path: 'a.ts', write: program('alpha') }]);
    made.commit({ 'a.ts': program('alpha') });
    const outside = tempFolder('outside');
    writeFileSync(join(outside, 'b.ts'), program('alpha'));
    symlinkSync(join(outside, 'b.ts'), join(made.folder, 'out.ts'));
    symlinkSync(outside, join(made.folder, 'folder'));
    symlinkSync('a.ts', join(made.folder, 'in.ts'));
    mkdirSync(join(made.folder, 'below'));
    const { ask } = await served(made);
    for (const file of [
      join(outside, 'b.ts'),
      '../outside/b.ts',
      'out.ts',
      'folder/b.ts',
      '/etc/passwd',
      '.',
      'below',
      '..',
    ])
      expect(await ask('why_line', { file, line: 1 })).toMatchObject({ isError: true });
    expect((await ask('why_line', { file: 'in.ts', line: 1 })).data).toMatchObject({ file: 'a.ts', level: 'proven' });
  });

  it('never names a session outside of the scope, nor the one that asks', async () => {
    const made = madeRepository();
    const id = made.session('one', [{ path: 'a.ts', write: program('alpha') }]);
    made.commit({ 'a.ts': program('alpha') });
    const scoped = await served(made, { projects: ['/elsewhere/another'] });
    const { data } = await scoped.ask('why_line', { file: 'a.ts', line: 1 });
    expect(data).toMatchObject({ level: 'unknown' });
    expect(JSON.stringify(data)).not.toContain(id);
    expect((await scoped.ask('changes_of', { session: id })).isError).toBe(true);
    const asking = await served(made, { env: { CLAUDE_CODE_SESSION_ID: id } });
    expect((await asking.ask('why_line', { file: 'a.ts', line: 1 })).data).toMatchObject({ level: 'unknown' });
  });

  it('an asker who writes guesses into a file learns nothing of a secret', async () => {
    const made = madeRepository();
    const written = `${program('alpha')}token = '${first}'\n`;
    made.session('one', [{ path: 'a.ts', write: written }]);
    made.commit({ 'a.ts': written, 'b.ts': 'x\n' });
    const { ask } = await served(made);
    const answers: unknown[] = [];
    for (const guess of [first, second]) {
      made.put('a.ts', written.replace(first, guess));
      const lines = [1, 7].map((line) => ask('why_line', { file: 'a.ts', line }));
      answers.push((await Promise.all(lines)).map(({ data }) => data));
    }
    for (const told of [first, second]) expect(JSON.stringify(answers)).not.toContain(told);
    expect(answers[0]).toEqual(answers[1]);
  });

  it('says so where nobody keeps edits', async () => {
    const store = await tempArchive();
    const { ask } = await askingClient({ store });
    expect(await ask('why_line', { file: 'a', line: 1 })).toMatchObject({ isError: true });
  });
});

describe('changes_of', () => {
  it('tells the files of the repository that a session changed, and no others', async () => {
    const made = madeRepository();
    const id = made.session('one', [
      { path: 'src/a.ts', write: `${program('alpha')}token = '${first}'\n` },
      { path: 'src/b.ts', replace: ['old line', 'new line'], before: 'old line\nkept\n' },
      { path: '../private/notes.txt', write: 'a secret place\n' },
    ]);
    made.commit({ 'src/a.ts': program('alpha'), 'src/b.ts': 'new line\nkept\n' });
    const { ask } = await served(made);
    const { data } = await ask('changes_of', { session: id });
    expect(data.files).toMatchObject([
      { file: 'src/a.ts', added: 7, removed: 0 },
      { file: 'src/b.ts', kind: 'changed', added: 1, removed: 1, diff: expect.stringContaining('+new line') },
    ]);
    expect(JSON.stringify(data)).not.toMatch(/private|elsewhere\/repo\/src/);
    expect(JSON.stringify(data)).not.toContain(first);
  });
});
