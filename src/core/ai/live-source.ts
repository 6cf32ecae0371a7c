import type { ThreadEvent } from '../thread/event.ts';

/** An agent under control, and what it is asked: `run: (prompt) => ({ live: session, prompt })`. A `LiveSession` fits. */
export interface LiveSource {
  live: ControlledAgent;
  prompt: string;
}

/** What is used of a live session. */
export interface ControlledAgent {
  readonly id: string;
  readonly eventCount: number;
  readonly state: string;
  /** Begins a turn. Throws while one runs. */
  send(input: string): { done: Promise<{ status: string; error?: string }> };
  /** Denies what waits and ends the turn. */
  interrupt(): Promise<unknown>;
  /** Its events from a number on. */
  subscribe(from?: number): AsyncIterable<ControlledEvent>;
}

/** What happens in it: events of the thread, what the agent asks, and more that is left out here. */
export type ControlledEvent =
  | ThreadEvent
  | { type: 'approval.requested'; approval: SourceApproval }
  | { type: 'approval.resolved'; id: string }
  | { type: 'question.asked'; question: { decline(reason?: string): Promise<void> } }
  | { type: 'live.state'; state: string }
  | { type: 'question.resolved' | 'live.mode' | 'live.warning' | 'live.said' | 'turn.stalled' };

/** An approval that waits. */
export interface SourceApproval {
  /** 128 random bits. */
  readonly id: string;
  /** The call that it is asked for. */
  readonly item_id?: string;
  readonly kind: string;
  readonly tool?: string;
  readonly command?: string;
  readonly input?: unknown;
  /** Answers once. */
  answer(answer: { allow: 'once' } | { deny: true; reason?: string }): Promise<void>;
}
