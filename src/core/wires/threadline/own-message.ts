import type { JsonObject } from '../../lines/json.ts';

/** A message that can be trusted, as far as readers look at it. Source: `UnifiedMessage` in src/core/messages. */
export interface OwnMessage {
  id: string;
  role: string;
  content: OwnBlock[];
  timestamp: number;
  tool: string;
  model?: string;
  usage?: OwnUsage;
  injected?: boolean;
  inherited?: boolean;
  parent?: string;
  _original?: JsonObject;
}

/** A block of any type. One of a known type has its fields. */
export interface OwnBlock {
  type: string;
  text?: string;
  thinking?: string;
  id?: string;
  name?: string;
  input?: JsonObject;
  tool_use_id?: string;
  content?: string;
  is_error?: boolean;
  source?: { media_type?: string; data?: string; url?: string };
}

export interface OwnUsage {
  inputTokens?: number;
  outputTokens?: number;
  totalTokens?: number;
  cacheReadTokens?: number;
  cacheCreationTokens?: number;
}
