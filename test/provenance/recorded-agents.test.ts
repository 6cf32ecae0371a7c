import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow } from '../../scripts/fixtures/files-below.ts';
import { refusals } from '../../scripts/fixtures/refused.ts';
import { createReplay } from '../../src/core/replay/replay.ts';
import { readSessionOps } from '../../src/machine/provenance/session-ops.ts';
import { runCli } from '../cli/run-cli.ts';
import { recordedRepository } from './recorded-repository.ts';

const repository = recordedRepository();
const { commits, project, clone, home } = repository;
const sessions = commits.flatMap(({ agent, session = '', ...commit }) =>
  agent ? [{ ...commit, agent, session }] : [],
);

/** What replaying one session gives for a file, beside what the file was afterwards. */
type Replayed = 'equal' | 'line ends differ' | 'unknown' | 'WRONG';

async function replaySession({ agent, session, commit }: (typeof sessions)[number]): Promise<Record<string, Replayed>> {
  const { ops } = await readSessionOps({ env: { HOME: home } });
  const own = ops.filter((each) => each.session.agent === agent && each.session.id.includes(session));
  const before = repository.parent(commit);
  const inProject = (path: string) => path.slice(project.length + 1);
  const replay = createReplay({
    base: (path) => [repository.file(before, inProject(path))].filter((text) => text !== undefined),
  });
  for (const { session: from, op } of own) await replay.apply(from, op);
  const results = [...replay.chains.values()].map(({ path, states }): [string, Replayed] => {
    const [state, after] = [states.at(-1), repository.file(commit, inProject(path))];
    if (!state || state.level === 'unsure' || replay.isUnsure(state)) return [inProject(path), 'unknown'];
    const text = state.isGone ? undefined : replay.table.text(state.lines);
    if (text === after) return [inProject(path), 'equal'];
    const isNearly = text?.replaceAll('\r\n', '\n') === after?.replaceAll('\r\n', '\n');
    return [inProject(path), isNearly ? 'line ends differ' : 'WRONG'];
  });
  return Object.fromEntries(results);
}

/** What each session of the story changed, and how much of it can be told. */
const REPLAYED: Record<string, Record<string, Replayed>> = {
  'claude-one': { 'src/main.txt': 'equal', 'src/claude.txt': 'equal' },
  'codex-one': { 'src/main.txt': 'equal', 'src/codex.txt': 'equal' },
  // Gemini CLI keeps the text before an edit without its carriage returns.
  'gemini-one': { 'src/gemini.txt': 'equal', 'win/notes.txt': 'line ends differ' },
  'qwen-one': { 'run.sh': 'equal', 'src/tabs.go': 'equal' },
  // The file that was moved is known to no call of this session.
  'pi-one': { 'src/moved.txt': 'unknown' },
  'kimi-one': { 'src/kimi.txt': 'equal', 'src/kimi-helper.txt': 'unknown' },
  'opencode-one': { 'src/main.txt': 'equal', 'src/opencode.txt': 'equal' },
  'goose-one': { 'README.md': 'equal', 'src/goose.txt': 'equal' },
  'copilot-one': { 'src/copilot.txt': 'equal' },
  'claude-two': { 'src/claude-two.txt': 'equal', 'src/claude-helper.txt': 'unknown' },
  'codex-two': { 'src/codex-two.txt': 'equal' },
};

describe('file operations of nine real agents give the files byte for byte, or say that they are not known', () => {
  /** Nothing is wrong, and what is not as well known as it could be is on the list. */
  async function check(session: (typeof sessions)[number]): Promise<void> {
    const [replayed, expected] = [await replaySession(session), REPLAYED[session.mark] ?? {}];
    for (const [path, result] of Object.entries(replayed)) {
      const allowed = new Set<Replayed>(['equal', expected[path] ?? 'unknown']);
      expect([path, allowed.has(result) ? 'fine' : result]).toEqual([path, 'fine']);
    }
    expect(Object.keys(replayed)).toEqual(expect.arrayContaining(Object.keys(expected)));
  }

  it.each(sessions)('$mark', check);
});

interface BlamedLine {
  text: string;
  session: { agent: string; id: string } | null;
  level: string;
}

/** Every line of the story tells who wrote it. */
const markOf = (text: string) => / line of ([a-z]+-[a-z]+)/.exec(text)?.[1];

describe('blame of a repository in which nine agents, a person, a bot and a formatter worked', async () => {
  const input = commits.map(({ commit }) => `${commit}\n`).join('');
  const args = ['blame', '--commit', '-', '--json', '--repo', clone];
  const { stdout, exitCode } = await runCli(args, { input, env: { HOME: home } });
  const blamed = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line): { commit: string; files: { path: string; lines: BlamedLine[] }[] } => JSON.parse(line));
  const linesOf = (by: (kind: string) => boolean) =>
    blamed
      .filter(({ commit }) => by(commits.find((each) => each.commit === commit)?.by ?? ''))
      .flatMap(({ files }) => files.flatMap(({ path, lines }) => lines.map((line) => ({ path, ...line }))));

  it('answers for every commit, and there are more than twelve', () => {
    expect(exitCode).toBe(0);
    expect(blamed.map(({ commit }) => commit)).toEqual(commits.map(({ commit }) => commit));
    expect(new Set(commits.map(({ commit }) => commit)).size).toBeGreaterThanOrEqual(12);
    expect(new Set(sessions.map(({ agent }) => agent)).size).toBe(9);
  });

  it('gives each line of an agent to its session, also after a rebase and a squash', () => {
    const lines = linesOf((by) => by === 'agent' || by === 'rebase' || by === 'squash');
    const own = lines.filter(({ text }) => markOf(text) !== undefined);
    expect(own.length).toBeGreaterThan(60);
    for (const { text, session, level } of own) {
      const writer = sessions.find(({ mark }) => mark === markOf(text));
      expect([text, session?.agent]).toEqual([text, writer?.agent]);
      // Goose does not print which session it is.
      if (writer?.session) expect(session?.id).toBe(writer.session);
      expect(['proven', 'derived']).toContain(level);
    }
  });

  it('gives no line of a person or a bot to a session, and none that only a command wrote', () => {
    const lines = linesOf((by) => by === 'person' || by === 'bot');
    const written = linesOf(() => true).filter(({ path }) => path === 'src/shell.txt');
    expect([lines.length, written.length]).toEqual([12, 2]);
    for (const { text, session } of [...lines, ...written]) expect([text, session]).toEqual([text, null]);
  });

  it('gives lines that a formatter moved to nobody but their writer', () => {
    const lines = linesOf((by) => by === 'formatter');
    expect(lines).toHaveLength(3);
    for (const { session } of lines) expect([undefined, 'gemini']).toContain(session?.agent);
  });
});

describe('the recorded home', () => {
  it('holds nothing of a person, and no long text but of the files of the story', () => {
    const files = filesBelow(home).filter((path) => /\.jsonl?$/.test(path));
    const refused = files.flatMap((path) => refusals(readFileSync(join(home, path))).map((why) => `${path}: ${why}`));
    expect(
      refused.filter((why) => !/that no script holds: (?:the|a|of|has|func|Index|---|\*\*\*|cat)[ :]/.test(why)),
    ).toEqual([]);
    expect(files.length).toBeGreaterThan(10);
  });
});
