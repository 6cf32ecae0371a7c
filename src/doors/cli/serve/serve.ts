import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ThreadlineError } from '../../../errors.ts';
import { createFileKeeper } from '../../../machine/sessions/annotations/file-keeper.ts';
import { dataFolder, makePrivateFolder } from '../../../machine/sessions/data-folder.ts';
import { findFiles } from '../../../machine/sessions/find-files.ts';
import type { HomeOptions } from '../../../machine/sessions/homes.ts';
import type { AgentStore } from '../../../machine/sessions/store.ts';
import { agentStores } from '../../../machine/sessions/stores/registry.ts';
import type { ReadGhosts } from '../../server/ghost-routes.ts';
import { startViewer, type Viewer } from '../../server/viewer.ts';
import { type CliContext, type HomesContext, resumeCommand } from '../agents.ts';
import { type ExitCode, ExitError, endOnSignal, exitCodes } from '../exit.ts';
import { openKnownSessions } from '../known-sessions.ts';
import { printOnce } from '../output.ts';
import { packageVersion } from '../package-version.ts';
import { readArchive } from '../read-archive.ts';
import { openRemoteStore } from '../remote/remote-store.ts';
import { report } from '../report.ts';
import { tellHomes } from '../sessions/session-problems.ts';
import { isTerminal } from '../standard-streams.ts';
import { stopGrowth } from '../stop-growth.ts';
import type { RunSettings } from './allow-run.ts';
import { startIndexing } from './index-beside.ts';
import { agentsOfFiles } from './named-files.ts';
import { hasDesktop, openBrowser } from './open-browser.ts';
import { addressOf, askCodeAddress, findRunningViewer, noteRunningViewer } from './running-viewer.ts';

export interface ServeOptions extends CliContext {
  port: number;
  host: string | undefined;
  /** Other machines are let in, so the page changes nothing. */
  allowRemote: boolean;
  /** Agents may be started by the page. */
  run?: RunSettings | undefined;
  open: boolean;
  sample: boolean;
  index: boolean;
  homes: readonly string[] | undefined;
  /** Files that are shown instead of this machine's sessions. */
  files?: readonly string[] | undefined;
  /** A server whose sessions are shown instead of this machine's. */
  archive?: string | undefined;
}

/** The package folder. The source and the build are at the same depth below it. */
const root = new URL('../../../../', import.meta.url);

/** The user whose folders the sample's sessions were in. */
const SAMPLE_USER = '/home/you';

/** Serves the page until it is interrupted. */
export async function serve(options: ServeOptions): Promise<ExitCode> {
  const { files = [] } = options;
  const isNamed = files.length > 0;
  const agents = isNamed ? await agentsOfFiles(files, options) : options.agents;
  const webFolder = fileURLToPath(new URL('dist/web', root));
  if (!existsSync(webFolder)) throw new ExitError(exitCodes.environment, 'the page is not built; run npm run build');
  const folder = dataFolder();
  const isOrdinary =
    !isNamed &&
    !options.sample &&
    options.homes === undefined &&
    options.host === undefined &&
    options.run === undefined &&
    options.archive === undefined;
  const running = isOrdinary ? await findRunningViewer(folder) : undefined;
  if (running) {
    report('a viewer runs already:');
    const address = `${addressOf(running)}?token=${running.token}`;
    return tell(address, options, () => askCodeAddress(running));
  }
  const remote = options.archive === undefined ? undefined : await openRemoteStore(options.archive);
  const chosen = remote || isNamed ? { isSample: false } : await chooseHomes(options);
  // It runs for days, mostly idle, so its memory matters more than a few percent of time.
  stopGrowth();
  const run = options.run && {
    ...options.run,
    isListed: !isNamed && !chosen.isSample,
    left: await (await import('../live/end-left.ts')).endLeft(),
  };
  let told = () => {};
  const isTold = new Promise<void>((resolve) => {
    told = resolve;
  });
  const viewer = await startViewer({
    ...chosen,
    lookAfter: isTold,
    local: !remote,
    store: remote,
    agents,
    webFolder,
    port: options.port,
    host: options.host,
    version: packageVersion(),
    userHome: chosen.isSample ? SAMPLE_USER : homedir(),
    isReadOnly: options.allowRemote,
    known: remote || chosen.isSample || isNamed ? undefined : await openKnownSessions(options),
    notes: chosen.isSample ? undefined : createFileKeeper(folder),
    run,
    resume: remote ? undefined : (agent, id) => resumeCommand(agent, id, options),
    ghosts: chosen.isSample || isNamed ? undefined : ghostReader(options),
    onFault: (error) => report(`viewer: ${error instanceof Error ? error.message : String(error)}`),
  });
  if (options.port !== 0 && viewer.port !== options.port)
    report(`port ${options.port} is taken; this is the next free one`);
  if (run) report('whoever has this address with its token can start agents here, and answer what they ask');
  if (options.host !== undefined) report('whoever has this address with its token can read every session');
  const forget = isOrdinary ? await note(folder, viewer) : async () => {};
  await tell(viewer.addressWithToken, options, async () => viewer.createCodeAddress());
  told();
  if (isTerminal('stderr')) report('the viewer shows your sessions at this address; Ctrl-C ends it');
  // What is known of the sample, or of files that were named, is not worth keeping.
  const kept = chosen.isSample || isNamed ? mkdtempSync(join(tmpdir(), 'threadline-sample-')) : undefined;
  const archive = { homes: isNamed ? undefined : options.homes, ...chosen, agents, folder: kept };
  const indexing = options.index && !remote ? startIndexing(viewer, archive) : undefined;
  const exitCode = await endOnSignal().came;
  await indexing?.stop();
  await viewer.close();
  await remote?.close();
  await forget();
  if (isTerminal('stderr')) report('the viewer has ended');
  if (kept !== undefined) rmSync(kept, { recursive: true, force: true });
  return exitCode;
}

/** Loaded on demand: the logs hold every prompt, and are read only where they are asked for. */
function ghostReader(context: HomesContext): ReadGhosts {
  return async (found) => {
    const { readGhosts } = await import('../ghosts.ts');
    return readGhosts({ agents: context.agents, homes: context.homes, found });
  };
}

/** Prints the address. The browser gets one with a code for one visit: others see a program's arguments. */
async function tell(
  address: string,
  { open }: ServeOptions,
  codeAddress: () => Promise<string | undefined>,
): Promise<ExitCode> {
  await printOnce(`${address}\n`);
  if (!open || !hasDesktop()) return exitCodes.ok;
  const opened = await codeAddress();
  if (opened === undefined) report('the viewer that runs is of an older version: open its address yourself');
  else openBrowser(opened);
  return exitCodes.ok;
}

/** The user's own homes, or the sample's if it was asked for or there is nothing else to show. */
async function chooseHomes({ homes, sample, ...options }: ServeOptions): Promise<HomeOptions & { isSample: boolean }> {
  const agents: readonly AgentStore[] = options.agents ?? agentStores;
  if (!sample) tellHomes({ agents, homes });
  const hasFiles = sample || homes !== undefined || findFiles({ agents }).length > 0;
  const isEmpty = !hasFiles && !(await hasArchivedSessions());
  if (!sample && !isEmpty) return { homes, isSample: false };
  if (isEmpty) report('no session was found on this machine; these are samples');
  const folders = agents.map(({ name }) => fileURLToPath(new URL(`sample/${name}`, root)));
  return { homes: folders.filter((path) => existsSync(path)), isSample: true };
}

/** True if the archive holds a session: agents may have deleted all their files. An unusable one holds none. */
async function hasArchivedSessions(): Promise<boolean> {
  try {
    const first = await readArchive((archive) => archive.listSessions({ subagents: true }, { limit: 1 }));
    return first !== undefined && first.rows.length > 0;
  } catch (error) {
    if (error instanceof ThreadlineError) return false;
    throw error;
  }
}

async function note(folder: string, viewer: Viewer): Promise<() => Promise<void>> {
  try {
    makePrivateFolder(folder);
  } catch {
    return async () => {};
  }
  return noteRunningViewer(folder, {
    port: viewer.port,
    token: new URL(viewer.addressWithToken).searchParams.get('token') ?? '',
  });
}
