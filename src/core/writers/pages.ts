import { loadCodeTokenizers } from '../text/code-tokens.ts';
import { createHtmlWriter } from './html/html-writer.ts';
import { createMarkdownWriter } from './markdown/markdown-writer.ts';
import { createSummaryWriter } from './markdown/summary-writer.ts';
import type { PageName } from './registry.ts';
import { createReplayWriter } from './replay/replay-writer.ts';
import { createTextWriter } from './text-writer.ts';
import type { ThreadHead } from './thread-head.ts';
import type { CreateWriter } from './writer.ts';

/**
 * Loads a writer with its Markdown parser and code colours. If the head is known, it loads only the languages of the
 * thread.
 */
export async function loadPageWriter(name: PageName, head?: ThreadHead): Promise<CreateWriter> {
  if (name === 'markdown') return createMarkdownWriter;
  if (name === 'text') return createTextWriter;
  if (name === 'summary') return createSummaryWriter;
  if (name === 'replay') return createReplayWriter;
  const createTokenizer = await loadCodeTokenizers(head?.languages);
  return (options) => createHtmlWriter(options, createTokenizer());
}
