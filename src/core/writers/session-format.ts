import type { ImageContent, TextContent, ThinkingContent, UnifiedUsage } from '../messages/message.ts';
import type { ThreadOrigin } from '../thread/event.ts';
import type { Omitted } from './writer.ts';

/**
 * How an agent keeps a session, as far as it goes on with one that it did not write (docs/writers.md). What is the same
 * for all of them is done before: messages are whole and in order, ids and times are fit for any of them.
 */
export interface SessionFormat {
  /** What stands before the first message. */
  begin(): object[];
  message(message: SessionMessage): object[];
  /** What is still to be written when the thread is over. */
  end(): object[];
}

export type CreateSessionFormat = (context: SessionContext) => SessionFormat;

/** What is known of the session when its first message is written. */
export interface SessionContext {
  id: string;
  cwd: string;
  origin: ThreadOrigin;
  title: string | undefined;
  note: string | undefined;
  /** When the thread began. */
  time: string;
  style: string | undefined;
  /** Something is left out. */
  omit(what: Omitted): void;
}

/** One message: what was said, or calls with what came of them. */
export interface SessionMessage {
  role: 'user' | 'assistant' | 'system';
  /** ISO 8601, never before that of the message before. */
  time: string;
  /** Only formats that nothing resumes have a use for these. */
  model: string | undefined;
  usage: UnifiedUsage | undefined;
  /** No text is empty. */
  parts: (TextContent | ThinkingContent | ImageContent)[];
  /** Several where one call of the agent changed several files. */
  calls: SessionCall[];
}

export interface SessionCall {
  /** Unique in the file, of letters, digits, `-` and `_`, 64 at most, and no copy of another by its looks. */
  id: string;
  /** The id that it had. */
  ownId: string;
  /** Claude's name of the tool, or the agent's own. */
  name: string;
  input: Record<string, unknown>;
  output: string;
  isError: boolean;
  images: ImageContent[];
}

/** A tool's name as every provider takes it. */
export function plainName(name: string): string {
  return name.replace(/[^\w-]/g, '_').slice(0, 64) || 'tool';
}

/** Kinds of images that every provider takes. */
const IMAGE_TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** The image as a data URL or an address that a provider can reach; undefined for local files and other kinds. */
export function imageUrl({ source }: ImageContent): string | undefined {
  if (source.type === 'url') return /^https?:\/\//.test(source.url) ? source.url : undefined;
  return IMAGE_TYPES.has(source.media_type) ? `data:${source.media_type};base64,${source.data}` : undefined;
}
