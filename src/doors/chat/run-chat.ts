import type { LiveSession } from '../../machine/live/live-session.ts';
import { type AgentStdout, createMappedStdout, createRawStdout } from './agent-stdout.ts';
import { listArtifacts } from './artifacts.ts';
import type { BaseChatRequest, RunnableAgent } from './chat-agent.ts';
import { type ChatStream, createChatStream } from './chat-stream.ts';
import { withFileReading } from './file-reading.ts';
import { converseLive } from './live-chat.ts';
import { loadVercelSandboxes, openSandbox } from './open-sandbox.ts';
import { runCommand } from './run-command.ts';
import { type Sandboxes, sandboxId } from './sandbox.ts';

/** What `runChat` runs, and where. */
export interface RunChatInput<TRequest extends BaseChatRequest> {
  /** A `ChatAgent`, or one whose schema is of another library. */
  agent: RunnableAgent<TRequest>;
  /** A request that `agent.requestSchema` accepted. */
  input: TRequest;
  /** The client's signal. Aborting it ends the agent and the answer. */
  signal: AbortSignal;
  /**
   * A live session that takes the message in the place of the agent and a sandbox: approvals are lines of the answer, and
   * `answerChat` answers them. The session stays open.
   */
  live?: LiveSession | undefined;
  /** `Sandbox` of `@vercel/sandbox` by default. */
  sandboxes?: Sandboxes | undefined;
}

const HEADERS = {
  'Content-Type': 'application/x-ndjson; charset=utf-8',
  'Cache-Control': 'no-cache, no-transform',
};

/** The additional time requested for the sandbox. */
const TIMEOUT_EXTENSION_MS = 300_000;

/**
 * Runs an agent in a sandbox and answers with NDJSON: the sandbox, the agent's output, the files that it made, and a
 * snapshot to continue from. Any failure is a line of the answer. A client that leaves ends the agent.
 *
 * @example
 * import { createCodexAgent, createLocalSandbox, runChat } from 'threadline/chat';
 * import { detectCli } from 'threadline/run';
 *
 * const sandboxes = createLocalSandbox();
 * const agent = createCodexAgent({ binary: detectCli() });
 * const input = agent.requestSchema.parse({ message: 'Which files are here?' });
 * const response = await runChat({ agent, input, signal: AbortSignal.timeout(300_000), sandboxes });
 * console.log(await response.text());
 * await sandboxes.dispose();
 */
export async function runChat<TRequest extends BaseChatRequest>(chat: RunChatInput<TRequest>): Promise<Response> {
  const { signal } = chat;
  const ending = new AbortController();
  const stream = createChatStream(() => ending.abort());
  const onAbort = () => {
    ending.abort();
    stream.close();
  };
  if (signal.aborted) onAbort();
  else {
    signal.addEventListener('abort', onAbort, { once: true });
    void converse(chat, stream, ending.signal).finally(() => {
      signal.removeEventListener('abort', onAbort);
      stream.close();
    });
  }
  return new Response(stream.body, { status: 200, headers: HEADERS });
}

/** Never rejects. */
async function converse<TRequest extends BaseChatRequest>(
  { agent, input, sandboxes, live }: RunChatInput<TRequest>,
  stream: ChatStream,
  signal: AbortSignal,
): Promise<void> {
  let stdout: AgentStdout | undefined;
  try {
    if (live) {
      await converseLive(live, input.message, stream, signal);
      return;
    }
    const mapper = agent.createStdoutMapper?.();
    stdout = mapper ? createMappedStdout(mapper, stream) : createRawStdout(stream);
    const sandbox = await openSandbox(input, agent.snapshotId, sandboxes ?? (await loadVercelSandboxes()), signal);
    signal.throwIfAborted();
    stream.sendEvent({ type: 'sandbox', sandbox_id: sandboxId(sandbox) });
    await agent.prepareSandbox({ input, sandbox: withFileReading(sandbox) });
    const command = agent.createCommand({ input, isolated: sandbox.isolated !== false });
    await sandbox.extendTimeout(TIMEOUT_EXTENSION_MS);
    signal.throwIfAborted();
    stdout.end(await runCommand(sandbox, command, { stdout, stream, isStderrNoise: agent.isStderrNoise }, signal));
    for (const artifact of await listArtifacts(sandbox, signal)) stream.sendEvent(artifact);
    signal.throwIfAborted();
    stream.sendEvent({ type: 'snapshot', snapshot_id: (await sandbox.snapshot()).snapshotId });
  } catch (error) {
    if (!signal.aborted) sendFailure(error, stdout, stream);
  }
}

/** Sends the agent's earlier output first, then the failure. */
function sendFailure(failure: unknown, stdout: AgentStdout | undefined, stream: ChatStream): void {
  let error = failure;
  try {
    stdout?.end();
  } catch (mapperError) {
    error = mapperError;
  }
  const message = error instanceof Error ? error.message : 'the agent could not be run';
  stream.sendEvent({ type: 'stderr', content: `[error] ${message}` });
}
