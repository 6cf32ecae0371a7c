import { AgentClient } from '../../agent-client.ts';
import { claudeDriver } from './driver.ts';
import type { ClaudeOptions } from './options.ts';

/**
 * Runs `claude -p --output-format stream-json`. A bad request throws a TypeError; later failures are in the result.
 * @example
 * const claude = new ClaudeClient({ permissionMode: 'acceptEdits' });
 * const turn = await claude.startThread().run('Which files are here?');
 */
export class ClaudeClient extends AgentClient<ClaudeOptions> {
  constructor(options: ClaudeOptions = {}) {
    super(claudeDriver, options);
  }
}
