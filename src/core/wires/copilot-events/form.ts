import { isCopilotLine } from '../copilot/recognise.ts';
import type { WireForm } from '../wire.ts';

/** `~/.copilot/session-state/<id>/events.jsonl`: the log as it is kept. */
export const copilotEventsForm = {
  name: 'copilot-events',
  agent: 'copilot',
  kind: 'store',
  marksTurnEnds: false,
  hasThreadIds: true,
  ids: 'wire',
  recognises: (record) => record.ephemeral !== true && isCopilotLine(record),
} satisfies WireForm;
