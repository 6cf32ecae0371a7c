import { readFileSync } from 'node:fs';
import { type PolicyRules, readPolicy } from '../../../machine/live/policy/policy-file.ts';
import { systemMessage } from '../../../machine/sessions/file-fault.ts';
import { ExitError, exitCodes, usageError } from '../exit.ts';

/** Reads a policy that a person named, once. A slip in it ends the command: it is never half a policy. */
export function readPolicyFile(path: string, command: string): PolicyRules {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new ExitError(exitCodes.environment, `cannot read ${path}: ${systemMessage(error)}`);
  }
  try {
    return readPolicy(text);
  } catch (error) {
    throw usageError(`${path}: ${error instanceof Error ? error.message : String(error)}`, command);
  }
}
