import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type LiveEvent, type LiveOptions, type LiveSession, openLive } from 'threadline/live';
import { onTestFinished } from 'vitest';

const CONTROL_AGENT = fileURLToPath(new URL('../fakes/live/control-agent.mjs', import.meta.url));

/** A folder for one session: its project, our own data, and what the agent noted. */
export interface FakePlace {
  root: string;
  cwd: string;
  data: string;
  log: string;
  /** What the agent saw: requests, answers, and what it ran. */
  notes(): Record<string, unknown>[];
  made(name: string): boolean;
  options(more?: Partial<LiveOptions>): LiveOptions;
}

export function createPlace(): FakePlace {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'threadline-live-test-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const log = join(root, 'agent.log');
  return {
    root,
    cwd: root,
    data: join(root, 'data'),
    log,
    notes: () => (existsSync(log) ? lines(readFileSync(log, 'utf8')) : []),
    made: (name) => existsSync(join(root, name)),
    options: (more = {}) => ({
      cwd: root,
      dataFolder: join(root, 'data'),
      program: CONTROL_AGENT,
      ...more,
      environment: { FAKE_LOG: log, ...more.environment },
    }),
  };
}

export function lines(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** A session of the fake agent, closed when the test is over. */
export async function openFake(place: FakePlace, more?: Partial<LiveOptions>): Promise<LiveSession> {
  const session = await openLive('claude', place.options(more));
  onTestFinished(async () => void (await session.close({ graceMs: 50 })));
  return session;
}

/** Reads events in the background and answers by a function. */
export function collect(session: LiveSession, onEvent: (event: LiveEvent) => unknown = () => {}): LiveEvent[] {
  const events: LiveEvent[] = [];
  void (async () => {
    for await (const event of session) {
      events.push(event);
      await onEvent(event);
    }
  })();
  return events;
}

export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}

export async function until(isSo: () => boolean, what = 'what was waited for'): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error(`${what} did not come`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
