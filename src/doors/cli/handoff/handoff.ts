import { joinWords } from '../../../core/tools/shell-words.ts';
import { createEventReader } from '../../../core/wires/event-reader.ts';
import {
  agentStores,
  type HandedOff,
  type HandOffOptions,
  handOff,
  removeHandOff,
} from '../../../machine/sessions/index.ts';
import { sessionWires } from '../../../machine/sessions/reader-options.ts';
import { type HomesContext, lineInFolder, resumeWords } from '../agents.ts';
import { findSourceOrGone } from '../archived-source.ts';
import { type ExitCode, ExitError, exitCodes, usageError } from '../exit.ts';
import { didYouMean } from '../nearest.ts';
import { openOutput } from '../output.ts';
import { openRedactor, type RedactionChoice, redactorOptions } from '../redaction.ts';
import { report } from '../report.ts';
import { terminalLine } from '../terminal-text.ts';
import { createJsonEncoder } from '../write-json.ts';
import { describeHandOff } from './describe.ts';
import { goOn } from './go-on.ts';

export interface HandoffOptions extends HomesContext {
  /** In the form that `show` takes. */
  wanted: string;
  to: string;
  prompt?: string | undefined;
  run: boolean;
  remove: boolean;
  json: boolean;
  how: Pick<HandOffOptions, 'cwd' | 'fromTurn' | 'lastTurns' | 'maxTokens' | 'again' | 'dryRun'>;
  /** Undefined leaves secrets in. */
  redaction?: RedactionChoice | undefined;
  model?: string | undefined;
  permissionMode?: string | undefined;
  skipGitRepoCheck?: boolean | undefined;
}

/** Hands a session over, reports it, and continues the session if that is wanted. */
export async function handoff(options: HandoffOptions): Promise<ExitCode> {
  const { agents, redaction, homes, to } = options;
  checkAgent(options);
  // A choice that cannot be redacted is reported before anything is read.
  if (redaction) openRedactor(redaction, 'handoff');
  const asked: HandOffOptions = {
    ...options.how,
    ...(await threadOf(options)),
    to,
    homes,
    agents,
    redact: redaction ? redactorOptions(redaction, 'handoff') : false,
    runImport: async (command) => (await import('../../../machine/run/run-import.ts')).runImport(command, agents),
  };
  if (options.remove) return remove(asked, options);
  const handed = await handOff(asked);
  const command = resumeWords(handed.agent, handed.id, options);
  if (options.run) {
    for (const line of describeHandOff(handed)) report(line);
    return goOn(handed, command, options);
  }
  const line = lineInFolder(handed.cwd, command);
  const lines = [...describeHandOff(handed), ...howToResume(handed, line, command)];
  const origin = { ...handed.origin, id: handed.origin.thread_id };
  await tell({ ...handed, origin, command: line }, lines, options);
  return exitCodes.ok;
}

function checkAgent({ to, agents, remove: isRemoved }: HandoffOptions): void {
  const able = (agents ?? agentStores).filter(({ store }) => store.newSession ?? store.imports);
  const agent = able.find(({ name }) => name === to);
  if (agent?.store.imports && isRemoved)
    throw usageError(`${agent.title} imported the thread: it is taken away there, not by --remove`, 'handoff');
  if (agent) return;
  const names = able.map(({ name }) => name);
  throw usageError(
    `no agent '${to}' takes threads over${didYouMean(to, names)}; --to takes: ${names.join(', ')}`,
    'handoff',
  );
}

/** A session whose file is gone is handed over as the archive keeps it. */
async function threadOf({
  wanted,
  homes,
  agents,
}: HandoffOptions): Promise<Pick<HandOffOptions, 'session' | 'thread'>> {
  const source = await findSourceOrGone(wanted, { homes, agents });
  const { info } = source;
  if (!info) throw new ExitError(exitCodes.environment, `${wanted} is no file; a session is handed over from its file`);
  const session = { path: info.path };
  if (!source.isArchived) return { session };
  return {
    session,
    thread: { info, eventBatches: () => source.read(createEventReader({ agents: agents ?? sessionWires })) },
  };
}

async function remove(asked: HandOffOptions, options: HandoffOptions): Promise<ExitCode> {
  const removal = await removeHandOff(asked);
  const verb = asked.dryRun ? 'would remove' : 'removed';
  await tell(
    { ...removal, dryRun: asked.dryRun === true },
    removal.removed.map(({ path }) => `${verb} ${path}`),
    options,
  );
  return exitCodes.ok;
}

function howToResume({ cwd }: HandedOff, line: string | undefined, words: readonly string[]): string[] {
  if (line !== undefined) return [`resume it with: ${line}`];
  return words.length === 0 ? [] : [`resume it with: ${joinWords(words)}`, `in the folder: ${cwd}`];
}

async function tell(facts: object, lines: readonly string[], { json }: HandoffOptions): Promise<void> {
  const output = openOutput();
  if (json) {
    output.append(`${createJsonEncoder({ forTerminal: output.isTerminal })(facts)}\n`);
  } else {
    // A file's name may hold anything, even a line break.
    for (const line of lines) output.append(`${terminalLine(line)}\n`);
  }
  await output.flush();
}
