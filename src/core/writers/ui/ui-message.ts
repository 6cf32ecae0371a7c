import type { UnifiedUsage } from '../../messages/message.ts';
import type { AgentName } from '../../thread/event.ts';
import type { UiSource } from './ui-sources.ts';

/**
 * Messages of the AI SDK, version 7, as far as threads need them. Source: npm `ai` 7.0.169, src/ui/ui-messages.ts. They
 * are written down here, so that nobody needs the package to write them; a test compares them with its types.
 */
export interface UiMessage {
  id: string;
  role: 'user' | 'assistant' | 'system';
  metadata: UiMetadata;
  parts: UiPart[];
}

export interface UiMetadata {
  agent: AgentName;
  /** The model of the first answer. */
  model?: string;
  /** Milliseconds since 1970. Absent if unknown. */
  timestamp?: number;
  /** The usage of the turn. */
  usage?: UnifiedUsage;
  turn_id?: string;
  /** The program added the message, not the person. */
  injected?: true;
  /** The turn was taken back. */
  withdrawn?: true;
  /** The history that a fork was given. */
  inherited?: true;
}

export type UiPart =
  | { type: 'step-start' }
  | { type: 'text' | 'reasoning'; text: string; state: 'done' }
  | UiToolPart
  | { type: 'file'; mediaType: string; url: string }
  | UiSource
  | { type: `data-${string}`; id?: string; data: object };

interface UiCall {
  type: 'dynamic-tool';
  toolName: string;
  toolCallId: string;
  input: unknown;
}

/** A call in its last state. A call without a result is an error: providers refuse one that nothing answers. */
export type UiToolPart =
  | (UiCall & { state: 'output-available'; output: string })
  | (UiCall & { state: 'output-error'; errorText: string })
  | (UiCall & { state: 'output-denied'; approval: { id: string; approved: false; reason?: string } });
