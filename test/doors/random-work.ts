import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { jsonLines } from '../archive/made-home.ts';
import { createRandom, type Random } from '../property/random.ts';

const START = Date.UTC(2026, 9, 1, 8);
const MODELS = ['claude-opus-5-5', 'claude-haiku-4-5', 'a-model-without-a-price'];
const PROMPTS = ['Make the tests pass.', 'Rename it, please.', 'Say what <b>is</b> in “a b.ts” & why 🚀'];
const FILES = ['src/a b.ts', 'src/lib/deep.ts', 'notes.md', 'jürgen.txt'];
const COMMANDS = ['npm test', 'npx vitest run src', 'ls src', 'git status', 'sed -i s/a/b/ notes.md'];

/**
 * Sessions of Claude Code that work in a repository: they read, write and edit files, run tests that fail, start sub-agents and
 * wait for people. Some of what they wrote is committed, some by hand and after edits. The same for the same seed.
 */
export function writeRandomWork(place: string, seed: number): { home: string; repository: string } {
  const random = createRandom(seed * 7919);
  const [home, repository] = [join(place, 'working claude'), join(place, 'repository')];
  mkdirSync(repository, { recursive: true });
  const world: World = { random, home, repository, clock: START + seed * 60_000, made: 0 };
  git(world, 'init', '-q', '-b', 'main');
  for (const file of FILES.slice(random.below(FILES.length))) put(world, file, text(random, 3 + random.below(20)));
  commit(world, 'First');
  for (let left = 2 + random.below(4); left > 0; left -= 1) {
    writeSession(world);
    if (random.below(4) === 0) put(world, random.pick(FILES), text(random, 4));
    if (random.below(2) === 0) commit(world, `Work ${left}`);
  }
  return { home, repository };
}

interface World {
  random: Random;
  home: string;
  repository: string;
  clock: number;
  made: number;
}

type Line = Record<string, unknown>;

/** The place of a session's lines, and who says them. */
interface Told {
  lines: Line[];
  base: Line;
}

function writeSession(world: World): void {
  const { random, repository, home } = world;
  const id = uuid(random);
  const base = { sessionId: id, cwd: repository, version: '2.1.75', gitBranch: 'main', isSidechain: false };
  const told: Told = { lines: [], base };
  for (let turns = 1 + random.below(3); turns > 0; turns -= 1) {
    say(world, told, random.pick(PROMPTS));
    for (let calls = random.below(7); calls > 0; calls -= 1) {
      if (random.below(9) === 0) startAgent(world, told, id);
      else act(world, told);
    }
    if (random.below(5) > 0) answer(world, told, 'Done.');
    world.clock += random.below(3) === 0 ? 20 * 60_000 : 20_000;
  }
  write(join(home, 'projects/-repository', `${id}.jsonl`), jsonLines(told.lines));
}

/** A sub-agent has a file of its own, whose lines are of the same session. */
function startAgent(world: World, told: Told, id: string): void {
  const agentId = uuid(world.random).slice(0, 8);
  const input = { description: 'Look', prompt: 'Look at it.', subagent_type: 'general-purpose' };
  const use = asks(world, told, 'Task', input);
  const own: Told = { lines: [], base: { ...told.base, isSidechain: true, agentId } };
  say(world, own, 'Look at it.');
  for (let calls = world.random.below(3); calls > 0; calls -= 1) act(world, own);
  answer(world, own, 'Seen.');
  const folder = join(world.home, 'projects/-repository', id, 'subagents');
  write(join(folder, `agent-${agentId}.jsonl`), jsonLines(own.lines));
  write(join(folder, `agent-${agentId}.meta.json`), JSON.stringify({ agentType: input.subagent_type, toolUseId: use }));
  gets(world, told, use, 'Seen.', { result: { agentId, status: 'completed' } });
}

/** One call: of a file, or of a command. */
function act(world: World, told: Told): void {
  const { random, repository } = world;
  const name = random.pick(FILES);
  const path = join(repository, name);
  const before = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  const isTold = random.below(4) > 0;
  const originalFile = isTold ? (before ?? null) : null;
  const what = random.below(5);
  if (what === 0 || (before === undefined && what < 3)) {
    const content = text(random, 1 + random.below(12));
    const use = asks(world, told, 'Write', { file_path: path, content });
    put(world, name, content);
    const type = before === undefined ? 'create' : 'update';
    gets(world, told, use, 'ok', { result: { type, filePath: path, content, structuredPatch: [], originalFile } });
  } else if (what < 3 && before !== undefined) {
    const old = `${random.pick(before.split('\n').filter(Boolean).concat(['nowhere at all']))}\n`;
    const next = random.below(4) === 0 ? '' : text(random, 1 + random.below(3));
    const isThere = before.includes(old);
    const use = asks(world, told, 'Edit', { file_path: path, old_string: old, new_string: next });
    if (isThere)
      put(
        world,
        name,
        before.replace(old, () => next),
      );
    const result = { filePath: path, oldString: old, newString: next, originalFile, structuredPatch: [] };
    gets(world, told, use, isThere ? 'ok' : 'String to replace not found in file.', { fails: !isThere, result });
  } else if (what === 3) {
    const use = asks(world, told, 'Read', { file_path: path });
    gets(world, told, use, before ?? 'File does not exist.', { fails: before === undefined });
  } else {
    const command = random.pick(COMMANDS);
    const fails = random.below(3) === 0;
    const use = asks(world, told, 'Bash', { command });
    const stdout = command.includes('test')
      ? ` Tests  ${fails ? '1 failed | ' : ''}${random.below(40)} passed (41)`
      : 'x';
    gets(world, told, use, fails ? `Exit code 1\n${stdout}` : stdout, { fails, result: { stdout, stderr: '' } });
  }
}

function say(world: World, { lines, base }: Told, content: string): void {
  const first = lines.length === 0 && { parentUuid: null };
  lines.push({ ...base, ...stamp(world, 5_000), ...first, type: 'user', message: { role: 'user', content } });
}

function answer(world: World, told: Told, said: string): void {
  request(world, told, [{ type: 'text', text: said }], 'end_turn');
}

/** Gives the id of the call. */
function asks(world: World, told: Told, name: string, input: object): string {
  const id = `toolu_${uuid(world.random).replaceAll('-', '')}`;
  request(world, told, [{ type: 'tool_use', id, name, input }], 'tool_use');
  return id;
}

function request(world: World, { lines, base }: Told, content: object[], stop_reason: string): void {
  const { random } = world;
  const usage = {
    input_tokens: random.below(900),
    output_tokens: random.below(400),
    cache_read_input_tokens: random.below(90_000),
    cache_creation_input_tokens: random.below(5000),
  };
  const id = `msg_${uuid(random)}`;
  const message = { id, type: 'message', role: 'assistant', model: random.pick(MODELS), content, stop_reason, usage };
  lines.push({ ...base, ...stamp(world, 9_000), requestId: `req_${uuid(random)}`, type: 'assistant', message });
}

function gets(world: World, { lines, base }: Told, tool_use_id: string, content: string, more: Got = {}): void {
  const block = { type: 'tool_result', tool_use_id, content, ...(more.fails && { is_error: true }) };
  const result = more.fails ? `Error: ${content}` : (more.result ?? {});
  const message = { role: 'user', content: [block] };
  lines.push({ ...base, ...stamp(world, 30_000), type: 'user', message, toolUseResult: result });
}

interface Got {
  fails?: boolean;
  result?: object;
}

function stamp(world: World, most: number): { uuid: string; timestamp: string } {
  world.clock += 1 + world.random.below(most);
  return { uuid: uuid(world.random), timestamp: new Date(world.clock).toISOString() };
}

function text(random: Random, lines: number): string {
  const words = ['const value =', 'return', 'if (x) {', '}', '', 'the same words', '日本語'];
  return Array.from({ length: lines }, () => `${random.pick(words)} ${random.below(40)}\n`).join('');
}

function uuid(random: Random): string {
  const digits = (count: number) => Array.from({ length: count }, () => random.below(16).toString(16)).join('');
  return `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(12)}`;
}

function put({ repository }: World, name: string, content: string): void {
  write(join(repository, name), content);
}

function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

function commit(world: World, message: string): void {
  git(world, 'add', '-A');
  git(world, 'commit', '-q', '--allow-empty', '--no-verify', '-m', message);
}

function git({ repository, clock }: World, ...args: string[]): void {
  const date = new Date(clock).toISOString();
  const person = { NAME: 'A', EMAIL: 'a@x', DATE: date };
  const names = Object.entries(person).flatMap(([key, value]) => [
    [`GIT_AUTHOR_${key}`, value],
    [`GIT_COMMITTER_${key}`, value],
  ]);
  const env = {
    PATH: process.env.PATH,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    ...Object.fromEntries(names),
  };
  execFileSync('git', args, { cwd: repository, env, stdio: 'ignore' });
}
