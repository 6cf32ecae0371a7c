import type { InsightRule } from '../finding.ts';
import { failedSessions } from './failed-sessions.ts';
import { failingCommands, failingTools } from './failing-calls.ts';
import { longWaits } from './long-waits.ts';
import { lostCache } from './lost-cache.ts';
import { readAgain } from './read-again.ts';
import { repeatedFailures } from './repeated-failures.ts';
import { unusedTools } from './unused-tools.ts';

/** Every rule. A new one is a file and a line here. */
export const insightRules: readonly InsightRule[] = [
  failedSessions,
  repeatedFailures,
  failingCommands,
  failingTools,
  lostCache,
  longWaits,
  readAgain,
  unusedTools,
];
