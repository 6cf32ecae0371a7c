import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { doorLimits } from '../../limits/doors.ts';
import type { AgentStdout } from './agent-stdout.ts';
import type { ChatCommand } from './chat-agent.ts';
import type { ChatStream } from './chat-stream.ts';
import type { Sandbox, SandboxCommand } from './sandbox.ts';

export interface CommandOutput {
  stdout: AgentStdout;
  stream: ChatStream;
  /** True for a line of stderr that is not sent to the client. */
  isStderrNoise?: ((line: string) => boolean) | undefined;
}

/** Runs the agent and sends its output, no faster than the client reads. */
export async function runCommand(
  sandbox: Sandbox,
  command: ChatCommand,
  { stdout, stream, isStderrNoise }: CommandOutput,
  signal: AbortSignal,
): Promise<SandboxCommand> {
  /** Aborted if the output cannot be taken: the agent must not go on unheard. */
  const fault = new AbortController();
  const stderr = createStderrLines((content) => stream.sendEvent({ type: 'stderr', content }), isStderrNoise);
  const sinks = [
    createSink((chunk) => {
      // Keeps the order of the output, even if this sends half a line.
      stderr.flush();
      stdout.push(chunk);
    }),
    createSink((chunk) => stderr.push(chunk)),
  ] as const;

  function createSink(take: (chunk: string | Uint8Array) => void): Writable {
    const sink = new Writable({
      decodeStrings: false,
      write(chunk: string | Uint8Array, _encoding, done) {
        try {
          take(chunk);
        } catch (error) {
          return done(error instanceof Error ? error : new Error('the output cannot be taken'));
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
    // The sinks send what they still hold before anything else.
    for (const sink of sinks) sink.end();
    await Promise.allSettled(sinks.map((sink) => finished(sink)));
    stderr.end();
    fault.signal.throwIfAborted();
  }
}

/** Joins pieces of stderr to whole lines. */
function createStderrLines(send: (content: string) => void, isNoise: (line: string) => boolean = () => false) {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  /** The beginning of a line. */
  let held = '';

  function sendLines(text: string): void {
    const lines = text.split(/(?<=\n)/).filter((line) => !isNoise(line.trimEnd()));
    if (lines.length > 0) send(lines.join(''));
  }

  function flush(): void {
    const text = held;
    held = '';
    if (text !== '') sendLines(text);
  }

  return {
    push(chunk: string | Uint8Array): void {
      const text = held + (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }));
      const isTooLong = text.length > doorLimits.maxUnsentChatBytes;
      const end = isTooLong ? text.length : text.lastIndexOf('\n') + 1;
      held = text.slice(end);
      if (end > 0) sendLines(text.slice(0, end));
    },
    flush,
    end(): void {
      held += decoder.decode();
      flush();
    },
  };
}
