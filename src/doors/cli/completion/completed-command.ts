/** What can be typed after a command. */
export interface CompletedCommand {
  name: string;
  summary: string;
  options: CompletedOption[];
}

export interface CompletedOption {
  /** Without its two dashes. */
  name: string;
  short: string | undefined;
  /** It stands alone, or a value follows; of some the values are known. */
  takesValue: boolean;
  values: readonly string[];
  isRepeatable: boolean;
}

/** The shells that there is a script for. */
export const SHELLS: readonly string[] = ['bash', 'zsh', 'fish'];

/** What else is known to stand after a command, besides sessions and files. */
export function wordsAfter(command: string, list: readonly CompletedCommand[]): readonly string[] {
  if (command === 'help') return list.map(({ name }) => name);
  return command === 'completion' ? SHELLS : [];
}

/** A text in single quotes, as all three shells take it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", '’')}'`;
}
