import { jsonText } from '../../lines/json.ts';
import type { UserMessageItem } from '../../thread/item.ts';
import { wordsIn } from '../../tools/words-in.ts';
import { inferItem } from '../inferred.ts';
import { readContent } from './content.ts';

/** What the person sent. */
export function promptItem(prompt: unknown, id: string): UserMessageItem {
  const { texts, images, others, rest } = readContent(prompt);
  const item: UserMessageItem = { id, type: 'user_message', text: texts.join('\n') };
  if (images.length > 0) item.images = images;
  const unread = [...others, ...rest];
  if (unread.length > 0) item.extra = { prompt: unread };
  if (others.length > 0) item.notes = [{ kind: 'prompt', text: wordsIn(others) || jsonText(others) }];
  return inferItem(item, { content: prompt });
}
