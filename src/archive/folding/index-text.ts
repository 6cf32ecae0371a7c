import type { UnifiedContent } from '../../core/messages/message.ts';

/** The searched text of a block: of a tool's call the texts of its input, of an image its name and never its data. */
export function indexText(block: UnifiedContent): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'thinking':
      return block.thinking;
    case 'tool_use':
      return stringsIn(block.input).join('\n');
    case 'tool_result':
      return block.content;
    case 'image':
      return block.source.type === 'url' && !block.source.url.startsWith('data:') ? block.source.url : '';
  }
}

/** All texts in a value, in order. Avoids recursion: agents nest to any depth. */
export function stringsIn(value: unknown): string[] {
  const found: string[] = [];
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string') found.push(next);
    else if (typeof next === 'object' && next !== null) {
      const inner = Array.isArray(next) ? next : Object.values(next);
      for (let index = inner.length - 1; index >= 0; index -= 1) waiting.push(inner[index]);
    }
  }
  return found;
}
