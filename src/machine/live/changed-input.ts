import type { Approval } from './ask.ts';

/** The input of an approval with what a person made of its command, or of the whole input as JSON. Throws a SyntaxError. */
export function changedInput({ command, input }: Pick<Approval, 'command' | 'input'>, text: string): unknown {
  if (command === undefined) return JSON.parse(text);
  return { ...(typeof input === 'object' ? input : {}), command: text };
}
