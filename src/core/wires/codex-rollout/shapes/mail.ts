import type { JsonObject } from '../../../lines/json.ts';
import type { UserMessageItem } from '../../../thread/item.ts';
import type { Extra } from '../../../thread/usage.ts';
import { anything, optionalId } from '../../field-checks.ts';
import { badField, fieldTable } from '../../field-table.ts';
import { withDefined } from '../../with-defined.ts';
import type { CurrentRecord } from '../record.ts';
import { joinParts, keepOthers, readContent } from './content-parts.ts';

const mailTable = fieldTable((wire) => ({
  type: anything(wire.type),
  id: optionalId(wire.id),
  content: anything(wire.content),
}));

/** Mail between agents: the line `inter_agent_communication`, or the response item `agent_message`. */
export function readMail(payload: JsonObject, record: CurrentRecord): UserMessageItem {
  const { id, content, extra } = mailTable.read(payload, record.problems);
  const read = readContent(content ?? '', record.problems);
  if (!read) record.problems.push(badField('content', content));
  const kept = read ? keepOthers(extra, 'content', read.others) : { ...extra, content };
  return mailItem(id ?? record.nextId(), joinParts(read?.texts ?? []), kept);
}

/** Mail is not the assistant's reply. It takes the place of a prompt. */
export function mailItem(id: string, text: string, extra: Extra | undefined): UserMessageItem {
  return withDefined<UserMessageItem>({ id, type: 'user_message', text, injected: true, role: 'agent' }, { extra });
}

/** Before mail had a kind of its own, it was a JSON text of the role `assistant`. */
export function isMail(text: string): boolean {
  return (
    text.startsWith('{') && text.includes('"author"') && text.includes('"recipient"') && text.includes('"trigger_turn"')
  );
}
