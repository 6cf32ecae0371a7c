import { spawnSync } from 'node:child_process';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createManyWords } from './many-words.ts';
import { createRandom, type Random } from './random.ts';

const FIRST_DAY = Date.UTC(2026, 0, 5, 8);
const MINUTE_MS = 60_000;
/** As measured on a public repository: calls that change files in a session, telling lines of each, lines of all. */
const CALLS = 16;
const LINES = 13;
const SHARED = 0.3;
const FILES = 400;
const TARGET_LINES = 500;
const TARGET_SESSIONS = 20;

/** Sessions of Claude Code that edit files of a repository, and the repository. */
export interface EditHome {
  home: string;
  repository: string;
  /** A file of 500 lines that twenty of the sessions wrote. */
  file: string;
}

/** Writes sessions that say as much as they edit, over a year, and a repository with what some of them left of one file. */
export function makeEditHome(folder: string, sessions: number): EditHome {
  const random = createRandom(7);
  const texts = createManyWords(createRandom(8));
  const home = join(folder, 'edit-home');
  const repository = join(folder, 'edit-repository');
  const file = 'src/target.ts';
  const every = Math.max(1, Math.floor(sessions / TARGET_SESSIONS));
  const versions: { text: string; at: number }[] = [];
  let target = '';
  for (let index = 0; index < sessions; index += 1) {
    const started = FIRST_DAY + index * 50 * MINUTE_MS;
    const calls: EditCall[] = Array.from({ length: CALLS }, () => ({
      path: `src/part-${random.between(0, 19)}/file-${random.between(0, FILES - 1)}.ts`,
      old: codeLine(random),
      next: Array.from({ length: LINES }, () => codeLine(random)).join('\n'),
    }));
    if (index % every === 0 && versions.length < TARGET_SESSIONS) {
      const added = Array.from({ length: TARGET_LINES / TARGET_SESSIONS }, () => `${codeLine(random)}\n`).join('');
      calls.push({ path: file, write: target + added, before: target });
      target += added;
      versions.push({ text: target, at: started + CALLS * MINUTE_MS * 2 });
    }
    writeSession(join(home, 'projects', '-home-user-repo'), random, started, calls, texts.prose);
  }
  makeRepository(repository, file, versions);
  return { home, repository, file };
}

interface EditCall {
  path: string;
  old?: string;
  next?: string;
  write?: string;
  before?: string;
}

function codeLine(random: Random): string {
  if (random.chance(SHARED)) return `\tconst shared${random.between(0, 5000)} = await readShared(options, folder);`;
  return `\tconst ${random.hex(10)} = compute(${random.between(0, 1e9)}, '${random.hex(12)}');`;
}

function writeSession(
  folder: string,
  random: Random,
  started: number,
  calls: readonly EditCall[],
  prose: (length: number) => string,
): void {
  const sessionId = `${random.hex(8)}-1111-4222-8333-${random.hex(12)}`;
  const base = { sessionId, cwd: '/home/user/repo', version: '2.1.75', gitBranch: 'main', isSidechain: false };
  let now = started;
  const line = (fields: object) => {
    now += MINUTE_MS / 2;
    return JSON.stringify({ ...base, uuid: random.hex(32), timestamp: new Date(now).toISOString(), ...fields });
  };
  const lines = [line({ type: 'user', parentUuid: null, message: { role: 'user', content: prose(400) } })];
  for (const { path, old, next, write, before } of calls) {
    const id = `toolu_${random.hex(20)}`;
    const filePath = `/home/user/repo/${path}`;
    const input =
      write === undefined
        ? { file_path: filePath, old_string: old, new_string: next }
        : { file_path: filePath, content: write };
    const content = [
      { type: 'text', text: prose(600) },
      { type: 'tool_use', id, name: write === undefined ? 'Edit' : 'Write', input },
    ];
    const message = {
      id: `msg_${random.hex(20)}`,
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-5-5',
      content,
    };
    lines.push(line({ type: 'assistant', message: { ...message, usage: { input_tokens: 1, output_tokens: 1 } } }));
    const result = { type: 'tool_result', tool_use_id: id, content: prose(900) };
    const toolUseResult = { filePath, originalFile: before ?? null, structuredPatch: [] };
    lines.push(line({ type: 'user', message: { role: 'user', content: [result] }, toolUseResult }));
  }
  const path = join(folder, `${sessionId}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${lines.join('\n')}\n`);
  utimesSync(path, now / 1000, now / 1000);
}

function makeRepository(folder: string, file: string, versions: readonly { text: string; at: number }[]): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  const git = (at: number, ...args: string[]) => {
    const date = new Date(at).toISOString();
    const identity = {
      GIT_AUTHOR_NAME: 'A',
      GIT_AUTHOR_EMAIL: 'a@x',
      GIT_COMMITTER_NAME: 'A',
      GIT_COMMITTER_EMAIL: 'a@x',
    };
    const env = { ...process.env, ...identity, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
    const { status, stderr } = spawnSync('git', args, { cwd: folder, env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`git failed: ${stderr}`);
  };
  git(0, 'init', '-q', '-b', 'main');
  for (let index = 0; index < FILES; index += 1) {
    const path = join(folder, `src/part-${index % 20}/file-${index}.ts`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `export const file${index} = ${index};\n`);
  }
  for (const { text, at } of versions) {
    writeFileSync(join(folder, file), text);
    git(at, 'add', '-A');
    git(at, 'commit', '-q', '--no-verify', '-m', 'one more');
  }
}
