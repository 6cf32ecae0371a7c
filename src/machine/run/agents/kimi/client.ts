import { AgentClient } from '../../agent-client.ts';
import { kimiDriver } from './driver.ts';
import type { KimiOptions } from './options.ts';

/**
 * Runs `kimi -p` with `--output-format stream-json`. A bad request throws a TypeError; later failures are in the result.
 *
 * @example
 * import { KimiClient } from 'threadline/run';
 *
 * const kimi = new KimiClient({ allowAll: true });
 * const { finalResponse } = await kimi.startThread().run('Which files are here?');
 * console.log(finalResponse);
 */
export class KimiClient extends AgentClient<KimiOptions> {
  constructor(options: KimiOptions = {}) {
    super(kimiDriver, options);
  }
}
