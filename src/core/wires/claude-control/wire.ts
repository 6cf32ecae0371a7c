import type { Wire } from '../wire.ts';
import { claudeControlForm } from './form.ts';
import { createClaudeControlReader } from './read.ts';

/** What a client and `claude -p --input-format stream-json` say to each other, both sides or one, 1.0 to today. */
export const claudeControl: Wire = { ...claudeControlForm, createReader: createClaudeControlReader };
