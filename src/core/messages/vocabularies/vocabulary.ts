import type { JsonObject } from '../../lines/json.ts';
import type { ThreadItem } from '../../thread/item.ts';
import type { ImageContent } from '../message.ts';

/** A tool under Claude's name, with Claude's input. */
export interface ToolUse {
  name: string;
  input: JsonObject;
}

/** A tool item as calls of Claude's tools. */
export interface ToolCall {
  /** At least one. Only a patch of several files has more. */
  uses: ToolUse[];
  /**
   * Identifies the call both live and in the session file. Derived ids are made from it, so it holds only what both
   * have.
   */
  identity: string;
}

/** The result of a tool. */
export interface ToolResult {
  /** One text per use of the call, in their order. A missing text is empty. */
  texts: string[];
  isError: boolean;
  images: readonly ImageContent[];
}

/** Names, inputs and results of an agent's tools, in Claude's words. Stateless: the same item gives the same result. */
export interface ToolVocabulary {
  /** The call that an item stands for. Undefined for items that are not tools. Relative paths are relative to `cwd`. */
  call(item: ThreadItem, cwd: string | undefined): ToolCall | undefined;
  /** The result of a finished item. */
  result(item: ThreadItem, cwd: string | undefined): ToolResult;
}
