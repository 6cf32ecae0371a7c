import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { extractText } from 'threadline';
import { type HandOffOptions, handOff, loadSession, removeHandOff } from 'threadline/sessions';
import { describe, expect, it } from 'vitest';
import { makeSecret } from '../made-secrets.ts';
import { createHandedHome, type HandedHome, SOURCE_ID } from './handed-home.ts';

const AGENTS = ['codex', 'claude', 'gemini', 'qwen', 'pi'] as const;

/** Every file of the homes and what it holds. */
function contents(home: HandedHome): Map<string, string> {
  const entries = readdirSync(home.root, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
}

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'none',
    (error) => error.code ?? error.name,
  );
}

const texts = async (path: string) => (await loadSession({ path })).map(extractText).filter((text) => text !== '');

describe.each(AGENTS)('a thread that is handed over to %s', (to) => {
  it('is one new file for its owner only, and nothing else is changed', async () => {
    const home = createHandedHome();
    const before = contents(home);
    const { path, action, size, turns } = await handOff(home.options({ to }));
    const after = contents(home);
    expect([action, turns.taken]).toEqual(['created', 2]);
    expect([...after.keys()].filter((file) => !before.has(file))).toEqual([path]);
    for (const [file, text] of before) expect(after.get(file)).toBe(text);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(path).size).toBe(size);
    expect(await texts(path)).toEqual(['Prompt 1.', 'Answer 1.', 'Prompt 2.', 'Answer 2.']);
  });

  it('is the same file the second time, and is written anew when the thread has grown', async () => {
    const home = createHandedHome();
    const first = await handOff(home.options({ to }));
    const bytes = readFileSync(first.path);
    const second = await handOff(home.options({ to }));
    expect([second.action, second.path, second.id]).toEqual(['unchanged', first.path, first.id]);
    expect(readFileSync(first.path)).toEqual(bytes);
    home.writeTurns(3);
    const third = await handOff(home.options({ to }));
    expect([third.action, third.path]).toEqual(['rewritten', first.path]);
    expect((await texts(first.path)).at(-1)).toBe('Answer 3.');
  });

  it('is left alone when it has grown by one byte, and --again makes a further copy', async () => {
    const home = createHandedHome();
    const { path, id } = await handOff(home.options({ to }));
    appendFileSync(path, '\n');
    const bytes = readFileSync(path);
    home.writeTurns(3);
    expect(await codeOf(handOff(home.options({ to })))).toBe('resumed');
    expect(await codeOf(removeHandOff(home.options({ to })))).toBe('resumed');
    const again = await handOff(home.options({ to, again: true }));
    expect(again.action).toBe('created');
    expect(again.id).not.toBe(id);
    expect((await handOff(home.options({ to, again: true }))).path).toBe(again.path);
    expect(readFileSync(path)).toEqual(bytes);
  });

  it('is taken away again while nobody has resumed it', async () => {
    const home = createHandedHome();
    const before = contents(home);
    const { path, id } = await handOff(home.options({ to }));
    expect((await removeHandOff(home.options({ to }))).removed).toEqual([{ id, path }]);
    expect(contents(home)).toEqual(before);
    expect(await codeOf(removeHandOff(home.options({ to })))).toBe('not-found');
  });

  it('only is planned by a dry run, with the path and the size that it would have', async () => {
    const home = createHandedHome();
    const before = contents(home);
    const planned = await handOff(home.options({ to, dryRun: true }));
    expect(contents(home)).toEqual(before);
    const done = await handOff(home.options({ to }));
    expect({ ...planned, dryRun: false }).toEqual(done);
    expect((await handOff(home.options({ to, dryRun: true }))).action).toBe('unchanged');
  });

  it('is one file when two hand it over at once', async () => {
    const home = createHandedHome();
    const before = contents(home).size;
    const results = await Promise.all([1, 2, 3, 4].map(() => handOff(home.options({ to }))));
    expect(new Set(results.map(({ path }) => path)).size).toBe(1);
    expect(results.filter(({ action }) => action === 'created')).toHaveLength(1);
    expect(contents(home).size).toBe(before + 1);
  });

  it('stays in its home: a folder that leads out of it is not written to', async () => {
    const home = createHandedHome();
    const outside = join(home.root, 'outside');
    mkdirSync(outside);
    const { path } = await handOff(home.options({ to, dryRun: true }));
    const folder = dirname(path);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(dirname(folder), { recursive: true });
    symlinkSync(outside, folder);
    // The session itself would be in that folder, too.
    const source = join(home.root, 'source.jsonl');
    home.writeTurns(2);
    renameSync(home.source, source);
    expect(await codeOf(handOff(home.options({ to, session: { path: source } })))).toBe('write-failed');
    expect(readdirSync(outside)).toEqual([]);
  });

  it('goes into a home that is a symbolic link', async () => {
    const home = createHandedHome();
    const real = home.homes[to];
    const moved = join(home.root, 'elsewhere');
    renameSync(real, moved);
    symlinkSync(moved, real);
    const { path } = await handOff(home.options({ to }));
    expect(path.startsWith(moved)).toBe(true);
    expect((await handOff(home.options({ to }))).action).toBe('unchanged');
    appendFileSync(path, ' ');
    expect(await codeOf(handOff(home.options({ to })))).toBe('resumed');
  });

  it('does not take the place of a file that is there', async () => {
    const home = createHandedHome();
    const { path } = await handOff(home.options({ to, dryRun: true }));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'mine');
    expect(await codeOf(handOff(home.options({ to })))).toBe('resumed');
    expect(readFileSync(path, 'utf8')).toBe('mine');
    rmSync(path);
    mkdirSync(path);
    expect(await codeOf(handOff(home.options({ to })))).toBe('resumed');
    expect(readdirSync(dirname(path)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('leaves nothing behind when a folder cannot be made', async () => {
    const home = createHandedHome();
    const { path } = await handOff(home.options({ to, dryRun: true }));
    const [top = ''] = path.slice(home.homes[to].length + 1).split('/');
    const source = join(home.root, 'source.jsonl');
    renameSync(home.source, source);
    rmSync(join(home.homes[to], top), { recursive: true, force: true });
    writeFileSync(join(home.homes[to], top), 'a file');
    expect(await codeOf(handOff(home.options({ to, session: { path: source } })))).toBe('write-failed');
    expect(readFileSync(join(home.homes[to], top), 'utf8')).toBe('a file');
  });
});

describe('the turns of a hand-over', () => {
  it('are all by default, or those from one on, or the last ones, each under an id of its own', async () => {
    const home = createHandedHome();
    home.writeTurns(4);
    const prompts = async (choice: Partial<HandOffOptions>) => {
      const { path, id, turns } = await handOff(home.options(choice));
      return { id, turns, prompts: (await texts(path)).filter((text) => text.startsWith('Prompt')) };
    };
    const all = await prompts({});
    const from = await prompts({ fromTurn: 3 });
    const last = await prompts({ lastTurns: 1 });
    expect(all.prompts).toHaveLength(4);
    expect(from).toMatchObject({ prompts: ['Prompt 3.', 'Prompt 4.'], turns: { taken: 2, listed: 0, leftOut: 2 } });
    expect(last).toMatchObject({ prompts: ['Prompt 4.'], turns: { taken: 1, listed: 0, leftOut: 3 } });
    expect(new Set([all.id, from.id, last.id]).size).toBe(3);
    expect(await codeOf(prompts({ fromTurn: 9 }))).toBe('not-found');
    expect(await codeOf(prompts({ fromTurn: 0 }))).toBe('TypeError');
  });

  it('become a list of what was asked and done where they do not fit into so many tokens', async () => {
    const home = createHandedHome();
    home.writeTurns(5);
    const { path, turns } = await handOff(home.options({ maxTokens: 25 }));
    expect(turns).toEqual({ taken: 2, listed: 3, leftOut: 0 });
    const text = readFileSync(path, 'utf8');
    expect(text).toContain('turn 3: asked: \\"Prompt 3.');
    expect(text).toMatch(/turns before these|turn 1:/);
    expect((await texts(path)).filter((each) => each.startsWith('Prompt'))).toEqual(['Prompt 4.', 'Prompt 5.']);
  });

  it('are one at least, however long it is', async () => {
    const home = createHandedHome();
    home.writeTurns(3, ['a', 'b', 'x'.repeat(100_000)]);
    expect((await handOff(home.options({ maxTokens: 1 }))).turns).toMatchObject({ taken: 1, listed: 2 });
  });
});

describe('a hand-over without secrets', () => {
  it('replaces them, tells those in inputs of tools apart, and begins with one note about it', async () => {
    const home = createHandedHome();
    const { secret, text } = makeSecret('github-token');
    home.writeTurns(2, [`curl -H 'x: ${text}'`]);
    for (const to of AGENTS) {
      const { path, redactions, toolInputs } = await handOff(home.options({ to }));
      const written = readFileSync(path, 'utf8');
      expect(written).not.toContain(secret);
      expect(redactions).toEqual({ 'github-token': 1 });
      expect(toolInputs).toMatchObject([{ rule: 'github-token', tool: 'Bash' }]);
      expect(written.match(/Secrets were taken out of this thread/g)).toHaveLength(1);
      expect((await texts(path))[0]).toBe('Prompt 1.');
    }
  });

  it('has no note where nothing was replaced, and keeps all where that is wanted', async () => {
    const home = createHandedHome();
    const { secret, text } = makeSecret('github-token');
    expect(readFileSync((await handOff(home.options())).path, 'utf8')).not.toContain('Secrets were taken out');
    home.writeTurns(2, [text]);
    const { path, redactions } = await handOff(home.options({ redact: false }));
    expect(readFileSync(path, 'utf8')).toContain(secret);
    expect(redactions).toEqual({});
  });

  it('quotes none in the list of turns', async () => {
    const home = createHandedHome();
    const { secret, text } = makeSecret('github-token');
    home.writeTurns(3, ['make', text]);
    const { path } = await handOff(home.options({ maxTokens: 1 }));
    expect(readFileSync(path, 'utf8')).not.toContain(secret);
    expect(readFileSync(path, 'utf8')).toContain('Secrets were taken out');
  });
});

describe('a hand-over needs', () => {
  it('the folder of the thread, or another one that is there', async () => {
    const home = createHandedHome();
    rmSync(home.project, { recursive: true });
    expect(await codeOf(handOff(home.options()))).toBe('not-found');
    expect(await codeOf(handOff(home.options({ cwd: join(home.root, 'nowhere') })))).toBe('not-found');
    const { cwd } = await handOff(home.options({ cwd: home.root }));
    expect(cwd).toBe(home.root);
  });

  it('an agent that takes threads, with a home', async () => {
    const home = createHandedHome();
    expect(await codeOf(handOff(home.options({ to: 'nobody' })))).toBe('TypeError');
    rmSync(home.homes.codex, { recursive: true });
    expect(await codeOf(handOff(home.options()))).toBe('not-found');
    expect(existsSync(home.homes.codex)).toBe(false);
  });

  it('no id that is a name: one with path characters only is told of as the origin', async () => {
    const home = createHandedHome();
    const id = '../../../../tmp/evil';
    const path = join(home.root, 'odd.jsonl');
    writeFileSync(path, readFileSync(home.source, 'utf8').replaceAll(SOURCE_ID, id));
    for (const to of AGENTS) {
      const handed = await handOff(home.options({ to, session: { path } }));
      expect(handed.path.startsWith(home.homes[to])).toBe(true);
      expect(handed.path).not.toContain('evil');
      expect(handed.origin).toEqual({ agent: 'claude', thread_id: id });
    }
  });

  it('no place that the list of projects makes up', async () => {
    const home = createHandedHome();
    writeFileSync(
      join(home.homes.gemini, 'projects.json'),
      JSON.stringify({ projects: { [home.project]: '../../out' } }),
    );
    const { path } = await handOff(home.options({ to: 'gemini' }));
    expect(path.startsWith(join(home.homes.gemini, 'tmp/my-project/chats/'))).toBe(true);
  });
});

describe('the folder of a project in the home of Gemini CLI', () => {
  const folderOf = async (home: HandedHome) => {
    const { path } = await handOff(home.options({ to: 'gemini', dryRun: true }));
    return path.slice(join(home.homes.gemini, 'tmp/').length).split('/')[0];
  };

  it('is the one of the list, unless it says that it is of another project', async () => {
    const home = createHandedHome();
    writeFileSync(join(home.homes.gemini, 'projects.json'), JSON.stringify({ projects: { [home.project]: 'listed' } }));
    expect(await folderOf(home)).toBe('listed');
    mkdirSync(join(home.homes.gemini, 'tmp/listed'), { recursive: true });
    writeFileSync(join(home.homes.gemini, 'tmp/listed/.project_root'), '/another\n');
    expect(await folderOf(home)).toBe('my-project');
  });

  it('is one that says it is of the project, else the first that is free', async () => {
    const home = createHandedHome();
    writeFileSync(join(home.homes.gemini, 'projects.json'), JSON.stringify({ projects: { '/x': 'my-project' } }));
    expect(await folderOf(home)).toBe('my-project-1');
    mkdirSync(join(home.homes.gemini, 'history/other'), { recursive: true });
    writeFileSync(join(home.homes.gemini, 'history/other/.project_root'), home.project);
    expect(await folderOf(home)).toBe('other');
  });
});

it.skipIf(process.getuid?.() === 0)('a home that cannot be written to is told, and stays as it is', async () => {
  const home = createHandedHome();
  const { chmodSync } = await import('node:fs');
  chmodSync(home.homes.codex, 0o500);
  expect(await codeOf(handOff(home.options()))).toBe('write-failed');
  chmodSync(home.homes.codex, 0o700);
  expect(readdirSync(home.homes.codex)).toEqual([]);
});
