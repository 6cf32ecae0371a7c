import { createClaudeProjectWriter } from './claude-project-writer.ts';
import { createCodexRolloutWriter } from './codex-rollout-writer.ts';
import { createEventsWriter } from './events-writer.ts';
import { createGeminiChatWriter } from './gemini-chat-writer.ts';
import { createMessagesWriter } from './messages-writer.ts';
import { createNdjsonWriter } from './ndjson-writer.ts';
import type { CreateWriter } from './writer.ts';

/**
 * Every shape that threads are written in, by its name. A new one is a file and a line here. A session format has the name
 * of the wire that it is, and the agent's as a short one.
 */
export const writers: ReadonlyMap<string, CreateWriter> = new Map<string, CreateWriter>([
  ['events', createEventsWriter],
  ['messages', createMessagesWriter],
  ['ndjson', createNdjsonWriter],
  ['claude-project', createClaudeProjectWriter],
  ['codex-rollout', createCodexRolloutWriter],
  ['gemini-chat', createGeminiChatWriter],
  ['claude', createClaudeProjectWriter],
  ['codex', createCodexRolloutWriter],
  ['gemini', createGeminiChatWriter],
]);
