import { AgentClient } from '../../agent-client.ts';
import { claudeDriver } from './driver.ts';
import type { ClaudeOptions } from './options.ts';

/**
 * Runs `claude -p --output-format stream-json`. A bad request throws a TypeError; later failures are in the result.
 *
 * @example
 * import { ClaudeClient } from 'threadline/run';
 *
 * const claude = new ClaudeClient({ permissionMode: 'acceptEdits' });
 * const { finalResponse } = await claude.startThread().run('Which files are here?');
 * console.log(finalResponse);
 */
export class ClaudeClient extends AgentClient<ClaudeOptions> {
  constructor(options: ClaudeOptions = {}) {
    super(claudeDriver, options);
  }
}
