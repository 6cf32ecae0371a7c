import type { JsonObject } from '../../lines/json.ts';
import type { ThreadItem } from '../../thread/item.ts';
import type { ImageContent } from '../message.ts';

/** A tool by Claude's name, with Claude's input. */
export interface ToolUse {
  name: string;
  input: JsonObject;
}

/** A tool item as Claude's tools. */
export interface ToolCall {
  /** At least one; several only for a patch of several files. */
  uses: ToolUse[];
  /**
   * What makes the call the same live and in the session file: derived ids are made of it, so it holds only what both
   * have.
   */
  identity: string;
}

/** What came of a tool. */
export interface ToolResult {
  /** One for each of the call's uses, in their order; what is missing is empty. */
  texts: string[];
  isError: boolean;
  images: readonly ImageContent[];
}

/** What the tools of an agent are called, take and give, in Claude's words. Stateless: the same item gives the same. */
export interface ToolVocabulary {
  /** The call that an item stands for; undefined for items that are no tools. Relative paths are of `cwd`. */
  call(item: ThreadItem, cwd: string | undefined): ToolCall | undefined;
  /** What came of an item that is done. */
  result(item: ThreadItem, cwd: string | undefined): ToolResult;
}
