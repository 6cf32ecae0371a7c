export type { LiveAgent } from './agents/registry.ts';
export type {
  Answer,
  AnsweredBy,
  AnswerKind,
  Approval,
  ApprovalKind,
  Ask,
  Policy,
  Question,
  QuestionPart,
} from './ask.ts';
export {
  type HubEntry,
  type HubEvent,
  type HubLimits,
  type HubOptions,
  type InboxEntry,
  LiveHub,
  type WaitingNotice,
} from './hub.ts';
export type { LiveEvent, LiveState } from './live-event.ts';
export type {
  Abilities,
  Closed,
  Interrupted,
  LeftProcess,
  LiveInput,
  LiveMode,
  LiveOptions,
  LiveSession,
  Said,
  Turn,
  TurnEnd,
} from './live-session.ts';
export { openLive } from './open-live.ts';
export { createPolicy } from './policy/create-policy.ts';
export { readPolicy } from './policy/policy-file.ts';
