import type { UnifiedMessage } from '../../core/messages/message.ts';
import type { MessageBuilder } from '../../core/messages/message-builder.ts';
import type { ThreadEvent } from '../../core/thread/event.ts';
import { ThreadlineError } from '../../errors.ts';
import { AgentClient } from './agent-client.ts';
import type { AgentRun } from './agent-run.ts';
import { findDriver } from './agents/registry.ts';
import { withoutBacktrace } from './error-text.ts';
import type { ExecuteOptions, ExecuteResult } from './execute-options.ts';
import { extractJson } from './extract-json.ts';
import { createRunMessages } from './run-messages.ts';
import type { RunResult } from './run-result.ts';

/**
 * Runs one prompt to its end. Rejects if there is no agent, on a timeout, and with what a callback throws.
 *
 * @example
 * import { execute } from 'threadline/run';
 *
 * const { success, sessionId, messages } = await execute({
 *   prompt: 'Which files are here?',
 *   permissionMode: 'plan',
 *   onEvent: ({ event }) => console.log(event.type),
 * });
 * console.log(success, sessionId, messages.length);
 */
export async function execute(options: ExecuteOptions): Promise<ExecuteResult> {
  const stderrCallback = createStderrCallback(options);
  const run = start(options, stderrCallback.call);
  const builder = createRunMessages({ prompt: options.prompt, firstTurn: options.firstTurn });
  try {
    options.onStart?.();
    await Promise.race([follow(run, builder, options), stderrCallback.failed]);
  } catch (error) {
    await run.stop();
    throw error;
  }
  builder.end();
  const result = await run.completion;
  const failure = failureOf(result);
  if (failure) options.onError?.(failure);
  options.onClose?.(result.exitCode);
  if (failure instanceof ThreadlineError) throw failure;
  return toExecuteResult(result, builder.messages, options, failure);
}

function start(options: ExecuteOptions, onStderr: (text: string) => void): AgentRun {
  const driver = findDriver(options.agent, options.agents);
  const client = new AgentClient(driver, { binary: options.cliPath, env: options.env });
  const permissionMode = options.dangerouslySkipPermissions ? 'bypassPermissions' : options.permissionMode;
  const request = {
    prompt: options.prompt,
    model: options.model,
    cwd: options.workingDir,
    timeoutMs: options.timeout,
    signal: options.signal,
    onStderr,
    reader: { raw: true },
    ...driver.fromExecute({ ...options, permissionMode }),
  };
  const resume = options.sessionId;
  return resume === undefined ? client.streamExec(request) : client.streamResume({ ...request, resume });
}

async function follow(run: AgentRun, builder: MessageBuilder, { onEvent, onStdout }: ExecuteOptions): Promise<void> {
  const events: ThreadEvent[] = [];
  let raw = '';
  for await (const outcome of run.events) {
    if (!outcome.ok) continue;
    if (onStdout) raw += `${outcome.raw ?? ''}\n`;
    for (const event of outcome.events) {
      const message = builder.push(event).filter(isAnswer).at(-1) ?? null;
      onEvent?.({ raw: outcome.raw ?? '', event, message: finishesMessage(event) ? message : null });
      if (onStdout) events.push(event);
    }
    onStdout?.({
      raw,
      events,
      get messages() {
        return builder.messages.filter(isAnswer);
      },
    });
  }
}

/** Keeps the exception of a callback that a stream's listener calls, where nobody would catch it. */
function createStderrCallback({ onStderr }: ExecuteOptions): { call(text: string): void; failed: Promise<never> } {
  let fail: (error: unknown) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  // If nobody awaits it any more, another error came first.
  failed.catch(() => {});
  return {
    failed,
    call(text) {
      try {
        onStderr?.(text);
      } catch (error) {
        fail(error);
      }
    },
  };
}

/** The message of any other event is incomplete, or was returned before. */
function finishesMessage(event: ThreadEvent): boolean {
  return ['item.completed', 'item.failed', 'error', 'turn.failed', 'turn.aborted'].includes(event.type);
}

/** Undefined on success. A ThreadlineError makes the call reject. */
function failureOf({ error, stderrTail }: RunResult): Error | undefined {
  if (!error) return undefined;
  if (error.code === 'cli-not-found') return new ThreadlineError('not-found', error.message);
  if (error.code === 'timeout') return new ThreadlineError('timeout', error.message);
  const isExit = error.code === 'exit-code' || error.code === 'killed';
  return new Error((isExit && withoutBacktrace(stderrTail).trim()) || error.message);
}

function toExecuteResult(
  result: RunResult,
  conversation: readonly UnifiedMessage[],
  { json }: ExecuteOptions,
  failure: Error | undefined,
): ExecuteResult {
  const messages = conversation.filter(isAnswer);
  const text = messages.flatMap(assistantTexts).join('\n');
  return {
    success: result.ok,
    exitCode: result.exitCode,
    sessionId: result.threadId ?? 'unknown',
    duration: result.durationMs,
    messages,
    conversation: [...conversation],
    data: json ? (extractJson(text) ?? text) : text,
    ...(failure ? { error: failure.message } : {}),
  };
}

function isAnswer(message: UnifiedMessage): boolean {
  return message.role !== 'user';
}

function assistantTexts(message: UnifiedMessage): string[] {
  if (message.role !== 'assistant') return [];
  return message.content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
}
