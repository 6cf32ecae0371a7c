import { AgentClient } from '../../agent-client.ts';
import { codexDriver } from './driver.ts';
import type { CodexOptions } from './options.ts';

export type CodexClientOptions = CodexOptions;

/**
 * Runs `codex exec --json`. A bad request throws a TypeError at once; later failures are in the result.
 * @example
 * const codex = new CodexClient({ sandbox: 'read-only' });
 * const turn = await codex.startThread().run('Which files are here?');
 */
export class CodexClient extends AgentClient<CodexOptions> {
  constructor(options: CodexClientOptions = {}) {
    super(codexDriver, options);
  }
}
