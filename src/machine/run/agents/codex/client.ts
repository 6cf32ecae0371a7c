import { AgentClient } from '../../agent-client.ts';
import { codexDriver } from './driver.ts';
import type { CodexOptions } from './options.ts';

/** Options of every run of a `CodexClient`; those of a request come before them. */
export type CodexClientOptions = CodexOptions;

/**
 * Runs `codex exec --json`. A bad request throws a TypeError at once; later failures are in the result.
 *
 * @example
 * import { CodexClient } from 'threadline/run';
 *
 * const codex = new CodexClient({ sandbox: 'read-only', skipGitRepoCheck: true });
 * const run = codex.streamExec({ prompt: 'Which files are here?' });
 * for await (const outcome of run.events) console.log(outcome.ok ? outcome.events : outcome.error.code);
 * const { ok, threadId, lastMessage } = await run.completion;
 * console.log(ok, threadId, lastMessage);
 */
export class CodexClient extends AgentClient<CodexOptions> {
  constructor(options: CodexClientOptions = {}) {
    super(codexDriver, options);
  }
}
