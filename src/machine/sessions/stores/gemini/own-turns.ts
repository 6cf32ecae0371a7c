import { readFileSync } from 'node:fs';
import { isObject, type JsonObject, jsonText } from '../../../../core/lines/json.ts';
import { machineLimits } from '../../../../limits/machine.ts';
import type { SessionFile } from '../../store.ts';
import { chatRecords } from './chat-records.ts';

/** True if a file has a message of a turn that a larger file of the same thread does not have. */
export function hasOwnTurns(file: SessionFile, larger: SessionFile): boolean {
  const [text, other] = [textOf(file), textOf(larger)];
  return text !== '' && other !== '' && messageIds(text).some((id) => !other.includes(JSON.stringify(id)));
}

function messageIds(text: string): string[] {
  const ids: string[] = [];
  for (const record of chatRecords(text)) {
    const { $set: changed } = record;
    const messages =
      isObject(changed) && Array.isArray(changed.messages) ? changed.messages.filter(isObject) : [record];
    for (const message of messages) if (isSaid(message) && typeof message.id === 'string') ids.push(message.id);
  }
  return ids;
}

/** Context that the CLI put in is in every file, under another id. */
function isSaid({ type, content }: JsonObject): boolean {
  if (type === 'gemini') return true;
  return type === 'user' && !/<session_context>|This is the Gemini CLI\. We are setting up/.test(jsonText(content));
}

/** Empty for a file that cannot be read, or is too long to be read for this. */
function textOf({ realPath, size }: SessionFile): string {
  try {
    return size > machineLimits.maxTwinBytes ? '' : readFileSync(realPath, 'utf8');
  } catch {
    return '';
  }
}
