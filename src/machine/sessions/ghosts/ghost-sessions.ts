import { createHash } from 'node:crypto';
import { typedPrompt } from '../../../core/tools/typed-prompt.ts';
import { firstFrom } from '../../facts/first-from.ts';
import { cutFirstPrompt } from '../first-prompt.ts';
import type { HomeOptions } from '../homes.ts';
import type { SessionInfo } from '../session-info.ts';
import { type LoggedPrompt, readPromptLogs } from './read-prompt-logs.ts';

/** A prompt with the time at which it was typed. */
export interface TimedPrompt {
  text: string;
  /** Milliseconds since 1970; 0 if unknown. */
  at: number;
}

/** A session of which only the prompts are left. */
export interface GhostSession {
  agent: string;
  /** The thread's id. One of ours, beginning with `prompts-`, if the log names no session. */
  id: string;
  home: string;
  /** The path of the log. */
  path: string;
  project?: string | undefined;
  prompts: readonly TimedPrompt[];
  /** True if the log names no session: prompts of one folder that follow each other closely were taken for one. */
  isAssumed: boolean;
}

/** A session that is there, as far as it matters for those that are not. */
export type FoundSession = Pick<SessionInfo, 'agent' | 'id' | 'path' | 'cwd' | 'gone'>;

/** What is known of the sessions that are there. */
export interface KnownSessions {
  /** True for a session that is listed, kept in an archive, deleted or forgotten. */
  has(agent: string, id: string): Promise<boolean>;
  /** True for a folder whose sessions the person wants nowhere. */
  isExcluded(project: string | undefined): boolean;
  /** The prompts of the known sessions of an agent in a folder, for logs that name no session. */
  promptsIn(agent: string, project: string | undefined): Promise<readonly TimedPrompt[]>;
}

/** A longer pause begins another session, where a log names none. */
const PAUSE_MS = 30 * 60_000;
/** A transcript has a prompt this long before or after the log at most. */
const SAME_MS = 2000;
/** Commands that only steer the program. A session of nothing else was none. */
const STEERING = new Set(['/exit', '/quit', '/clear', '/model', '/config', '/login', '/logout', 'exit', 'quit']);

/** Finds the sessions that are gone and that a log of prompts still tells of, the newest first. */
export async function findGhosts(options: HomeOptions, known: KnownSessions): Promise<GhostSession[]> {
  const prompts = (await readPromptLogs(options)).filter(({ folder }) => !known.isExcluded(folder));
  const named = groupBy(
    prompts.filter(({ session }) => session !== ''),
    ({ agent, session }) => JSON.stringify([agent.name, session]),
  );
  const nameless = groupBy(
    prompts.filter(({ session }) => session === ''),
    ({ agent, folder }) => JSON.stringify([agent.name, folder]),
  );
  const ghosts: GhostSession[] = [];
  for (const group of named) {
    const ghost = ghostOf(group, false);
    if (!(await known.has(ghost.agent, ghost.id))) ghosts.push(ghost);
  }
  for (const group of nameless) {
    const [first] = group;
    if (!first) continue;
    const isSaid = promptFinder(await known.promptsIn(first.agent.name, first.folder));
    const left = group.filter((prompt) => !isSaid(prompt));
    ghosts.push(...splitAtPauses(left).map((part) => ghostOf(part, true)));
  }
  const told = ghosts.filter(({ prompts: typed }) => typed.some(({ text }) => !STEERING.has(text.trim())));
  return told.sort((one, other) => endOf(other) - endOf(one));
}

/** The ghost as a row of a list. Its file is the log of all prompts, so it is never opened as a session. */
export function ghostInfo({ agent, id, home, path, project, prompts, isAssumed }: GhostSession): SessionInfo {
  const [first] = prompts;
  const time = (at: number) => new Date(Math.max(0, at)).toISOString();
  return {
    agent,
    id,
    home,
    path,
    cwd: project,
    firstPrompt: first && cutFirstPrompt(first.text),
    createdAt: first && first.at > 0 ? time(first.at) : undefined,
    updatedAt: time(prompts.at(-1)?.at ?? 0),
    archived: false,
    compressed: false,
    gone: true,
    ghost: { prompts: prompts.length, assumed: isAssumed },
    size: 0,
    problems: [],
  };
}

function ghostOf(prompts: readonly LoggedPrompt[], isAssumed: boolean): GhostSession {
  const [first] = prompts;
  if (!first) throw new TypeError('a ghost has prompts');
  const { agent, home, path, session, folder } = first;
  const id = isAssumed ? assumedId(first) : session;
  const typed = prompts.map(({ text, at }) => ({ text, at }));
  return { agent: agent.name, id, home, path, project: folder, prompts: typed, isAssumed };
}

/** The same each time, as long as the prompt that began it is in the log. */
function assumedId({ folder = '', at, text }: LoggedPrompt): string {
  return `prompts-${createHash('sha256')
    .update(JSON.stringify([folder, at, text]))
    .digest('hex')
    .slice(0, 16)}`;
}

function endOf({ prompts }: GhostSession): number {
  return prompts.at(-1)?.at ?? 0;
}

function splitAtPauses(prompts: readonly LoggedPrompt[]): LoggedPrompt[][] {
  const parts: LoggedPrompt[][] = [];
  for (const prompt of prompts) {
    const last = parts.at(-1);
    const before = last?.at(-1);
    if (last && before && prompt.at - before.at <= PAUSE_MS) last.push(prompt);
    else parts.push([prompt]);
  }
  return parts;
}

/** Finds a prompt of a log among those of the sessions that are there. Both may be many thousands. */
function promptFinder(said: readonly TimedPrompt[]): (prompt: LoggedPrompt) => boolean {
  const times = new Map<string, number[]>();
  for (const { text, at } of said) {
    const words = plain(text);
    const known = times.get(words);
    if (known) known.push(at);
    else times.set(words, [at]);
  }
  for (const known of times.values()) known.sort((one, other) => one - other);
  return ({ text, at }) => {
    const known = times.get(plain(text)) ?? [];
    const next = known[firstFrom(known, at - SAME_MS)];
    return next !== undefined && next <= at + SAME_MS;
  };
}

/** A transcript writes commands with tags, and the log as they were typed. */
function plain(text: string): string {
  return typedPrompt(text).text.replace(/^!\s+/, '!').trim();
}

function groupBy(prompts: readonly LoggedPrompt[], keyOf: (prompt: LoggedPrompt) => string): LoggedPrompt[][] {
  const groups = new Map<string, LoggedPrompt[]>();
  for (const prompt of prompts) {
    const key = keyOf(prompt);
    const group = groups.get(key);
    if (group) group.push(prompt);
    else groups.set(key, [prompt]);
  }
  return [...groups.values()];
}
