import { type ExitCode, exitCodes } from '../exit.ts';
import { openOutput } from '../output.ts';
import { terminalLine } from '../terminal-text.ts';
import { createJsonEncoder } from '../write-json.ts';
import { makeTree, type TreeRequest, treeText } from './make-tree.ts';

/** Writes the files of a turn, and says how sure they are. */
export async function at({ json, ...request }: TreeRequest & { json: boolean }): Promise<ExitCode> {
  const made = await makeTree(request);
  const output = openOutput();
  if (json) output.append(`${createJsonEncoder({ forTerminal: output.isTerminal })(made.manifest)}\n`);
  else for (const line of treeText(made)) output.append(`${terminalLine(line)}\n`);
  await output.flush();
  return exitCodes.ok;
}
