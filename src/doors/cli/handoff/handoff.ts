import { joinWords } from '../../../core/tools/shell-words.ts';
import {
  agentStores,
  type HandedOff,
  type HandOffOptions,
  handOff,
  openSource,
  removeHandOff,
} from '../../../machine/sessions/index.ts';
import { type CliContext, entryOf, type HomesContext } from '../agents.ts';
import { refuseGone } from '../archived-source.ts';
import { type ExitCode, ExitError, exitCodes, usageError } from '../exit.ts';
import { didYouMean } from '../nearest.ts';
import { openOutput } from '../output.ts';
import { openRedactor, type RedactionChoice, redactorOptions } from '../redaction.ts';
import { report } from '../report.ts';
import { findSession } from '../source.ts';
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
  checkAgent(to, agents);
  // A choice that cannot be redacted is reported before anything is read.
  if (redaction) openRedactor(redaction, 'handoff');
  const asked: HandOffOptions = {
    ...options.how,
    session: { path: await pathOf(options) },
    to,
    homes,
    agents,
    redact: redaction ? redactorOptions(redaction) : false,
  };
  if (options.remove) return remove(asked, options);
  const handed = await handOff(asked);
  const command = resumeWords(handed, options);
  if (options.run) {
    for (const line of describeHandOff(handed)) report(line);
    return goOn(handed, command, options);
  }
  const line = shellLine(handed, command);
  const lines = [...describeHandOff(handed), ...(line === undefined ? [] : [`resume it with: ${line}`])];
  await tell({ ...handed, command: line }, lines, options);
  return exitCodes.ok;
}

function checkAgent(to: string, agents: HandoffOptions['agents']): void {
  const names = (agents ?? agentStores).filter(({ store }) => store.newSession).map(({ name }) => name);
  if (names.includes(to)) return;
  throw usageError(
    `no agent '${to}' takes threads over${didYouMean(to, names)}; --to takes: ${names.join(', ')}`,
    'handoff',
  );
}

async function pathOf({ wanted, to, homes, agents }: HandoffOptions): Promise<string> {
  const found = await findSession(wanted, { homes, agents }).catch(async (error: unknown) => {
    const exporting = joinWords(['threadline', 'export', wanted, '--to', to, '-o', 'FILE']);
    throw await refuseGone(
      error,
      wanted,
      `it is handed over from its file; '${exporting}' writes what the archive keeps`,
    );
  });
  if (found.kind === 'session') return found.info.path;
  const { info } = await openSource(found, { homes, agents });
  if (!info) throw new ExitError(exitCodes.environment, `${wanted} is no file; a session is handed over from its file`);
  return info.path;
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

/** The words to type to continue it. */
function resumeWords({ agent, id }: HandedOff, { agents }: CliContext): string[] {
  return entryOf(agent, agents)?.driver.resumeCommand(id) ?? [];
}

function shellLine({ cwd }: HandedOff, words: readonly string[]): string | undefined {
  return words.length === 0 ? undefined : `${joinWords(['cd', cwd])} && ${joinWords(words)}`;
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
