import type { ImageContent, TextContent, ThinkingContent, UnifiedUsage } from '../messages/message.ts';
import type { ThreadOrigin } from '../thread/event.ts';
import type { Omitted } from './writer.ts';

/**
 * An agent's session format, as far as the agent continues sessions that it did not write (docs/writers.md). Work
 * common to all formats is done before: messages are whole and in order, ids and times suit any of them.
 */
export interface SessionFormat {
  /** The lines before the first message. */
  begin(): object[];
  message(message: SessionMessage): object[];
  /** The lines left to write at the end of the thread. */
  end(): object[];
}

export type CreateSessionFormat = (context: SessionContext) => SessionFormat;

/** The facts of the session when its first message is written. */
export interface SessionContext {
  id: string;
  cwd: string;
  origin: ThreadOrigin;
  title: string | undefined;
  note: string | undefined;
  /** The model that goes on, if a format names it. */
  model: string | undefined;
  /** The start of the thread. */
  time: string;
  style: string | undefined;
  /** Reports that something is left out. */
  omit(what: Omitted): void;
}

/** One message: texts, or calls with their results. */
export interface SessionMessage {
  role: 'user' | 'assistant' | 'system';
  /** ISO 8601, never earlier than the message before. */
  time: string;
  /** Only formats that nothing resumes use these. */
  model: string | undefined;
  usage: UnifiedUsage | undefined;
  /** No text is empty. */
  parts: (TextContent | ThinkingContent | ImageContent)[];
  /** Several if one call of the agent changed several files. */
  calls: SessionCall[];
}

export interface SessionCall {
  /** Unique in the file; letters, digits, `-` and `_`, at most 64; and not looking like a copy of another. */
  id: string;
  /** The original id. */
  ownId: string;
  /** Claude's name for the tool, or the agent's own. */
  name: string;
  input: Record<string, unknown>;
  output: string;
  isError: boolean;
  images: ImageContent[];
}

/** A tool's name in a form that every provider accepts. */
export function plainName(name: string): string {
  return name.replace(/[^\w-]/g, '_').slice(0, 64) || 'tool';
}

/** Kinds of images that every provider accepts. */
const IMAGE_TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** The image as a data URL or an address that a provider can reach. Undefined for local files and other kinds. */
export function imageUrl({ source }: ImageContent): string | undefined {
  if (source.type === 'url') return /^https?:\/\//.test(source.url) ? source.url : undefined;
  return IMAGE_TYPES.has(source.media_type) ? `data:${source.media_type};base64,${source.data}` : undefined;
}
