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
 * const { finalResponse } = await goose.startThread().run('Which files are here?');
 * console.log(finalResponse);
 */
export class GooseClient extends AgentClient<GooseOptions> {
  constructor(options: GooseOptions = {}) {
    super(gooseDriver, options);
  }
}
