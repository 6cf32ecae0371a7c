/** The diff of a change from its call, else one made from the known text before and after. Empty without either. */
export function changeDiff(input: Readonly<Record<string, unknown>>): string {
  if (typeof input.diff === 'string') return input.diff;
  return marked('-', input.old_string) + marked('+', input.new_string ?? input.content);
}

function marked(mark: string, text: unknown): string {
  if (typeof text !== 'string' || text === '') return '';
  return `${text.replace(/\n$/, '').replaceAll(/^/gm, mark)}\n`;
}
