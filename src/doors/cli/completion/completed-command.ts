/** A command with what can be typed after it. */
export interface CompletedCommand {
  name: string;
  summary: string;
  options: CompletedOption[];
}

export interface CompletedOption {
  /** Without its two dashes. */
  name: string;
  short: string | undefined;
  /** True if a value follows. For some options the values are known. */
  takesValue: boolean;
  values: readonly string[];
  isRepeatable: boolean;
}

/** The supported shells. */
export const SHELLS: readonly string[] = ['bash', 'zsh', 'fish'];

/** The known words after a command, besides sessions and files. */
export function wordsAfter(command: string, list: readonly CompletedCommand[]): readonly string[] {
  if (command === 'help') return list.map(({ name }) => name);
  return command === 'completion' ? SHELLS : [];
}

/** A text in single quotes, valid in all three shells. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", '’')}'`;
}
