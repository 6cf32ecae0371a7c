import type { StdoutMapper } from '../../core/ndjson/stdout-mapper.ts';

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

/** Validates a request. A Zod schema has this shape. */
export interface RequestSchema<TRequest> {
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

/** The part of a sandbox that an agent needs to put files into it. Every `Sandbox` has it. */
export interface PreparedSandbox {
  readonly sandboxId?: string | undefined;
  readonly name?: string | undefined;
  runCommand(options: { cmd: string; args?: string[]; env?: Record<string, string> }): Promise<{
    exitCode: number | null;
    stdout(): Promise<string>;
  }>;
  writeFiles(files: { path: string; content: string | Uint8Array }[]): Promise<void>;
}

/** An agent that `runChat` can talk to. */
export interface ChatAgent<TRequest extends BaseChatRequest> {
  /** The schema that the server checks a request against before `runChat` gets it. */
  requestSchema: RequestSchema<TRequest>;
  /** The snapshot that new sandboxes are made from. */
  snapshotId?: string | undefined;
  /** Puts the files that the agent needs into the sandbox. */
  prepareSandbox(input: { input: TRequest; sandbox: PreparedSandbox }): Promise<void>;
  createCommand(input: { input: TRequest }): ChatCommand;
  /** Turns the agent's output into normalised NDJSON. Without it the client gets the output unchanged. */
  createStdoutMapper?: (() => StdoutMapper) | undefined;
  /** True for a line of stderr that is not sent to the client. */
  isStderrNoise?: ((line: string) => boolean) | undefined;
}
