import { createAtifWriter } from './atif/atif-writer.ts';
import { createOpenaiWriter } from './chat/openai-writer.ts';
import { createResponsesWriter } from './chat/responses-writer.ts';
import { createStsWriter } from './chat/sts-writer.ts';
import { createClaudeProjectWriter } from './claude-project-writer.ts';
import { createClaudeStreamWriter } from './claude-stream-writer.ts';
import { createCodexRolloutWriter } from './codex-rollout-writer.ts';
import { createEventsWriter } from './events-writer.ts';
import { createGeminiChatWriter } from './gemini-chat-writer.ts';
import { createMessagesWriter } from './messages-writer.ts';
import { createNdjsonWriter } from './ndjson-writer.ts';
import { createOtlpWriter } from './otlp/otlp-writer.ts';
import { createPiSessionWriter } from './pi-session-writer.ts';
import { createQwenChatWriter } from './qwen-chat-writer.ts';
import type { ThreadHead } from './thread-head.ts';
import { createUiWriter } from './ui/ui-writer.ts';
import type { CreateWriter } from './writer.ts';

/**
 * Every shape that programs read, by name. A new one is a file and a line here. A session format has the name of its
 * wire, and the agent's name as a short one.
 *
 * @example
 * import { readEvents } from 'threadline';
 * import { writers } from 'threadline/writers';
 *
 * const writer = writers.get('messages')?.({ original: false });
 * for await (const outcome of readEvents(process.stdin)) console.log(writer?.push(outcome).join(''));
 * console.log(writer?.end().join(''));
 */
export const writers: ReadonlyMap<string, CreateWriter> = new Map<string, CreateWriter>([
  ['events', createEventsWriter],
  ['messages', createMessagesWriter],
  ['ndjson', createNdjsonWriter],
  ['otlp', createOtlpWriter],
  ['atif', createAtifWriter],
  ['ui-messages', createUiWriter],
  ['openai', createOpenaiWriter],
  ['responses', createResponsesWriter],
  ['sts', createStsWriter],
  ['claude-project', createClaudeProjectWriter],
  ['claude-stream', createClaudeStreamWriter],
  ['codex-rollout', createCodexRolloutWriter],
  ['gemini-chat', createGeminiChatWriter],
  ['pi-session', createPiSessionWriter],
  ['qwen-chat', createQwenChatWriter],
  ['claude', createClaudeProjectWriter],
  ['codex', createCodexRolloutWriter],
  ['gemini', createGeminiChatWriter],
  ['pi', createPiSessionWriter],
  ['qwen', createQwenChatWriter],
]);

/** The shapes that people read. They have a head from a first reading, and are loaded on demand. */
const PAGES = ['markdown', 'html', 'replay', 'text', 'summary'] as const;

export type PageName = (typeof PAGES)[number];

export function isPageName(name: string): name is PageName {
  return PAGES.some((page) => page === name);
}

/** The names of all shapes that threads are written in. */
export function writerNames(): string[] {
  return [...writers.keys(), ...PAGES];
}

/** The shape of that name. A page is loaded with what its head needs. */
export async function loadWriter(name: string, head?: ThreadHead): Promise<CreateWriter> {
  const createWriter = writers.get(name);
  if (createWriter) return createWriter;
  if (!isPageName(name)) throw new TypeError(`no writer is called '${name}'; there are ${writerNames().join(', ')}`);
  const { loadPageWriter } = await import('./pages.ts');
  return loadPageWriter(name, head);
}
