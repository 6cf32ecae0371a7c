import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createEventReader, detectWire, type ThreadEvent } from '../../src/index.ts';

/** A run of Gemini CLI as it was printed, and the chat that it left. */
export interface GeminiRun {
  version: string;
  /** `s8`, or `s8.2` for the second of several runs. */
  scenario: string;
  live: ThreadEvent[];
  /** Of the chats with the thread's id the one with most turns: a resume leaves twins. */
  file: ThreadEvent[];
  /** The number of the run's first turn in the chat. */
  firstTurn: number;
}

const BUNDLED = fileURLToPath(new URL('../fixtures/gemini', import.meta.url));
const SHARED = `${process.env.THREADLINE_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url))}/recordings/gemini`;

export function bundledGeminiRuns(): GeminiRun[] {
  return runsBelow(BUNDLED);
}

/** All shared recordings; undefined where they are not on this machine. */
export function sharedGeminiRuns(): GeminiRun[] | undefined {
  return existsSync(SHARED) ? runsBelow(SHARED) : undefined;
}

function runsBelow(root: string): GeminiRun[] {
  return globSync('*/*', { cwd: root })
    .sort()
    .flatMap((folder) => runsOf(`${root}/${folder}`, folder));
}

function runsOf(folder: string, name: string): GeminiRun[] {
  const [version = '', scenario = ''] = name.split('/');
  const chats = globSync('session/**/chats/**/*.{json,jsonl}', { cwd: folder }).map((path) =>
    readEvents(`${folder}/${path}`),
  );
  const turns = new Map<string, number>();
  return globSync('stdout*.jsonl', { cwd: folder })
    .sort()
    .filter((path) => detectWire(readFileSync(`${folder}/${path}`)) === 'gemini-stream')
    .flatMap((path) => {
      const live = readEvents(`${folder}/${path}`);
      const threadId = threadOf(live);
      const own = chats.filter((chat) => threadOf(chat) === threadId);
      const file = own.sort((left, right) => turnsIn(right) - turnsIn(left))[0];
      // The JSON output has neither prompts nor calls, and in its older form no id.
      if (!file || !live.some(({ type }) => type === 'item.started' || type === 'item.delta')) return [];
      const firstTurn = (turns.get(threadId) ?? 0) + 1;
      turns.set(threadId, firstTurn + turnsIn(live) - 1);
      const number = path.replace(/^stdout|\.jsonl$/g, '');
      return [{ version, scenario: `${scenario}${number}`, live, file, firstTurn }];
    });
}

function readEvents(path: string): ThreadEvent[] {
  const reader = createEventReader();
  return [...reader.push(readFileSync(path)), ...reader.end()].flatMap((outcome) => (outcome.ok ? outcome.events : []));
}

function threadOf(events: readonly ThreadEvent[]): string {
  return events.find(({ type }) => type === 'thread.started')?.thread_id ?? '';
}

function turnsIn(events: readonly ThreadEvent[]): number {
  return events.filter(({ type }) => type === 'turn.started').length;
}
