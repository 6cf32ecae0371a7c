export { countTurns } from './count-turns.ts';
export type { HomeOptions } from './homes.ts';
export { findSession, type ListOptions, lastSession, listSessions } from './list-sessions.ts';
export { type LoadOptions, loadSession } from './load-session.ts';
export { openSession, type Session } from './open-session.ts';
export type { SessionProblem, SessionProblemCode } from './problem.ts';
export type { SessionInfo } from './session-info.ts';
