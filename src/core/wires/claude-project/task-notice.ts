import type { ErrorItem } from '../../thread/item.ts';
import { insideTag } from '../../tools/typed-prompt.ts';

/** The CLI's own sentence about a task that ended in the background, with all that the model was told of it (`text`). */
export function taskNotice(prompt: string, text: string, id: string): ErrorItem {
  const message = insideTag(prompt, 'summary') || prompt;
  const item: ErrorItem = { id, type: 'error', message };
  if (text !== message) item.notes = [{ kind: 'task', text }];
  return item;
}
