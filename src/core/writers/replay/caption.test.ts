import { expect, it } from 'vitest';
import type { RowFace } from '../rows/row-blocks.ts';
import { captionOf } from './caption.ts';

function said(text: string): string {
  const blocks = [{ type: 'markdown', text: { text, bytes: text.length } }];
  return captionOf({ kind: 'answer', blocks } as unknown as RowFace, 'Codex', undefined);
}

it('a caption ends before a table or a block of code, whose marks are no words', () => {
  expect(said('It is **done**.\n\n| a | b |\n|---|---|\n| 1 | 2 |')).toBe('Codex: It is done.');
  expect(said('Run this:\n\n```sh\nnpm test\n```')).toBe('Codex: Run this:');
});

it('a caption of nothing else says what the code does', () => {
  expect(said('```\nnpm test\n```')).toBe('Codex: npm test');
});
