import { createCopilotReader } from '../copilot/read.ts';
import type { Wire } from '../wire.ts';
import { copilotEventsForm } from './form.ts';

/** `~/.copilot/session-state/<id>/events.jsonl`: the log as it is kept. */
export const copilotEvents: Wire = { ...copilotEventsForm, createReader: () => createCopilotReader(true) };
