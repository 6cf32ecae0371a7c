import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ThreadEvent } from 'threadline';
import { type Answer, type Ask, type LiveAgent, type LiveEvent, type LiveSession, openLive } from 'threadline/live';
import { nameOf, promptOf, protocolOf } from '../fakes/live/matching.mjs';
import { canFindProcesses, createMark, findMarked, MARK } from '../run/marked-processes.ts';
import { decisionOf, type RecordedLine } from './recorded-decision.ts';

const AGENT = fileURLToPath(new URL('../fakes/live/agent.mjs', import.meta.url));

interface Entry {
  dir: 'in' | 'out' | 'mark';
  line?: string;
  event?: string;
  client?: string;
}

/** What became of a recording that our client lived through. */
export interface Replayed {
  /** The session could not be opened, for this reason. */
  refused?: string;
  events: LiveEvent[];
  /** What was answered to the agent, in order. */
  answers: string[];
  /** Answers that were a yes where the recorded one was a no, or the other way round. */
  turned: string[];
  /** The prompts, answers and interruptions of the recorded client that ours did not say in their place. */
  missed: string[];
  /** The processes that are there when the session is closed. */
  survivors: number[];
  /** It did not end by itself in time. */
  isLate: boolean;
}

/** The first process of the first client, as the stand-in plays it. */
export function entriesOf(path: string): Entry[] {
  const all = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Entry => JSON.parse(line));
  const own = all.filter(({ client }) => client === undefined || client === all[0]?.client);
  const end = own.findIndex(({ dir, event }) => dir === 'mark' && /^exit/.test(event ?? ''));
  return end === -1 ? own : own.slice(0, end + 1);
}

function messageOf({ line }: Entry): RecordedLine | undefined {
  try {
    const value: unknown = JSON.parse(line ?? '');
    return typeof value === 'object' && value !== null ? (value as RecordedLine) : undefined;
  } catch {
    return undefined;
  }
}

const PROMPT = /^(?:user|request (?:session\/prompt|turn\/start|turn\/steer))$/;
const INTERRUPT = /^(?:request (?:interrupt|turn\/interrupt)|note session\/cancel)$/;
const END = /^(?:exit|close|client-gone|SIG|kill|recorder|ws-close)/;
const MOST_MS = 30_000;
const STILL_MS = 15;
/** The end of a turn that was interrupted takes as long as its processes have to end. */
const END_MS = 1500;

/** Lives through a recording: says what the recorded client said when the stand-in waits for it. */
export async function replay(agent: LiveAgent, path: string): Promise<Replayed> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'threadline-replay-')));
  const entries = entriesOf(path);
  const messages = entries.map((entry) => (entry.dir === 'mark' ? undefined : messageOf(entry)));
  const protocol = protocolOf(messages.filter((message) => message !== undefined));
  const names = entries.map(({ dir }, index) => {
    const message = messages[index];
    return dir === 'in' && message ? String(nameOf(message, protocol)) : '';
  });
  const log = join(root, 'log.ndjson');
  const mark = createMark();
  const replayed: Replayed = { events: [], answers: [], turned: [], missed: [], survivors: [], isLate: false };
  let session: LiveSession;
  try {
    session = await openLive(agent, {
      cwd: root,
      dataFolder: join(root, 'data'),
      program: [process.execPath, AGENT, path],
      silenceMs: MOST_MS * 2,
      environment: {
        [MARK]: mark,
        FAKE_LIVE_LOG: log,
        FAKE_LIVE_REPLACE: JSON.stringify({ '/home/user/project': root }),
      },
    });
  } catch (error) {
    rmSync(root, { recursive: true, force: true });
    return { ...replayed, refused: error instanceof Error ? error.message : String(error) };
  }
  void (async () => {
    for await (const event of session.subscribe()) replayed.events.push(event);
  })();
  const done = new Set<number>();

  /** The next thing that the recorded client did which ours can do. */
  function nextMove(from: number): number {
    return entries.findIndex(({ dir, event = '' }, index) => {
      if (index < from || done.has(index)) return false;
      if (dir === 'mark') return END.test(event);
      const name = names[index] ?? '';
      return PROMPT.test(name) || INTERRUPT.test(name) || name.startsWith('answer ');
    });
  }

  /** Returns true if the session is to be closed. */
  async function move(index: number): Promise<boolean> {
    if (index === -1 || entries[index]?.dir === 'mark') return true;
    const name = names[index] ?? '';
    const message = messages[index] ?? {};
    if (name.startsWith('answer ')) {
      // What we answered ourselves, or refused, was not to be asked. A request may still be on its way.
      const [open] = session.open;
      if (!open && !(await isStill(END_MS))) return false;
      done.add(index);
      if (open) await answer(open, message);
      return false;
    }
    done.add(index);
    if (INTERRUPT.test(name)) void session.interrupt().catch(() => {});
    else void speak(String(promptOf(message) ?? ''), name);
    return false;
  }

  /** Nobody waits for it: an agent takes a text up when it can, which may be after the next thing that is done here. */
  async function speak(text: string, name: string): Promise<void> {
    try {
      if (session.state === 'idle') session.send(text);
      else await session.say(text, name.endsWith('steer') ? 'steer' : 'either');
    } catch {
      replayed.missed.push(name);
    }
  }

  async function answer(ask: Ask, message: RecordedLine): Promise<void> {
    const decision = decisionOf(message, protocol, 'allows' in ask ? ask : undefined);
    if ('allows' in ask) {
      const given: Answer = decision.allow
        ? {
            allow: 'once',
            ...(decision.input !== undefined && ask.allows.includes('allow-changed') && { input: decision.input }),
          }
        : {
            deny: true,
            ...(decision.reason !== undefined && { reason: decision.reason }),
            ...(decision.stop && { stop: true }),
          };
      await ask.answer(given).catch(() => {});
      replayed.answers.push(decision.allow ? 'allow' : 'deny');
    } else if (decision.allow && ask.answerable) {
      await ask
        .answer(Object.fromEntries(ask.questions.map(({ id, options }) => [id, [options?.[0]?.label ?? 'yes']])))
        .catch(() => {});
    } else await ask.decline().catch(() => {});
  }

  // A recording of many steps takes its time; one that waits for nothing more hangs.
  let deadline = Date.now() + MOST_MS;
  const look = () => `${existsSync(log) ? readFileSync(log, 'utf8') : ''}\n${replayed.events.length} ${session.state}`;
  /** What the stand-in said last has to be read first: nothing may have changed for so long. */
  const isStill = async (milliseconds: number) => {
    const before = look();
    await delay(milliseconds);
    return look() === before;
  };
  while (session.state !== 'closed' && !replayed.isLate) {
    replayed.isLate = Date.now() > deadline;
    const waits = [...look().matchAll(/^\{"waits":(\d+)\}$/gm)].at(-1);
    if (!waits || !(await isStill(STILL_MS))) {
      await delay(STILL_MS);
      continue;
    }
    const next = nextMove(Number(waits[1]));
    const isEnd = next === -1 || entries[next]?.dir === 'mark';
    if (isEnd && session.state !== 'idle' && !(await isStill(END_MS))) continue;
    if (await move(next)) break;
    if (done.has(next)) deadline = Date.now() + MOST_MS;
  }
  await session.close({ graceMs: 500 });
  if (canFindProcesses) replayed.survivors = findMarked(mark);
  const heard = existsSync(log) ? readFileSync(log, 'utf8') : '';
  replayed.missed.push(...leftOut(heard, names));
  replayed.turned.push(...turnedAnswers(heard));
  rmSync(root, { recursive: true, force: true });
  return replayed;

  function turnedAnswers(text: string): string[] {
    const lines = text.split('\n').filter((line) => /"matched":\d+\}$/.test(line));
    return lines.flatMap((line) => {
      const { name, message, matched } = JSON.parse(line);
      if (!name.startsWith('answer ')) return [];
      const [wanted, given] = [messages[matched] ?? {}, message].map(
        (one) => decisionOf(one, protocol, undefined).allow,
      );
      return wanted === given ? [] : [`${name}: ${wanted} became ${given}`];
    });
  }
}

/** The prompts, answers and interruptions of the recording that did not come in their place. */
function leftOut(log: string, names: readonly string[]): string[] {
  const came = new Set([...log.matchAll(/"matched":(\d+)\}$/gm)].map(([, index]) => Number(index)));
  return names.filter((name, index) => {
    const isWanted = PROMPT.test(name) || INTERRUPT.test(name) || name.startsWith('answer ');
    return isWanted && !came.has(index);
  });
}

/** Ids that the wire does not have count lines, and our client gets other lines than the recorded one. */
const COUNTED = /^L\d+\.\d+$/;

/** What the conversation is: its completed items and the ends of its turns. */
export function conversationOf(events: readonly (LiveEvent | ThreadEvent)[]): string[] {
  return events.flatMap((event) => {
    if (event.type === 'item.completed' && !event.inherited && event.item.type !== 'user_message') {
      const { type, id } = event.item;
      return [`${type} ${COUNTED.test(id) ? '' : id} ${'text' in event.item ? event.item.text : ''}`];
    }
    return /^turn\.(?:completed|failed|aborted)$/.test(event.type) ? [event.type] : [];
  });
}
