import type { JsonObject } from '../../lines/json.ts';
import type { UserMessageItem } from '../../thread/item.ts';

/** Mail between agents as an item. */
export function mailItem(id: string, text: string, extra: JsonObject | undefined): UserMessageItem {
  const item: UserMessageItem = { id, type: 'user_message', text, injected: true, role: 'agent' };
  if (extra) item.extra = extra;
  return item;
}

/** Before mail had a kind of its own, it was a JSON text of the role `assistant`. */
export function isMail(text: string): boolean {
  return (
    text.startsWith('{') && text.includes('"author"') && text.includes('"recipient"') && text.includes('"trigger_turn"')
  );
}
