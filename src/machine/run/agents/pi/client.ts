import { AgentClient } from '../../agent-client.ts';
import { piDriver } from './driver.ts';
import type { PiOptions } from './options.ts';

/**
 * Runs `pi --mode json`. A bad request throws a TypeError; later failures are in the result, also those that pi hides
 * behind exit code 0.
 *
 * @example
 * import { PiClient } from 'threadline/run';
 *
 * const pi = new PiClient({ permission: 'edit' });
 * const { finalResponse } = await pi.startThread().run('Which files are here?');
 * console.log(finalResponse);
 */
export class PiClient extends AgentClient<PiOptions> {
  constructor(options: PiOptions = {}) {
    super(piDriver, options);
  }
}
