import type { Problem } from '../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { userMessage } from './texts.ts';

/**
 * `entered_review_mode`. Source: `ReviewRequest`; from 0.35. Its prompt is what the reviewer is told, and not what the
 * person typed: that stands in `user_facing_hint`, which is kept in `extra`.
 */
export function enteredReview(fields: JsonObject, line: number, problems: Problem[]): ThreadEvent {
  const event = userMessage(fields, line, problems);
  if (event.type === 'item.completed' && event.item.type === 'user_message') event.item.injected = true;
  return event;
}

/**
 * `exited_review_mode`. Source: `ExitedReviewModeEvent`. The verdict is what the reviewer says in the end; its findings
 * are kept whole in `extra`. A review that was broken off has no output and so nothing to show.
 */
export function exitedReview(fields: JsonObject, line: number): ThreadEvent | undefined {
  const { review_output: output } = fields;
  if (!isObject(output) || typeof output.overall_explanation !== 'string') return undefined;
  const item = { id: `L${line}.0`, type: 'agent_message' as const, text: output.overall_explanation, extra: fields };
  return { type: 'item.completed', item };
}
