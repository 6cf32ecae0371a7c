import { loadCodeTokenizers, type TokenizeCode } from '../../src/core/text/code-tokens.ts';
import { languageNamed } from '../../src/core/text/languages.ts';

/** Colours code outside the page's own thread: the first block of a language takes a third of a second. */
export interface HighlightRequest {
  id: number;
  code: string;
  language: string;
}

export interface HighlightAnswer {
  id: number;
  lines: ReturnType<TokenizeCode>;
}

addEventListener('message', async ({ data }: MessageEvent<HighlightRequest>) => {
  const { id, code } = data;
  const language = languageNamed(data.language);
  let lines: HighlightAnswer['lines'];
  if (language !== undefined) {
    const tokenizer = await loadCodeTokenizers([language]).catch(() => undefined);
    lines = tokenizer?.()(code, language);
  }
  postMessage({ id, lines } satisfies HighlightAnswer);
});
