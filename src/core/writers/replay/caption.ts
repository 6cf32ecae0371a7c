import { withoutAnsi } from '../../text/ansi.ts';
import { pathText } from '../page-words.ts';
import type { RowBlock } from '../rows/row.ts';
import type { RowFace } from '../rows/row-blocks.ts';

/** The most characters of a caption. */
const LONGEST = 140;

/** What happens in a step, in one line. */
export function captionOf(face: RowFace, agent: string, cwd: string | undefined): string {
  const words = wordsOf(face, agent, cwd).replaceAll(/\s+/g, ' ').trim();
  return words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words;
}

function wordsOf({ kind, blocks, status }: RowFace, agent: string, cwd: string | undefined): string {
  const end = status === 'failed' ? ', which fails' : status === 'declined' ? ', which is declined' : '';
  const said = beginning(blocks);
  switch (kind) {
    case 'prompt':
      return `You: ${said}`;
    case 'answer':
      return `${agent}: ${said}`;
    case 'reasoning':
      return `${agent} thinks: ${said}`;
    case 'command':
      return `${agent} runs ${found(blocks, 'command')?.command.text ?? 'a command'}${end}`;
    case 'change':
      return `${agent} changes ${changes(blocks, cwd)}${end}`;
    case 'plan': {
      const items = found(blocks, 'plan')?.items ?? [];
      return `${agent} plans: ${items.filter(({ state }) => state === 'done').length} of ${items.length} done`;
    }
    case 'web': {
      const look = found(blocks, 'web');
      return `${agent} looks at the web: ${look?.query ?? look?.url ?? ''}${end}`;
    }
    case 'agent':
      return `${agent} starts a sub-agent${end}`;
    case 'mcp':
    case 'tool':
      return `${agent} calls ${found(blocks, 'call')?.tool ?? 'a tool'}${end}`;
    case 'image':
      return 'An image';
    case 'context':
      return `Context that the program added: ${said}`;
    case 'divider':
      return found(blocks, 'mark')?.what ?? 'Context compacted';
    default:
      return `An error: ${said}`;
  }
}

function found<T extends RowBlock['type']>(blocks: readonly RowBlock[], type: T) {
  return blocks.find((block): block is Extract<RowBlock, { type: T }> => block.type === type);
}

function changes(blocks: readonly RowBlock[], cwd: string | undefined): string {
  const files = blocks.filter((block) => block.type === 'diff');
  const [only] = files;
  if (files.length !== 1 || !only) return `${files.length} files`;
  return `${pathText(only.movePath ?? only.path, cwd)} (+${only.add} −${only.del})`;
}

function beginning(blocks: readonly RowBlock[]): string {
  for (const block of blocks) {
    if (!('text' in block)) continue;
    const words = proseOf(withoutAnsi(block.text.text.slice(0, 4 * LONGEST)))
      .replaceAll(/[*#`]+/g, '')
      .trim();
    if (words !== '') return words;
  }
  return '';
}

/** What stands before the first table or block of code: their marks are no words. */
function proseOf(text: string): string {
  const [prose = ''] = text.split(/\n[ \t]*(?:\||```|~~~)/, 1);
  return /[\p{L}\p{N}]/u.test(prose) ? prose : text;
}
