import { AgentClient } from '../../agent-client.ts';
import { geminiDriver } from './driver.ts';
import type { GeminiOptions } from './options.ts';

/**
 * Runs `gemini --output-format stream-json`. A bad request throws a TypeError; later failures are in the result.
 *
 * @example
 * import { GeminiClient } from 'threadline/run';
 *
 * const gemini = new GeminiClient({ approvalMode: 'auto_edit' });
 * const { finalResponse } = await gemini.startThread().run('Which files are here?');
 * console.log(finalResponse);
 */
export class GeminiClient extends AgentClient<GeminiOptions> {
  constructor(options: GeminiOptions = {}) {
    super(geminiDriver, options);
  }
}
