import type { ThreadEvent, ThreadStartedEvent } from '../../thread/event.ts';
import { HAND_OVER_FIELD, originOfNote } from '../../thread/hand-over.ts';
import { addInferred, THREAD, TURN } from '../../thread/inferred.ts';
import { contextEvent, type LinePlace } from '../claude/conversation.ts';
import { withDefined } from '../with-defined.ts';
import type { ProjectLine } from './lines.ts';

/** Facts that every line repeats. They are told where the thread begins, and again only when they change. */
export interface SessionFacts {
  /** The thread of the file: its session, or its sub-agent. */
  threadId(): string | undefined;
  /** The sub-agent that the file belongs to. */
  agentId(): string | undefined;
  /** Takes the session's name from a line without facts. */
  name(sessionId: string): void;
  /** Takes the facts of a line and adds the new ones to a list. */
  take(line: ProjectLine, place: LinePlace, events: ThreadEvent[]): void;
  /** Returns the events of a file that has only bookkeeping. */
  end(): ThreadEvent[];
}

const NAMES = ['cwd', 'version', 'gitBranch', 'userType', 'entrypoint', 'slug'] as const;
type Facts = Partial<Record<(typeof NAMES)[number], string>>;

export function createSessionFacts(): SessionFacts {
  let threadId: string | undefined;
  let agentId: string | undefined;
  let sessionId: string | undefined;
  let isGiven = false;
  const facts: Facts = {};

  function isSame(line: ProjectLine): boolean {
    return (
      line.cwd === facts.cwd &&
      line.version === facts.version &&
      line.gitBranch === facts.gitBranch &&
      line.userType === facts.userType &&
      line.entrypoint === facts.entrypoint &&
      line.slug === facts.slug
    );
  }

  function changed(line: ProjectLine): Facts | undefined {
    // Nearly always. Facts that a line does not repeat are handled below.
    if (isSame(line)) return undefined;
    let news: Facts | undefined;
    for (const name of NAMES) {
      const value = line[name];
      if (value === undefined || value === facts[name]) continue;
      facts[name] = value;
      news ??= {};
      news[name] = value;
    }
    return news;
  }

  function begin(line: ProjectLine, place: LinePlace): ThreadEvent {
    isGiven = true;
    // A sub-agent's file holds nothing else. In older files its lines are among those of the session.
    if (line.isSidechain && line.agentId !== undefined) agentId = line.agentId;
    sessionId ??= line.sessionId;
    threadId = agentId ?? sessionId ?? '';
    changed(line);
    const { cwd, version, entrypoint, gitBranch, userType, slug } = line;
    const event: ThreadStartedEvent = { type: 'thread.started', agent: 'claude', thread_id: threadId };
    if (threadId !== line.sessionId && threadId !== line.agentId) addInferred(event, THREAD);
    return withDefined(event, {
      cwd,
      cli_version: version,
      originator: entrypoint,
      origin: originOfNote(line.extra?.[HAND_OVER_FIELD]),
      git: gitBranch ? { branch: gitBranch } : undefined,
      parent_thread_id: agentId === undefined ? undefined : sessionId,
      timestamp: place.timestamp,
      line: place.line,
      extra: userType === undefined && slug === undefined ? undefined : { userType, slug },
    });
  }

  /** A fork copies lines with the old session's name, but the assistant's lines get the new one. */
  function rename(line: ProjectLine, place: LinePlace, events: ThreadEvent[]): void {
    if (line.type !== 'assistant' || agentId !== undefined) return;
    if (line.sessionId === undefined || line.sessionId === threadId) return;
    const event: ThreadStartedEvent = { type: 'thread.started', agent: 'claude', thread_id: line.sessionId };
    if (place.turn_id !== undefined) addInferred(event, TURN);
    events.push(
      withDefined(event, { forked_from_id: threadId || undefined, turn_id: place.turn_id, line: place.line }),
    );
    threadId = line.sessionId;
  }

  return {
    threadId: () => threadId ?? sessionId,
    agentId: () => agentId,
    name(id) {
      sessionId ??= id;
    },
    take(line, place, events) {
      if (!isGiven) {
        events.push(begin(line, place));
        return;
      }
      rename(line, place, events);
      const news = changed(line);
      if (!news) return;
      const event = contextEvent('session', news, { ...place, thread_id: threadId });
      events.push(withDefined(event, { cwd: news.cwd }));
    },
    end() {
      if (isGiven || sessionId === undefined) return [];
      isGiven = true;
      return [{ type: 'thread.started', agent: 'claude', thread_id: sessionId, inferred: THREAD }];
    },
  };
}
