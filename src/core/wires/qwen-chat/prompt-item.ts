import type { Problem } from '../../../errors.ts';
import type { UserMessageItem } from '../../thread/item.ts';
import { wordsIn } from '../../tools/words-in.ts';
import { inferItem } from '../inferred.ts';
import { inlineImages } from '../inline-images.ts';
import { readParts } from './contents.ts';
import type { ChatRecord } from './records.ts';

/** What a `user` record says: texts, images, and what else was sent along. */
export function promptItem(record: ChatRecord, id: string, problems: Problem[]): UserMessageItem {
  const said = record.message?.parts ?? [];
  const parts = readParts(said, problems);
  const text = parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
  const item: UserMessageItem = inferItem({ id, type: 'user_message', text }, { text: record.message?.parts }, record);
  const images = inlineImages(said);
  if (images.length > 0) item.images = images;
  const others = parts.filter(({ kind }) => kind !== 'text');
  const hasMore = others.length > images.length || parts.some((part) => part.kind === 'text' && part.extra);
  if (hasMore) item.extra = { parts: said };
  const words = wordsIn(others.map(({ kind: _kind, ...part }) => part));
  if (words !== '') item.notes = [{ kind: 'content', text: words }];
  return item;
}
