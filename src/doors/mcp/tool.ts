import type { ZodObject, z } from 'zod';
import type { SessionKey, ThreadStore } from '../../archive/index.ts';
import type { Redactor } from '../../core/redact/index.ts';
import type { EditIndex } from '../../machine/provenance/edit-index.ts';
import type { ToolAnswer } from './answer.ts';
import type { Scope } from './scope.ts';

/** The context of a tool, made for each call. */
export interface CallContext {
  /** All that is told comes from here. */
  redacted: ThreadStore;
  scope: Scope;
  /** The calling session. */
  own: readonly SessionKey[];
  /** For ids, which the store leaves as they are. One for each call, because it remembers what it found. */
  redactor: Redactor;
  signal: AbortSignal;
  /** Who wrote lines of the repository in a folder; undefined for a store that does not keep edits. */
  provenance?: Provenance | undefined;
}

/** What is kept of edits, and the folder of the repository that may be asked about. */
export interface Provenance {
  edits: EditIndex;
  folder: string;
}

/** The answer where nobody knows. */
export const NO_EDITS = 'a server keeps redacted texts, which cannot tell who wrote a line';

/** A tool that agents may call. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  /** The schema of its input. Clients get it, and input that does not fit is refused before the tool sees it. */
  input: ZodObject;
  call(args: unknown, context: CallContext): Promise<ToolAnswer>;
}

/** A tool whose arguments have the types of its schema. */
export function defineTool<Input extends ZodObject>(tool: {
  name: string;
  title: string;
  description: string;
  input: Input;
  run(args: z.infer<Input>, context: CallContext): Promise<ToolAnswer>;
}): Tool {
  const { run, ...facts } = tool;
  return { ...facts, call: async (args, context) => run(tool.input.parse(args), context) };
}

export const timeText = (ms: number | undefined): string | undefined => (ms ? new Date(ms).toISOString() : undefined);
