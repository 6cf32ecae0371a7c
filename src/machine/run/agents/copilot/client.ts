import { AgentClient } from '../../agent-client.ts';
import { copilotDriver } from './driver.ts';
import type { CopilotOptions } from './options.ts';

/**
 * Runs `copilot --output-format json`. A bad request throws a TypeError; later failures are in the result.
 *
 * @example
 * import { CopilotClient } from 'threadline/run';
 *
 * const copilot = new CopilotClient({ permissions: 'edits' });
 * const { finalResponse } = await copilot.startThread().run('Which files are here?');
 * console.log(finalResponse);
 */
export class CopilotClient extends AgentClient<CopilotOptions> {
  constructor(options: CopilotOptions = {}) {
    super(copilotDriver, options);
  }
}
