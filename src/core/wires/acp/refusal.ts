import { isObject, type JsonObject } from '../../lines/json.ts';

/** The client said no: by one of the options that refuse, or by none. */
export function isRefusal({ outcome }: JsonObject, offers: unknown): boolean {
  if (!isObject(outcome) || outcome.outcome !== 'selected') return true;
  const chosen = Array.isArray(offers)
    ? offers.find((offer) => isObject(offer) && offer.optionId === outcome.optionId)
    : undefined;
  return !isObject(chosen) || (typeof chosen.kind === 'string' && chosen.kind.startsWith('reject'));
}
