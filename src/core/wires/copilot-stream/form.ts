import type { JsonObject } from '../../lines/json.ts';
import { isCopilotLine } from '../copilot/recognise.ts';
import type { WireForm } from '../wire.ts';

/** The last line of a run. No other agent's result has an exit code. */
function isResult({ type, sessionId, exitCode, usage }: JsonObject): boolean {
  return type === 'result' && typeof sessionId === 'string' && typeof exitCode === 'number' && usage !== undefined;
}

/** `copilot -p … --output-format json`: the log as it grows, with lines that are not kept. */
export const copilotStreamForm = {
  name: 'copilot-stream',
  agent: 'copilot',
  kind: 'stream',
  marksTurnEnds: true,
  hasThreadIds: false,
  ids: 'wire',
  recognises: (record) => (record.ephemeral === true && isCopilotLine(record)) || isResult(record),
} satisfies WireForm;
