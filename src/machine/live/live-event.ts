import type { ThreadEvent } from '../../core/thread/event.ts';
import type { Answer, AnsweredBy, Approval, Question } from './ask.ts';

/** An agent asks for an approval. */
export interface ApprovalRequestedEvent {
  type: 'approval.requested';
  approval: Approval;
}

/** An approval was answered, by whom or by what. */
export interface ApprovalResolvedEvent {
  type: 'approval.resolved';
  id: string;
  answer: Answer;
  by: AnsweredBy;
}

/** An agent asks a person a question. */
export interface QuestionAskedEvent {
  type: 'question.asked';
  question: Question;
}

/** A question was answered, or declined: then there are no answers. */
export interface QuestionResolvedEvent {
  type: 'question.resolved';
  id: string;
  answers?: Record<string, string[]>;
  reason?: string;
  by: AnsweredBy;
}

/** What a live session does at the moment. */
export type LiveState = 'starting' | 'idle' | 'running' | 'waiting' | 'closed';

/** The session does something else from here on. */
export interface LiveStateEvent {
  type: 'live.state';
  state: LiveState;
}

/** The agent confirmed a mode or a model. */
export interface LiveModeEvent {
  type: 'live.mode';
  mode: string;
  model?: string;
}

/** Something that a person should know: a file that lets the agent act unasked, a line that could not be read. */
export interface LiveWarningEvent {
  type: 'live.warning';
  message: string;
  file?: string;
}

/** Text that was said while a turn ran. */
export interface LiveSaidEvent {
  type: 'live.said';
  text: string;
  delivered: 'steered' | 'queued';
}

/** A turn has said nothing for long, though nobody is asked anything. */
export interface TurnStalledEvent {
  type: 'turn.stalled';
  turn_id?: string;
  silent_ms: number;
}

/** What happens in a live session: the thread's own events, with the ids that its file will have, and what waits. */
export type LiveEvent =
  | ThreadEvent
  | ApprovalRequestedEvent
  | ApprovalResolvedEvent
  | QuestionAskedEvent
  | QuestionResolvedEvent
  | LiveStateEvent
  | LiveModeEvent
  | LiveWarningEvent
  | LiveSaidEvent
  | TurnStalledEvent;
