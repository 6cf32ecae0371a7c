import type { JsonObject } from '../../lines/json.ts';
import type { ContextEvent, ThreadEvent } from '../../thread/event.ts';
import type { Said } from '../traffic.ts';
import { withDefined } from '../with-defined.ts';
import type { Asked } from './requests.ts';

/** Answers that begin a thread. */
export const BEGINNINGS = new Set(['thread/start', 'thread/resume', 'thread/fork']);
/** Notifications of a thread that are no turn's and no item's, and yet tell more than bookkeeping. */
export const TELLING = new Set(['thread/started', 'thread/tokenUsage/updated', 'error']);
/** Events of the first form that repeat others, or tell of the server. */
export const BESIDE =
  /^(?:item_|agent_message_content_|reasoning_content_|reasoning_raw_content_|mcp_startup_|skills_|deprecation_|warning$|collab_|context_compacted$|dynamic_tool_|request_user_input$|elicitation_|shutdown_|thread_|raw_response_|plan_|hook_|list_|mcp_list_|view_image_|undo_|turn_diff$|exited_review|entered_review|session_configured$|get_history_|conversation_|model_|patch_apply_updated$|terminal_interaction$)/;

export function unknownOr(method: string, params: JsonObject, place: Asked): ThreadEvent {
  if (BOOKKEEPING.test(method)) return context(method, params, place);
  const event: ThreadEvent = { type: 'unknown', wire_type: method, data: params };
  return withDefined(event, { turn_id: place.turn_id });
}

/** Notifications of items and turns that add nothing to them. */
const BOOKKEEPING =
  /\/(?:terminalInteraction|patchUpdated|progress|moderationMetadata|summaryPartAdded)$|^item\/autoApprovalReview\//;

export function context(kind: string, data: JsonObject, place: Asked, text = ''): ContextEvent {
  const event: ContextEvent = { type: 'context', kind, data };
  const { thread_id, turn_id, item_id } = place;
  return withDefined(event, { thread_id, turn_id, item_id, text: text === '' ? undefined : text });
}

export function noteOf({ direction, text }: Said): ThreadEvent {
  return context(direction === 'mark' ? 'mark' : 'line', {}, { method: '' }, text);
}

export function only(event: ThreadEvent | undefined): ThreadEvent[] | undefined {
  return event && [event];
}

export function idOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
