import type { StdoutMapper } from '../../core/ndjson/stdout-mapper.ts';

/** What a client asks for. An agent may want more. */
export interface BaseChatRequest {
  message: string;
  /** The agent's own session to go on with: `session_id` of an earlier `init`. */
  session_id?: string | undefined;
  /** The sandbox to go on in: `sandbox_id` of an earlier `sandbox`. */
  sandbox_id?: string | undefined;
  /** What to make a new sandbox from when that one is gone: `snapshot_id` of an earlier `snapshot`. */
  snapshot_id?: string | undefined;
}

/** What checks a request, by its shape: a schema of Zod is one. */
export interface RequestSchema<TRequest> {
  safeParse(value: unknown):
    | { success: true; data: TRequest }
    | {
        success: false;
        error: { readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] };
      };
  /** Throws where `safeParse` is no success. */
  parse(value: unknown): TRequest;
}

/** What is run in the sandbox. */
export interface ChatCommand {
  cmd: string;
  args: string[];
  env?: Record<string, string> | undefined;
}

/** A sandbox as an agent needs it to put something into it. Every `Sandbox` is one. */
export interface PreparedSandbox {
  readonly sandboxId?: string | undefined;
  readonly name?: string | undefined;
  runCommand(options: { cmd: string; args?: string[]; env?: Record<string, string> }): Promise<{
    exitCode: number | null;
    stdout(): Promise<string>;
  }>;
  writeFiles(files: { path: string; content: string | Uint8Array }[]): Promise<void>;
}

/** An agent that can be talked to through `runChat`. */
export interface ChatAgent<TRequest extends BaseChatRequest> {
  /** For the server: what a request has to be before `runChat` gets it. */
  requestSchema: RequestSchema<TRequest>;
  /** The snapshot that new sandboxes are made from. */
  snapshotId?: string | undefined;
  /** Puts into the sandbox what the agent needs there. */
  prepareSandbox(input: { input: TRequest; sandbox: PreparedSandbox }): Promise<void>;
  createCommand(input: { input: TRequest }): ChatCommand;
  /** Makes normalised NDJSON of what the agent prints. Without it the client gets that as it is. */
  createStdoutMapper?: (() => StdoutMapper) | undefined;
  /** True for a line of stderr that the client need not hear of. */
  isStderrNoise?: ((line: string) => boolean) | undefined;
}
