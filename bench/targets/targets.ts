import { eventsTarget, firstPassTarget, parsingTarget } from './01-events.ts';
import { officialSdkTarget } from './02-official-sdk.ts';
import { memoryTarget } from './06-memory.ts';
import { longLinesTarget } from './07-long-lines.ts';
import { asyncTarget } from './08-async.ts';
import { coldStartTarget } from './09-cold-start.ts';
import { messagesTarget } from './10-messages.ts';
import { sessionsTarget } from './13-sessions.ts';
import { growthTarget } from './14-growth.ts';
import { redactionTarget } from './15-redaction.ts';
import type { Target } from './target.ts';

/** By their numbers in the performance paper; 3 to 5, 11 and 12 are about parts that are not built yet. */
export const targets: readonly Target[] = [
  eventsTarget,
  firstPassTarget,
  parsingTarget,
  officialSdkTarget,
  memoryTarget,
  longLinesTarget,
  asyncTarget,
  coldStartTarget,
  messagesTarget,
  sessionsTarget,
  growthTarget,
  redactionTarget,
];
