/** A command's result in the words for the model: `Command: …`, `Directory: …`, `Output: …`, `Error: …`, `Exit Code: …`. */
export interface ShellWords {
  output: string;
  exitCode?: number | undefined;
}

const EXIT = '\nExit Code: ';
const OUTPUT = '\nOutput: ';
const ERROR = '\nError: ';
/** The lines after the output: an error, a code, a signal, numbers of processes. */
const TAIL = 4096;

/** What a command printed, and its exit code, out of such words. Any other text is the output as it is. */
export function shellWords(text: string, command: string): ShellWords {
  const head = `Command: ${command}\n`;
  const exit = text.lastIndexOf(EXIT);
  if (!text.startsWith(head) || exit === -1 || exit < text.length - TAIL) return { output: text };
  const start = text.indexOf(OUTPUT, head.length - 1);
  const error = text.lastIndexOf(ERROR, exit);
  if (start === -1 || error < start) return { output: text };
  const said = [text.slice(start + OUTPUT.length, error), text.slice(error + ERROR.length, exit)];
  const code = Number.parseInt(text.slice(exit + EXIT.length, exit + EXIT.length + 12), 10);
  const output = said.filter((part) => !NOTHING.has(part.trim())).join('\n');
  return Number.isNaN(code) ? { output } : { output, exitCode: code };
}

const NOTHING: ReadonlySet<string> = new Set(['', '(none)', '(empty)']);
