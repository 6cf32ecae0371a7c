import type { ZodType } from 'zod';
import type { StdoutMapper } from '../ndjson/stdout-mapper.ts';
import type { Sandbox } from './sandbox.ts';

/** What a client asks for. An agent may want more. */
export interface BaseChatRequest {
  message: string;
  /** The agent's own session to go on with: `session_id` of an earlier `init`. */
  session_id?: string;
  /** The sandbox to go on in: `sandbox_id` of an earlier `sandbox`. */
  sandbox_id?: string;
  /** What to make a new sandbox from when that one is gone: `snapshot_id` of an earlier `snapshot`. */
  snapshot_id?: string;
}

/** What is run in the sandbox. */
export interface ChatCommand {
  cmd: string;
  args: string[];
  env?: Record<string, string>;
}

/** An agent that can be talked to through `runChat`. */
export interface ChatAgent<TRequest extends BaseChatRequest> {
  /** For the server: what a request has to be before `runChat` gets it. */
  requestSchema: ZodType<TRequest>;
  /** The snapshot that new sandboxes are made from. */
  snapshotId?: string;
  /** Puts into the sandbox what the agent needs there. */
  prepareSandbox(input: { input: TRequest; sandbox: Sandbox }): Promise<void>;
  createCommand(input: { input: TRequest }): ChatCommand;
  /** Makes normalised NDJSON of what the agent prints. Without it the client gets that as it is. */
  createStdoutMapper?(): StdoutMapper;
}
