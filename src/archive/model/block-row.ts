import type { UnifiedContent, UnifiedMessage } from '../../core/messages/message.ts';

/** What a block is: a text, a thought, a call, a result, an image, or a note beside them. */
export type BlockKind = UnifiedContent['type'] | 'note';
/** Whose message a block stands in. */
export type BlockRole = UnifiedMessage['role'];

/** A part of a conversation: `count` blocks, starting with number `from`. */
export interface BlockRange {
  /** From 0. */
  from: number;
  count: number;
}

/** One content block of one message. */
export interface BlockRow {
  /** Its position in the session, from 0, without gaps. */
  seq: number;
  /** The id of its message, unique in the session: `show SESSION#MESSAGE` opens it. */
  message: string;
  role: BlockRole;
  kind: BlockKind;
  /** The name of the tool, on its call and on its result. */
  tool?: string | undefined;
  /** The id of the call, on the call and on its result. */
  toolUse?: string | undefined;
  /** On a result: true if the call failed. */
  error?: boolean | undefined;
  /** The call whose sub-agent said it, if it is in the parent's own file. */
  parent?: string | undefined;
  /** True for history that a fork or a sub-agent was given. */
  inherited: boolean;
  /** Milliseconds since 1970; 0 if unknown. */
  at: number;
  /** The line of the file that opened the message; 0 if unknown. */
  line: number;
  /** The text. Of a call: the texts of its input, joined by newlines. Of an image: its location, never its data. */
  text: string;
  /** Of a call: its input. Of a note: its kind, as `{kind}`. */
  input?: Record<string, unknown> | undefined;
  /** The number of bytes omitted from the middle of the text. A mark replaces them. */
  omitted?: number | undefined;
}
