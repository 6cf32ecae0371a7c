import { AgentClient } from '../../agent-client.ts';
import { gooseDriver } from './driver.ts';
import type { GooseOptions } from './options.ts';

/**
 * Runs `goose run --output-format stream-json`. A bad request throws a TypeError; later failures are in the result.
 *
 * @example
 * import { GooseClient } from 'threadline/run';
 *
 * const goose = new GooseClient({ mode: 'chat' });
 * const { lastMessage, error } = await goose.streamExec({ prompt: 'Which files are here?' }).completion;
 * console.log(lastMessage ?? error?.message);
 */
export class GooseClient extends AgentClient<GooseOptions> {
  constructor(options: GooseOptions = {}) {
    super(gooseDriver, options);
  }
}
