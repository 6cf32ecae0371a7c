import { makeRepository } from '../../../machine/git/new-repository.ts';
import { MANIFEST } from '../../../machine/provenance/write-tree.ts';
import { agentStores, type HandedOff, handOff } from '../../../machine/sessions/index.ts';
import { lineInFolder, resumeWords } from '../agents.ts';
import { makeTree, type TreeRequest, treeText } from '../at/make-tree.ts';
import { type ExitCode, exitCodes, usageError } from '../exit.ts';
import { describeHandOff } from '../handoff/describe.ts';
import { didYouMean } from '../nearest.ts';
import { openOutput } from '../output.ts';
import { terminalLine } from '../terminal-text.ts';
import { createJsonEncoder } from '../write-json.ts';

export interface ForkRequest extends TreeRequest {
  to: string;
  json: boolean;
  redact: boolean;
}

/** Makes a repository of the files of a turn, and hands the thread up to there over to an agent in it. */
export async function fork(request: ForkRequest): Promise<ExitCode> {
  const { to, json, redact, turn, agents, homes } = request;
  checkAgent(request);
  const made = await makeTree(request);
  const { agent, id } = made.manifest.session;
  const commit = await makeRepository(made.folder, `Turn ${turn} of ${agent} ${id}`, [MANIFEST]);
  const handed = await handOff({
    session: { path: made.info.path },
    to,
    cwd: made.folder,
    toTurn: turn,
    homes,
    agents,
    ...(!redact && { redact: false as const }),
    runImport: async (command) => (await import('../../../machine/run/run-import.ts')).runImport(command, agents),
  });
  const output = openOutput();
  const line = lineInFolder(handed.cwd, resumeWords(handed.agent, handed.id, request));
  if (json) {
    const encode = createJsonEncoder({ forTerminal: output.isTerminal });
    output.append(`${encode({ manifest: made.manifest, commit, handoff: { ...handed, command: line } })}\n`);
  } else {
    for (const each of [...treeText(made), ...handedText(handed), ...(line ? [`resume it with: ${line}`] : [])])
      output.append(`${terminalLine(each)}\n`);
  }
  await output.flush();
  return exitCodes.ok;
}

/** Turns that were left out come after the one that is gone on from. */
function handedText(handed: HandedOff): string[] {
  return describeHandOff({ ...handed, turns: { ...handed.turns, leftOut: 0 } });
}

function checkAgent({ to, agents }: ForkRequest): void {
  const names = (agents ?? agentStores)
    .filter(({ store }) => store.newSession ?? store.imports)
    .map(({ name }) => name);
  if (names.includes(to)) return;
  throw usageError(
    `no agent '${to}' takes threads over${didYouMean(to, names)}; --to takes: ${names.join(', ')}`,
    'fork',
  );
}
