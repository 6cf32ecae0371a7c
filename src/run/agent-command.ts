/** A program to run, and what it is given. */
export interface AgentCommand {
  file: string;
  args: string[];
  cwd?: string;
  env: Record<string, string>;
  /** Goes to stdin, which is then closed. */
  input: string;
  /** What the program is called, for the message when it is missing. */
  name: string;
  /** How to get it. */
  installHint: string;
  /** Takes away what was made for the command. */
  dispose?: () => void;
}
