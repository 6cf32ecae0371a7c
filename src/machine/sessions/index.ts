export { type SessionStatus, type StatusOptions, sessionStatus } from '../facts/session-status.ts';
export { arrangeSessions, type ListedSession } from './arrange-sessions.ts';
export type { FollowCheckpoint, FollowedIdentity } from './following/checkpoint.ts';
export type { FollowClock } from './following/clock.ts';
export type { FollowChange, FollowedOutcomes } from './following/follow-change.ts';
export { type FollowOptions, followSession } from './following/follow-session.ts';
export {
  type FollowedChange,
  type FollowSessionsOptions,
  type FollowStart,
  followSessions,
} from './following/follow-sessions.ts';
export type { TurnChoice } from './handing-over/choose-turns.ts';
export { handOff, removeHandOff } from './handing-over/hand-off.ts';
export type {
  HandedOff,
  HandOffAction,
  HandOffOptions,
  HandOffRemoval,
  ImportCommand,
  ImportResult,
  RunImport,
} from './handing-over/hand-off-options.ts';
export type { HomeOptions } from './homes.ts';
export { findSession, type ListOptions, lastSession, listSessions } from './list-sessions.ts';
export { type LoadOptions, loadSession } from './load-session.ts';
export type { SessionKey } from './locate-file.ts';
export { openSession, type Session, type SessionReadOptions, type SourceReadOptions } from './open-session.ts';
export { openSource, type Source } from './open-source.ts';
export type { SessionProblem, SessionProblemCode } from './problem.ts';
export { readStatus } from './read-status.ts';
export { type ResolvedSession, type ResolveOptions, resolveSession } from './resolve-session.ts';
export { createRowsStore } from './rows/rows-store.ts';
export type { RowTable, SessionTables } from './rows/session-tables.ts';
export { isSubagent, type SessionInfo } from './session-info.ts';
export type { SessionSource, SourceFollower, SourceKey, SourceLook } from './session-source.ts';
export { countTurns, type ResumePoint, resumePoint } from './session-turns.ts';
export type {
  AgentNote,
  AgentStore,
  FileIdentity,
  Home,
  ImportedSession,
  ImportRules,
  NewSession,
  NewSessionRules,
  SessionFile,
  SessionOrigin,
  SessionStore,
  StoreHomes,
  TurnScanner,
} from './store.ts';
export { agentStores } from './stores/registry.ts';
