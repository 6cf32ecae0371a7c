import type { Wire } from '../wire.ts';
import { opencodeEventsForm } from './form.ts';
import { createOpencodeEventsReader } from './read.ts';

/** What `GET /event` of `opencode serve` sends, a line an event. */
export const opencodeEvents: Wire = { ...opencodeEventsForm, createReader: createOpencodeEventsReader };
