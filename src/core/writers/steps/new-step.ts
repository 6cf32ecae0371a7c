import { imageContent } from '../../messages/image-content.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import type { ThreadItem } from '../../thread/item.ts';
import type { AgentStep, SystemStep, UserStep } from './step.ts';

/** The fields that a step has from the event that begins it. */
function baseOf(event: ThreadEvent) {
  return {
    timestamp: event.timestamp,
    turnId: event.turn_id,
    inherited: event.inherited === true,
    withdrawn: false,
    extra: event.extra,
  };
}

export function newAgentStep(event: ThreadEvent, model: string | undefined): AgentStep {
  const { request_id: requestId } = event;
  return { ...baseOf(event), source: 'agent', requestId, model, parts: [], usage: undefined, stopReason: undefined };
}

export function newUserStep(event: ThreadEvent, item: UserStep['item']): UserStep {
  return {
    ...baseOf(event),
    source: 'user',
    id: item.id,
    text: item.text,
    images: (item.images ?? []).map(imageContent),
    injected: item.injected === true,
    role: item.role,
    item,
  };
}

export function newSystemStep(
  event: ThreadEvent,
  kind: SystemStep['kind'],
  text: string,
  code: string | undefined,
  item: ThreadItem | undefined,
): SystemStep {
  return { ...baseOf(event), source: 'system', kind, text, code, item };
}
