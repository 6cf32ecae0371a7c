import type { Row, RowBlock } from '../../core/writers/rows/row.ts';

/** A row in words, for the clipboard. */
export function rowText(row: Row): string {
  return row.blocks.map(blockText).filter(Boolean).join('\n\n');
}

function blockText(block: RowBlock): string {
  switch (block.type) {
    case 'markdown':
    case 'plain':
    case 'thinking':
    case 'raw':
    case 'note':
      return block.text.text;
    case 'command':
      return [`$ ${block.command.text}`, block.output?.text].filter(Boolean).join('\n');
    case 'diff':
      return [block.path, block.diff?.text].filter(Boolean).join('\n');
    case 'plan':
      return block.items.map(({ text, state }) => `${state === 'done' ? '[x]' : '[ ]'} ${text}`).join('\n');
    case 'call':
      return [block.tool, block.input.text, block.result?.text].filter(Boolean).join('\n');
    case 'web':
      return [block.query, block.url, block.result?.text].filter(Boolean).join('\n');
    case 'mark':
      return [block.what, block.detail?.text].filter(Boolean).join('\n');
    case 'image':
      return `[${block.mediaType}]`;
    case 'remote-image':
      return block.url;
    default:
      return '';
  }
}
