import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { AgentStdout } from './agent-stdout.ts';
import type { ChatCommand } from './chat-agent.ts';
import type { ChatStream } from './chat-stream.ts';
import type { Sandbox, SandboxCommand } from './sandbox.ts';

/** Runs the agent and sends what it writes, no faster than the client reads. */
export async function runCommand(
  sandbox: Sandbox,
  command: ChatCommand,
  output: { stdout: AgentStdout; stream: ChatStream },
  signal: AbortSignal,
): Promise<SandboxCommand> {
  const { stdout, stream } = output;
  /** Something here cannot take the output: the agent must not go on without being heard. */
  const fault = new AbortController();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const sendStderr = (content: string) => {
    if (content !== '') stream.sendEvent({ type: 'stderr', content });
  };
  const sinks = [
    createSink((chunk) => stdout.push(chunk)),
    createSink((chunk) => sendStderr(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }))),
  ] as const;

  function createSink(take: (chunk: string | Uint8Array) => void): Writable {
    const sink = new Writable({
      decodeStrings: false,
      write(chunk: string | Uint8Array, _encoding, done) {
        try {
          take(chunk);
        } catch (error) {
          return done(error instanceof Error ? error : new Error(String(error)));
        }
        stream.whenReady(done);
      },
    });
    return sink.on('error', (error) => fault.abort(error));
  }

  try {
    return await sandbox.runCommand({
      cmd: command.cmd,
      args: command.args,
      env: command.env ?? {},
      stdout: sinks[0],
      stderr: sinks[1],
      signal: AbortSignal.any([signal, fault.signal]),
    });
  } finally {
    // What the sinks still hold goes out before whatever comes next.
    for (const sink of sinks) sink.end();
    await Promise.allSettled(sinks.map((sink) => finished(sink)));
    sendStderr(decoder.decode());
    fault.signal.throwIfAborted();
  }
}
