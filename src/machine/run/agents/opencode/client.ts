import { AgentClient } from '../../agent-client.ts';
import { kiloDriver, opencodeDriver } from './driver.ts';
import type { OpencodeOptions } from './options.ts';

/**
 * Runs `opencode run --format json`. A bad request throws a TypeError; later failures are in the result.
 *
 * @example
 * import { OpencodeClient } from 'threadline/run';
 *
 * const opencode = new OpencodeClient({ permission: 'edit' });
 * const { finalResponse } = await opencode.startThread().run('Which files are here?');
 * console.log(finalResponse);
 */
export class OpencodeClient extends AgentClient<OpencodeOptions> {
  constructor(options: OpencodeOptions = {}) {
    super(opencodeDriver, options);
  }
}

/**
 * Runs `kilo run --format json`, in the same way.
 *
 * @example
 * import { KiloClient } from 'threadline/run';
 *
 * const { finalResponse } = await new KiloClient().startThread().run('Which files are here?');
 * console.log(finalResponse);
 */
export class KiloClient extends AgentClient<OpencodeOptions> {
  constructor(options: OpencodeOptions = {}) {
    super(kiloDriver, options);
  }
}
