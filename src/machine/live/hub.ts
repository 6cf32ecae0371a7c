import { ThreadlineError } from '../../errors.ts';
import type { LiveAgent } from './agents/registry.ts';
import type { Ask } from './ask.ts';
import type { ControlledSession } from './controlled-session.ts';
import { type HubLimits, hubLimits, LimitWatch } from './hub-limits.ts';
import type { LiveEvent, LiveState } from './live-event.ts';
import type { LiveOptions, LiveSession } from './live-session.ts';
import { openControlled } from './open-live.ts';
import { readNotice, type WaitingNotice } from './read-notice.ts';
import { WaitingWatch } from './waiting-notice.ts';

export type { HubLimits } from './hub-limits.ts';
export type { WaitingNotice } from './read-notice.ts';

/** A session of a hub. */
export interface HubEntry {
  readonly agent: string;
  readonly id: string;
  readonly cwd: string;
  readonly state: LiveState;
  readonly session: LiveSession;
}

/** Something that waits, and the session that asks. */
export interface InboxEntry {
  readonly entry: HubEntry;
  readonly ask: Ask;
}

/** An event of one of the sessions. */
export interface HubEvent {
  readonly entry: HubEntry;
  readonly event: LiveEvent;
}

/** Options of a session in a hub. Nothing here lets everything pass. */
export interface HubOptions extends Omit<LiveOptions, 'dangerouslyBypass' | 'mode'> {
  /** Default: `ask`. */
  mode?: 'ask' | 'edits' | 'plan' | undefined;
  /** When one is reached, the turn is interrupted, and that is told as a `live.warning`. */
  limits?: HubLimits | undefined;
}

/**
 * Several live sessions in one process: a list, one inbox of what waits, limits. Who reads `events` reads for all of them.
 *
 * @example
 * import { LiveHub } from 'threadline/live';
 *
 * const hub = new LiveHub();
 * const { session } = await hub.open('claude', { cwd: process.cwd(), limits: { turnMs: 600_000 } });
 * hub.subscribe(({ entry, event }) => console.log(entry.agent, event.type, hub.inbox.length));
 * await session.send('Which files are here?').done;
 * await hub.close();
 */
export class LiveHub {
  readonly #entries = new Map<LiveSession, HubEntry>();
  readonly #listeners = new Set<(event: HubEvent) => void>();
  readonly #notice: WaitingNotice | undefined;
  #isClosed = false;

  /** `waiting` notifies a person who is away that something waits. Without it nobody is notified. */
  constructor({ waiting }: { waiting?: WaitingNotice | undefined } = {}) {
    this.#notice = waiting && readNotice(waiting);
  }

  /** The sessions that are open, in the order in which they were opened. */
  get list(): readonly HubEntry[] {
    return [...this.#entries.values()];
  }

  /** What waits in all sessions, oldest session first. */
  get inbox(): readonly InboxEntry[] {
    return this.list.flatMap((entry) => entry.session.open.map((ask) => ({ entry, ask })));
  }

  /** Opens a session, as `openLive` does. */
  async open(agent: LiveAgent, options: HubOptions): Promise<HubEntry> {
    if (this.#isClosed) throw new ThreadlineError('closed', 'the hub is closed');
    const { limits = {}, ...rest } = options;
    hubLimits(limits);
    const session = await openControlled(agent, { ...rest, dangerouslyBypass: false, mode: modeOf(options) }, 'serve');
    const entry = createEntry(typeof agent === 'string' ? agent : agent.name, rest.cwd, session);
    this.#entries.set(session, entry);
    this.#follow(entry, session, limits);
    return entry;
  }

  /** Calls back for every event of every session, until the function is called that it returns. It counts as a reader. */
  subscribe(onEvent: (event: HubEvent) => void): () => void {
    this.#listeners.add(onEvent);
    const leave = this.list.map(({ session }) => (session as ControlledSession).stream.addReader());
    this.#readers.set(onEvent, leave);
    return () => {
      this.#listeners.delete(onEvent);
      for (const gone of this.#readers.get(onEvent) ?? []) gone();
      this.#readers.delete(onEvent);
    };
  }

  /** Closes all sessions. Nothing can be opened any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.list.map(({ session }) => session.close()));
  }

  readonly #readers = new Map<(event: HubEvent) => void, (() => void)[]>();

  #follow(entry: HubEntry, session: ControlledSession, limits: HubLimits): void {
    const watch = new LimitWatch(limits, (why) => {
      session.warn(`${why}: the turn is interrupted`);
      void session.interrupt().catch(() => {});
    });
    const waiting = this.#notice && new WaitingWatch(this.#notice, entry, (message) => session.warn(message));
    for (const [, leave] of this.#readers) leave.push(session.stream.addReader());
    session.stream.watch((event) => {
      watch.add(event);
      waiting?.add(event);
      for (const listener of this.#listeners) listener({ entry, event });
      if (event.type === 'live.state' && event.state === 'closed') this.#entries.delete(session);
    });
    if (session.state === 'closed') this.#entries.delete(session);
  }
}

/** Whatever a caller without types puts there, it is none that lets everything pass. */
function modeOf({ mode = 'ask' }: HubOptions): 'ask' | 'edits' | 'plan' {
  if (mode === 'ask' || mode === 'edits' || mode === 'plan') return mode;
  throw new TypeError("the mode of a session in a hub is 'ask', 'edits' or 'plan'");
}

function createEntry(agent: string, cwd: string, session: LiveSession): HubEntry {
  return {
    agent,
    cwd,
    session,
    get id() {
      return session.id;
    },
    get state() {
      return session.state;
    },
  };
}
