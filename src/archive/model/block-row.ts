import type { UnifiedContent, UnifiedMessage } from '../../core/messages/message.ts';

export type BlockKind = UnifiedContent['type'];
export type BlockRole = UnifiedMessage['role'];

/** A part of a conversation: `count` blocks, the first of which has the number `from`. */
export interface BlockRange {
  /** From 0. */
  from: number;
  count: number;
}

/** One content block of one message. */
export interface BlockRow {
  /** Its place in the session, from 0, without gaps. */
  seq: number;
  /** The id of its message, unique in the session: `show SESSION#MESSAGE` opens it. */
  message: string;
  role: BlockRole;
  kind: BlockKind;
  /** The name of the tool, on its call and on its result. */
  tool?: string | undefined;
  /** The id of the call, on the call and on its result. */
  toolUse?: string | undefined;
  /** On a result: whether the call failed. */
  error?: boolean | undefined;
  /** The call whose sub-agent said it, where it stands in the parent's own file. */
  parent?: string | undefined;
  /** From the history that a fork or a sub-agent was given. */
  inherited: boolean;
  /** Milliseconds since 1970; 0 where nothing tells. */
  at: number;
  /** The line of the file that opened the message; 0 where it is not known. */
  line: number;
  /** What was said. Of a call: the texts of its input, one below the other. Of an image: where it was, never its data. */
  text: string;
  /** Of a call: its input. */
  input?: Record<string, unknown> | undefined;
  /** So many bytes of the text's middle were left out; a mark stands in their place. */
  omitted?: number | undefined;
}
