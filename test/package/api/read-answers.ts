import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Place } from '../command-calls.ts';
import { commandNames, type Program } from '../run-call.ts';
import type { List } from './lists.ts';

const run = promisify(execFile);
const AGENTS = ['claude', 'codex', 'gemini'];

/** What programs read of the command line: the keys of JSON, the columns of CSV, on the sample's sessions. */
export async function commandAnswers([command, ...first]: Program, place: Place): Promise<Map<string, List>> {
  const { session } = place;
  const converted = ['events', 'messages', 'ndjson', 'otlp'].flatMap((shape) =>
    AGENTS.map((agent): [string, string[]] => {
      return [`convert-${agent}-${shape}`, ['convert', largestSession(place, agent), '--to', shape, '--all']];
    }),
  );
  const calls: Record<string, string[]> = {
    ...Object.fromEntries(converted),
    sessions: ['sessions', '--json', '--all'],
    show: ['show', session, '--json', '--agents'],
    search: ['search', 'test', '--json'],
    usage: ['usage', '--json', '--zone', 'UTC'],
    'usage-by-model': ['usage', '--json', '--by', 'model', '--zone', 'UTC'],
    'usage-csv': ['usage', '--csv', '--zone', 'UTC'],
    handoff: ['handoff', session, '--to', 'claude', '--cwd', place.folder, '--dry-run', '--json'],
    check: ['check', session, '--json'],
    doctor: ['doctor', '--json'],
    'archive-status': ['archive', 'status', '--json'],
    run: ['run', 'List the files', '--json'],
  };
  const options = { cwd: place.folder, env: environment(place), maxBuffer: Number.POSITIVE_INFINITY };
  const answers = new Map<string, List>();
  for (const [name, args] of Object.entries(calls)) {
    const { stdout } = await run(command, [...first, ...args], options);
    answers.set(name, name.endsWith('csv') ? columnsOf(stdout) : keysOf(valuesIn(stdout)));
  }
  return answers;
}

/** The options of each command, as its help tells of them. */
export async function commandOptions([command, ...first]: Program, place: Place): Promise<Map<string, List>> {
  const options = { cwd: place.folder, env: environment(place) };
  const help = async (...args: string[]) => (await run(command, [...first, ...args, '--help'], options)).stdout;
  const lists = new Map<string, List>();
  for (const name of commandNames([command, ...first])) {
    const [, text = ''] = (await help(name)).split(/^Options$/m);
    const found = text.matchAll(/^ {2,8}(?:-\w, )?(--[a-z][\w-]*)/gm);
    lists.set(name, new Map(Array.from(found, ([, option = '']) => [option, 'option'])));
  }
  return lists;
}

/** What the page reads of the viewer. */
export async function viewerAnswers([command, ...first]: Program, place: Place): Promise<Map<string, List>> {
  const child = spawn(command, [...first, 'serve', '--port', '0'], {
    cwd: place.folder,
    env: environment(place),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const [line] = await once(child.stdout, 'data');
    const { origin, searchParams } = new URL(String(line).trim());
    const headers = { authorization: `Bearer ${searchParams.get('token')}` };
    const ask = async (path: string): Promise<unknown> => (await fetch(`${origin}/api/${path}`, { headers })).json();
    return await askViewer(ask);
  } finally {
    child.kill('SIGKILL');
  }
}

async function askViewer(ask: (path: string) => Promise<unknown>): Promise<Map<string, List>> {
  const keys = await sessionKeys(ask);
  const ofSessions = ['', '/rows?from=0&limit=200', '/rows/1/message', '/outline', '/spans', '/lines?from=1&to=3'];
  const others = [
    'hello',
    'sessions?limit=50',
    'search?q=test&facets=1',
    'usage?by=day',
    'usage/explain?by=day&key=2026-11-13',
    'problems',
  ];
  const answers = new Map<string, List>();
  for (const path of others) answers.set(nameOf(path), keysOf([await ask(path)]));
  for (const part of [...ofSessions, '/find?q=test', '/export/preview']) {
    const values: unknown[] = [];
    for (const key of keys) values.push(await ask(`sessions/${key}${part}`));
    answers.set(nameOf(`session${part}`), keysOf(values));
  }
  return answers;
}

function nameOf(path: string): string {
  return path.replace(/\?.*/, '').replaceAll(/\W+/g, '-');
}

/** Asked for until the list is complete: tokens and shapes of sessions are counted, and words indexed, beside it. */
async function sessionKeys(ask: (path: string) => Promise<unknown>): Promise<string[]> {
  for (let tries = 0; ; tries += 1) {
    const list = await ask('sessions?limit=50');
    const keys = keysOf([list, await ask('search?q=test')]);
    const isComplete = keys.has('.items[].usage.costUsd') && keys.has('.items[].shape') && keys.has('.hits[].match');
    if (isComplete || tries === 100)
      return JSON.stringify(list).match(/(?<="key":")(?:claude|codex|gemini)\/[^"]+/g) ?? [];
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** The session of an agent with most in it. */
function largestSession({ env }: Place, agent: string): string {
  const files = globSync(`${env.HOME}/.${agent}/**/*.{jsonl,json}`, { exclude: ['**/logs.json', '**/projects.json'] });
  return files.sort((a, b) => statSync(b).size - statSync(a).size)[0] ?? '';
}

function environment({ env }: Place): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, NODE_NO_WARNINGS: '1', LANG: 'C', TZ: 'UTC', ...env };
}

/** One value, or a line for each. */
function valuesIn(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  }
}

function columnsOf(text: string): List {
  const [head = ''] = text.split('\n');
  return new Map(head.split(',').map((column) => [column, 'column']));
}

/** Each place in the values where something stands, and of which types it is. Null is anything that is not known. */
function keysOf(values: readonly unknown[]): List {
  const types = new Map<string, Set<string>>();
  const visit = (path: string, value: unknown) => {
    if (Array.isArray(value)) for (const entry of value) visit(`${path}[]`, entry);
    else if (typeof value === 'object' && value !== null)
      for (const [key, entry] of Object.entries(value)) visit(`${path}.${isName(key) ? key : '*'}`, entry);
    const type = Array.isArray(value) ? 'list' : typeof value;
    const known = types.get(path) ?? new Set();
    types.set(path, value === null ? known : known.add(type));
  };
  for (const value of values) visit('', value);
  types.delete('');
  return new Map(Array.from(types, ([path, names]) => [path, [...names].sort().join(' | ')]));
}

/** A key of ours; what else is a key is data, such as a model or a path. */
function isName(key: string): boolean {
  return /^[a-z][A-Za-z0-9_]*$/.test(key);
}
