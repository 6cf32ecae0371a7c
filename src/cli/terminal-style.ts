/** What is needed to know of a stream before colours go to it. */
export interface StyledStream {
  isTTY?: boolean;
}

/** Adds our own colour codes to text that has passed `terminal-text.ts`; nothing else writes an escape sequence. */
export interface TerminalStyle {
  bold(text: string): string;
  dim(text: string): string;
  /** What a person said or should find. */
  accent(text: string): string;
  success(text: string): string;
  warning(text: string): string;
  failure(text: string): string;
}

/** Colours only for a person at a terminal who did not decline them (https://no-color.org). */
export function createTerminalStyle(stream: StyledStream, environment: NodeJS.ProcessEnv = process.env): TerminalStyle {
  const isPlain = !stream.isTTY || Boolean(environment.NO_COLOR) || environment.TERM === 'dumb';
  const style = (begin: number, end: number) => (text: string) =>
    isPlain ? text : `\x1b[${begin}m${text}\x1b[${end}m`;
  return {
    bold: style(1, 22),
    dim: style(2, 22),
    accent: style(36, 39),
    success: style(32, 39),
    warning: style(33, 39),
    failure: style(31, 39),
  };
}
