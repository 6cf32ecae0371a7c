import { loadCodeTokenizers } from '../text/code-tokens.ts';
import { createHtmlWriter } from './html/html-writer.ts';
import { createMarkdownWriter } from './markdown/markdown-writer.ts';
import type { PageName } from './registry.ts';
import { createTextWriter } from './text-writer.ts';
import type { ThreadHead } from './thread-head.ts';
import type { CreateWriter } from './writer.ts';

/**
 * The writers that bring what reads Markdown and gives code its colours. Where the head is known, no more languages are
 * loaded than the thread has.
 */
export async function loadPageWriter(name: PageName, head?: ThreadHead): Promise<CreateWriter> {
  if (name === 'markdown') return createMarkdownWriter;
  if (name === 'text') return createTextWriter;
  const createTokenizer = await loadCodeTokenizers(head?.languages);
  return (options) => createHtmlWriter(options, createTokenizer());
}
