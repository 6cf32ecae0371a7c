import type { Writable } from 'node:stream';

/**
 * Gives the agent its prompt and closes its stdin: from 0.118 on Codex reads stdin to the end even if it has a prompt,
 * so an open one would hang it.
 */
export function feedStdin(stdin: Writable, prompt: string): void {
  // An agent may end, or close its stdin, without having read it (EPIPE). How it ended tells more than this does.
  stdin.on('error', () => {});
  stdin.end(prompt);
}
