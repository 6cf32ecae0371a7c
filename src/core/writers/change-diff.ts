/** The diff of a change as its call tells it, else one made of what is known of the file before and after; empty for neither. */
export function changeDiff(input: Readonly<Record<string, unknown>>): string {
  if (typeof input.diff === 'string') return input.diff;
  return marked('-', input.old_string) + marked('+', input.new_string ?? input.content);
}

function marked(mark: string, text: unknown): string {
  if (typeof text !== 'string' || text === '') return '';
  return `${text.replace(/\n$/, '').replaceAll(/^/gm, mark)}\n`;
}
