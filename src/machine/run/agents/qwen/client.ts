import { AgentClient } from '../../agent-client.ts';
import { qwenDriver } from './driver.ts';
import type { QwenOptions } from './options.ts';

/**
 * Runs `qwen --output-format stream-json`. A bad request throws a TypeError; later failures are in the result.
 *
 * @example
 * import { QwenClient } from 'threadline/run';
 *
 * const qwen = new QwenClient({ approvalMode: 'auto-edit' });
 * const { finalResponse } = await qwen.startThread().run('Which files are here?');
 * console.log(finalResponse);
 */
export class QwenClient extends AgentClient<QwenOptions> {
  constructor(options: QwenOptions = {}) {
    super(qwenDriver, options);
  }
}
