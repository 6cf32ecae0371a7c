import { readFileSync, statSync } from 'node:fs';
import { commands } from '../../src/doors/cli/commands.ts';
import { type Door, type DoorFacts, type DoorUsage, NO_USAGE } from './door-facts.ts';

type Fields = Record<string, unknown>;

/**
 * Runs a command of the command line in this process, and gives what it writes to standard output: a file that the
 * environment names, so that no stream has to be replaced.
 */
export async function said(args: readonly string[]): Promise<string> {
  const [name, ...rest] = args;
  const command = await commands.find((one) => one.name === name)?.load();
  if (!command) throw new Error(`there is no command ${name}`);
  const written = process.env.THREADLINE_DOORS_OUTPUT ?? '';
  const before = statSync(written).size;
  await command.run(rest, {});
  return readFileSync(written).subarray(before).toString();
}

const inHomes = (homes: readonly string[]): string[] => homes.flatMap((home) => ['--home', home]);

/** `threadline sessions --json --all`. */
export async function sessionsDoor(homes: readonly string[]): Promise<Door> {
  const { sessions } = JSON.parse(await said(['sessions', '--json', '--all', ...inHomes(homes)]));
  const told = sessions.map((one: Fields) => [`${one.agent} ${one.id} ${one.path}`, factsOf(one)]);
  return { name: 'sessions --json', sessions: new Map(told) };
}

/** `threadline show --json` of one session. */
export async function showDoor(homes: readonly string[], key: string): Promise<Door> {
  const path = key.split(' ').slice(2).join(' ');
  const { session, messages } = JSON.parse(await said(['show', path, '--json', ...inHomes(homes)]));
  return { name: 'show --json', sessions: new Map([[key, { ...factsOf(session), messages: messages.length }]]) };
}

/** `threadline usage --json --by session`: what each thread used, by its id. */
export async function usageDoor(homes: readonly string[]): Promise<Map<string, DoorUsage>> {
  const { rows } = JSON.parse(await said(['usage', '--json', '--by', 'session', ...inHomes(homes)]));
  return new Map(rows.map((row: Fields) => [String(row.key), usageOf(row)]));
}

/** Of the JSON of a session: the keys that it has, by the names of facts. */
function factsOf(one: Fields): DoorFacts {
  const text = (key: string) => one[key] as string | null;
  const count = (key: string) => one[key] as number | null;
  const time = (key: string) => (typeof one[key] === 'string' ? Date.parse(one[key]) : null);
  return {
    title: text('title'),
    folder: text('cwd'),
    model: text('model'),
    version: text('version'),
    startedAt: time('created_at'),
    turns: count('turns'),
    usage: one.usage ? usageOf(one.usage as Fields) : NO_USAGE,
    ...('updated_at' in one && { endedAt: time('updated_at') }),
    ...('first_prompt' in one && { firstText: text('first_prompt') }),
    ...('status' in one && { status: text('status') }),
    ...('parent_id' in one && { parent: text('parent_id') }),
    ...('forked_from_id' in one && { fork: text('forked_from_id') }),
  };
}

function usageOf(row: Fields): DoorUsage {
  const { requests, input, cached, cache_write, output, reasoning, cost_usd: costUsd } = row as Record<string, number>;
  return {
    requests: requests ?? 0,
    input: input ?? 0,
    cached: cached ?? 0,
    cacheWrite: cache_write ?? 0,
    output: output ?? 0,
    reasoning: reasoning ?? 0,
    ...(typeof costUsd === 'number' && { costUsd }),
  };
}
