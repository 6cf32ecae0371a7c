import type * as z from 'zod';
import type { StdoutMapper } from '../../core/ndjson/stdout-mapper.ts';
import type { Sandbox } from './sandbox.ts';

/** A client's request. An agent may require more. */
export interface BaseChatRequest {
  message: string;
  /** The agent's session to continue: `session_id` of an earlier `init`. */
  session_id?: string | undefined;
  /** The sandbox to continue in: `sandbox_id` of an earlier `sandbox`. */
  sandbox_id?: string | undefined;
  /** The snapshot for a new sandbox if that one is gone: `snapshot_id` of an earlier `snapshot`. */
  snapshot_id?: string | undefined;
}

/** Validates a request. A Zod schema of any version has this shape. */
export interface RequestSchema<TRequest> {
  /** Checks a request, and tells what is wrong with it instead of throwing. */
  safeParse(value: unknown):
    | { success: true; data: TRequest }
    | {
        success: false;
        error: { readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] };
      };
  /** Throws if `safeParse` would not succeed. */
  parse(value: unknown): TRequest;
}

/** The command to run in the sandbox. */
export interface ChatCommand {
  cmd: string;
  args: string[];
  env?: Record<string, string> | undefined;
}

/** The sandbox as an agent gets it to prepare: all that it can do, and files can be read in every one. */
export interface PreparedSandbox extends Sandbox {
  readFileToBuffer: NonNullable<Sandbox['readFileToBuffer']>;
}

/** What `runChat` needs of an agent. Its schema may be of any library. */
export interface RunnableAgent<TRequest extends BaseChatRequest, TSandbox extends Sandbox = PreparedSandbox> {
  /** The schema that the server checks a request against before `runChat` gets it. */
  requestSchema: RequestSchema<TRequest>;
  /** The snapshot that new sandboxes are made from. */
  snapshotId?: string | undefined;
  /** Puts the files that the agent needs into the sandbox. */
  prepareSandbox(input: { input: TRequest; sandbox: TSandbox }): Promise<void>;
  /**
   * The command that answers the request. `isolated` is false where the sandbox is no fence: an agent then gives itself
   * no more permissions than its user stated.
   */
  createCommand(input: { input: TRequest; isolated?: boolean | undefined }): ChatCommand;
  /** Turns the agent's output into normalised NDJSON. Without it the client gets the output unchanged. */
  createStdoutMapper?: (() => StdoutMapper) | undefined;
  /** True for a line of stderr that is not sent to the client. */
  isStderrNoise?: ((line: string) => boolean) | undefined;
}

/**
 * An agent that `runChat` can talk to. An agent for one kind of sandbox alone names its type:
 * `ChatAgent<MyRequest, Sandbox>` with the class of `@vercel/sandbox`.
 */
export interface ChatAgent<TRequest extends BaseChatRequest, TSandbox extends Sandbox = PreparedSandbox>
  extends RunnableAgent<TRequest, TSandbox> {
  /** The schema that the server checks a request against before `runChat` gets it. */
  requestSchema: z.ZodType<TRequest>;
}
