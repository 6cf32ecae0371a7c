import type { AskDesk } from './asks/ask-desk.ts';
import type { LiveEvent } from './live-event.ts';
import type { Frame, LiveLink } from './live-protocol.ts';
import type { LiveTurns } from './live-turns.ts';
import type { ThreadLines } from './thread-lines.ts';

/** The parts of a session that its driver reaches. */
export interface LinkedParts {
  write(frame: Frame): void;
  /** The lines of the agent, which are read by the driver that the link is made for. */
  lines(): ThreadLines;
  desk: AskDesk;
  turns: LiveTurns;
  emit(event: LiveEvent): void;
  identified(id: string, file?: string): void;
  /** Ends the session. */
  giveUp(): Promise<unknown>;
}

/** What a driver may tell and ask of its session. */
export function sessionLink({ write, lines, desk, turns, emit, identified, giveUp }: LinkedParts): LiveLink {
  return {
    write,
    approval: (request) => desk.approval(request),
    question: (request) => desk.question(request),
    withdrawn: (key) => desk.withdrawn(key),
    turnStarted: (id) => turns.started(id),
    turnEnded: (end) => turns.ended(end),
    identified,
    mode: (mode, model) => emit({ type: 'live.mode', mode, ...(model !== undefined && { model }) }),
    warn: (message, file) => emit(warning(message, file)),
    error: (message) => emit({ type: 'error', message, timestamp: new Date().toISOString() }),
    abandon: (reason) => {
      emit(warning(`the session is closed: ${reason}`));
      void giveUp().catch(() => {});
    },
    takeQueued: () => turns.takeTexts(),
    replaying: async (action) => {
      lines().isReplaying = true;
      try {
        return await action();
      } finally {
        lines().isReplaying = false;
      }
    },
  };
}

export function warning(message: string, file?: string): LiveEvent {
  return { type: 'live.warning', message, ...(file !== undefined && { file }) };
}
