import type { Archive, ThreadStore } from '../../../archive/index.ts';
import { keepFresh } from '../../../archive/model/keep-fresh.ts';
import type { EditIndex } from '../../../machine/provenance/edit-index.ts';
import { openCallLog, serveMcp } from '../../mcp/index.ts';
import type { CliContext } from '../agents.ts';
import { mayBegin, openOrRead, tellSetAside } from '../archive/bring-up-to-date.ts';
import { whyBehind } from '../archive/why-behind.ts';
import { type ExitCode, exitCodes, takeSignals } from '../exit.ts';
import { packageVersion } from '../package-version.ts';
import { chosenProjects } from '../project.ts';
import { openRemoteStore } from '../remote/remote-store.ts';
import { report } from '../report.ts';
import { standardOutput } from '../standard-streams.ts';
import type { McpValues } from './command.ts';

type McpOptions = CliContext & Omit<McpValues, 'archive'> & { archive: string | undefined };

/** Serves earlier sessions to the agent that started it. Standard output is the protocol's. The rest goes to stderr. */
export async function mcp(options: McpOptions): Promise<ExitCode> {
  const { project = ['.'], agents, home: homes, archive } = options;
  const projects = options['all-projects']
    ? undefined
    : await chosenProjects('mcp', { project }, { agents, homes, archive });
  const stop = new AbortController();
  let exitCode: ExitCode | undefined;
  takeSignals((code) => {
    exitCode = code;
    stop.abort();
    process.stdin.destroy();
  });
  const log = options.log === undefined ? undefined : openCallLog(options.log);
  const { store, refresh, edits } = await openAsked(options, stop.signal);
  try {
    await serveMcp({
      store,
      projects,
      refresh,
      provenance: edits && { edits, folder: process.cwd() },
      env: process.env,
      askers: agents?.flatMap(({ name, asker }) => (asker ? [{ ...asker, agent: name }] : [])),
      version: packageVersion(),
      log,
      onFault: report,
      input: process.stdin,
      output: standardOutput(),
    });
    return exitCode ?? exitCodes.ok;
  } finally {
    stop.abort();
    await store.close();
    log?.close();
  }
}

/** The archive to ask: this machine's, which is brought up to date, or a server's. */
async function openAsked(
  options: McpOptions,
  signal: AbortSignal,
): Promise<{ store: ThreadStore; refresh?: () => Promise<void>; edits?: EditIndex }> {
  if (options.archive !== undefined) return { store: await openRemoteStore(options.archive) };
  const { agents, home: homes } = options;
  const { archive, isWritable } = await openOrRead({ agents, homes, signal, onSetAside: tellSetAside });
  return isWritable && (await mayBegin(archive, options))
    ? { store: archive, edits: archive.edits, refresh: createRefresh(archive, signal) }
    : { store: archive, edits: archive.edits };
}

/** Calls wait for a run that sees all they may ask for. The first may take long, so it begins before any call. */
function createRefresh(archive: Archive, signal: AbortSignal): () => Promise<void> {
  const { ask } = keepFresh({
    refresh: archive.refresh,
    signal,
    onOutcome(outcome) {
      if (outcome.state === 'behind') report(`the archive is not up to date: ${whyBehind(outcome)}`);
    },
  });
  return ask;
}
