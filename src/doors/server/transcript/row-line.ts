import type { Row } from '../api-types.ts';
import { hideSecrets } from '../hide-secrets.ts';

/** The most characters of a line in a list. */
const MAX_LINE_LENGTH = 200;

/** The first line of a row's text or command that says something. */
export function lineOf({ blocks }: Row): string {
  for (const block of blocks) {
    const text = textOf(block);
    const line = text?.split('\n').find((one) => /[\p{L}\p{N}]/u.test(one)) ?? '';
    if (line !== '') return hideSecrets(line.trim().slice(0, MAX_LINE_LENGTH));
  }
  return '';
}

function textOf(block: Row['blocks'][number]): string | undefined {
  if (block.type === 'markdown' || block.type === 'plain') return block.text.text;
  if (block.type === 'command') return `$ ${block.command.text}`;
  return block.type === 'call' ? block.tool : undefined;
}
