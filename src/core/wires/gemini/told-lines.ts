/** The frame around the output of a command: its own words again, and what is nothing, or a number of a process. */
const FRAME =
  /^(?:<.?untrusted_context>|(?:Command|Directory|Background|Process) .*|(?:Command|Directory): .*|\w+: \((?:none|empty)\)|Exit Code: 0)$|^(?:Output|Error): /gm;

/** The result as the model was told it, without the frame, and without the output that people see. */
export function toldOutput(name: string, told: string, shown: string): string {
  if (name !== 'run_shell_command') return told;
  // An output may be long, the frame never is.
  const words = shown.trim();
  const at = words === '' ? -1 : told.indexOf(words);
  const rest = at === -1 ? told : told.slice(0, at) + told.slice(at + words.length);
  return rest.replace(FRAME, '');
}

/** The characters at the end of a result in which its exit code stands. */
const TAIL = 2048;

/** The exit code of a command, which only the model is told. It comes after the output. */
export function toldExitCode(told: string): number | undefined {
  const tail = told.slice(-TAIL);
  const start = tail.lastIndexOf('\nExit Code: ');
  const code = Number.parseInt(tail.slice(start + 12, start + 24), 10);
  return start === -1 || Number.isNaN(code) ? undefined : code;
}
