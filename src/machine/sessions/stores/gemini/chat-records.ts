import { isObject, type JsonObject, parseObject } from '../../../../core/lines/json.ts';

/** The records of a chat, a document or lines: its header, then its messages. Without the wire's reader, which is large. */
export function chatRecords(text: string): JsonObject[] {
  const whole = parseObject(text);
  if (whole && Array.isArray(whole.messages)) {
    const { messages, ...header } = whole;
    return [header, ...messages.filter(isObject)];
  }
  return text
    .split('\n')
    .map(parseObject)
    .filter((record) => record !== undefined);
}
