import { AgentClient } from '../../agent-client.ts';
import { clineDriver } from './driver.ts';
import type { ClineOptions } from './options.ts';

/**
 * Runs `cline --json` of Cline 3. A bad request throws a TypeError; later failures are in the result.
 *
 * @example
 * import { ClineClient } from 'threadline/run';
 *
 * const cline = new ClineClient({ autoApprove: false });
 * const { lastMessage, error } = await cline.streamExec({ prompt: 'Which files are here?' }).completion;
 * console.log(lastMessage ?? error?.message);
 */
export class ClineClient extends AgentClient<ClineOptions> {
  constructor(options: ClineOptions = {}) {
    super(clineDriver, options);
  }
}
