import type { Wire } from '../wire.ts';
import { claudeStreamForm } from './form.ts';
import { createClaudeStreamReader } from './read.ts';

/** `claude -p --output-format stream-json`, or `json`, 0.2 to today. */
export const claudeStream: Wire = { ...claudeStreamForm, createReader: createClaudeStreamReader };
