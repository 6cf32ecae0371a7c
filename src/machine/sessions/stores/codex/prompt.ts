const HEADING = '## My request for Codex:';

/** Editors put the open files and the selection before the typed text, which follows the last such heading. */
export function typedPrompt(text: string): string {
  const start = text.lastIndexOf(HEADING);
  const isHeading = start === 0 || (start > 0 && text[start - 1] === '\n');
  const typed = isHeading ? text.slice(start + HEADING.length).trim() : '';
  return typed === '' ? text : typed;
}
