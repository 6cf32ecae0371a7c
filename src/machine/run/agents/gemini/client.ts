import { AgentClient } from '../../agent-client.ts';
import { geminiDriver } from './driver.ts';
import type { GeminiOptions } from './options.ts';

/**
 * Runs `gemini --output-format stream-json`. A bad request throws a TypeError before anything is started; whatever happens
 * later stands in the result. Relative paths mean this process's working folder.
 * @example
 * const gemini = new GeminiClient({ approvalMode: 'auto_edit' });
 * const turn = await gemini.startThread().run('Which files are here?');
 */
export class GeminiClient extends AgentClient<GeminiOptions> {
  constructor(options: GeminiOptions = {}) {
    super(geminiDriver, options);
  }
}
