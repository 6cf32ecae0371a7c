import { amount } from '../../../core/text/amount.ts';
import { ThreadlineError } from '../../../errors.ts';
import { doorLimits } from '../../../limits/doors.ts';
import { annotate } from '../../../machine/sessions/annotations/annotate.ts';
import { findFiles } from '../../../machine/sessions/find-files.ts';
import {
  type AgentStore,
  agentStores,
  arrangeSessions,
  type ListedSession,
  type SessionFile,
  type SessionInfo,
  type SessionProblem,
  type SessionStatus,
} from '../../../machine/sessions/index.ts';
import { eachSession, isUnread, type ListingOptions } from '../../../machine/sessions/list-sessions.ts';
import { countRest, idsBeyond, newestSessions } from '../../../machine/sessions/newest-sessions.ts';
import { listedTurns } from '../../../machine/sessions/session-turns.ts';
import { countAlongside } from '../../../machine/usage/known-usage.ts';
import type { HomesContext } from '../agents.ts';
import { openAnnotations } from '../annotations.ts';
import { type ExitCode, exitCodes } from '../exit.ts';
import { openKnownSessions } from '../known-sessions.ts';
import { openOutput } from '../output.ts';
import { createProgress } from '../progress.ts';
import { createScreen } from '../screen.ts';
import { noteBelow } from '../table.ts';
import { compileInPlace, keepNurserySmall } from '../usage/tune-engine.ts';
import { shortPath } from '../wording.ts';
import { type ArchivedSessions, familiesOf, readArchivedSessions, withGone } from './archived-sessions.ts';
import { createSessionFilter, refuseUnknownAgent, type SessionFilter } from './filter.ts';
import { createFoundFiles, type FoundFiles } from './found-files.ts';
import { createListedChanges } from './listed-changes.ts';
import { createStatuses, type ListedStatuses } from './listed-statuses.ts';
import { createSessionProblems } from './session-problems.ts';
import { type ListedUsageOptions, readListedUsage } from './session-usages.ts';
import { writeSessionsJson } from './sessions-json.ts';
import { idsOf, sessionTable } from './table.ts';

export interface SessionsOptions extends HomesContext {
  filter: SessionFilter;
  /** 0 means all. */
  limit?: number | undefined;
  all: boolean;
  /** Includes sessions that an agent started, under the session that they belong to. */
  tree: boolean;
  /** Leaves out sessions whose files agents deleted. */
  liveOnly?: boolean | undefined;
  /** Includes sessions of which only the prompts are left. */
  ghosts?: boolean | undefined;
  json: boolean;
  /** Includes the usage and cost of each. */
  usage: boolean;
  color?: string | undefined;
}

/** Nobody reads more than a screen or two. */
const SCREENFUL = 30;

/** Lists the user's sessions. */
export async function sessions(options: SessionsOptions): Promise<ExitCode> {
  const { agents, homes, filter, limit, all, json, color, liveOnly } = options;
  refuseUnknownAgent('sessions', filter.agent, agents);
  const output = openOutput();
  const problems = createSessionProblems();
  const most = limit ?? (output.isTerminal && !json ? SCREENFUL : 0);
  const isWhole = most === 0 && isUnfiltered(filter);
  const known = await openKnownSessions({ agents });
  const alongside = known && options.usage ? countAlongside(known) : undefined;
  const files = findFiles({ agents, homes, onProblem: problems.add });
  const listing = { agents, homes, turns: isWhole, onProblem: problems.add, known, files, alongside };
  const isBeginning = most > 0 && files.length > doorLimits.maxWholeListFiles && isPlain(options);
  if (!isBeginning) tuneForAll();
  const newest = isBeginning ? await newestSessions(listing, most) : undefined;
  // Numbers refer to the whole list, whatever is shown of it.
  const found = newest?.found ?? (await findSessions(listing));
  const unread = newest?.unread ?? [];
  const archived = await readArchivedSessions(found, { homes, grep: filter.grep, agents, liveOnly, files, unread });
  if (options.ghosts) archived.gone.push(...(await ghostRows(found, options, problems.add)));
  const annotations = openAnnotations();
  for (const info of [...found, ...archived.gone]) annotate(info, annotations);
  const numbered = withGone(arrangeSessions(found), archived.gone);
  const foundFiles = createFoundFiles(files);
  const statuses = createStatuses({ agents, homes }, foundFiles, known);
  const listed = await withStatus(wantedOf(numbered, options, archived), filter.status, statuses);
  const shown = most === 0 ? [...listed] : listed.slice(0, most);
  if (!isWhole) await countAllTurns(shown, foundFiles, listing);
  await addStatuses(shown, statuses);
  const counted = numbered.filter(({ info }) => info.ghost === undefined);
  const usage = options.usage ? await readUsage(counted, options, { files, known }) : undefined;
  known?.end(files);
  // Every request stands in a row of the whole list.
  if (usage && all && isWhole) shown.push(...usage.unlisted.map(unlistedRow));
  const changes = createListedChanges(archived.sums, [...found, ...archived.gone, ...(newest?.later ?? [])], unread);
  if (json) await writeSessionsJson(shown, output, { agents, usage, changes });
  else if (shown.length > 0) {
    const screen = createScreen({ color });
    const first = shown.find(({ info }) => !info.gone)?.number;
    const ids = [...idsOf(numbered), ...(newest ? idsBeyond(newest) : [])];
    output.append(`${sessionTable(shown, ids, screen, { usage, changes })}\n`);
    const more = listed.length - shown.length + (newest ? countRest(newest) : 0);
    const about = unread.length > 0 ? 'about ' : '';
    if (more > 0) output.append(`${noteBelow(`… and ${about}${more} more (--limit 0 shows all)`, screen)}\n`);
    if (output.isTerminal && first)
      output.append(`\n${noteBelow(`'threadline show ${first}' shows the first`, screen)}\n`);
  }
  await output.flush();
  problems.end();
  if (archived.note) problems.say(archived.note);
  if (shown.length === 0)
    problems.say(numbered.length === 0 ? noneFound(filter.agent, agents, homes) : noneWanted(all, isWhole));
  return problems.isMachines ? exitCodes.environment : exitCodes.ok;
}

/** Of thousands of sessions, each is garbage when its row is made. */
function tuneForAll(): void {
  keepNurserySmall();
  compileInPlace();
}

/** True for a list of the newest sessions alone. Only what names tell is said of the others. */
function isPlain({ filter, all, tree, json, usage, ghosts }: SessionsOptions): boolean {
  return !(all || tree || json || usage || ghosts) && isUnfiltered(filter);
}

function isUnfiltered(filter: SessionFilter): boolean {
  return Object.values(filter).every((value) => value === undefined);
}

/** Loaded on demand: the logs hold every prompt, and are read only where they are asked for. */
async function ghostRows(
  found: readonly SessionInfo[],
  { agents, homes }: SessionsOptions,
  onProblem: (problem: SessionProblem) => void,
): Promise<SessionInfo[]> {
  const { readGhosts } = await import('../ghosts.ts');
  const { ghostInfo } = await import('../../../machine/sessions/ghosts/ghost-sessions.ts');
  return (await readGhosts({ found, agents, homes, onProblem })).map(ghostInfo);
}

/** With `tree`, a wanted session brings all that its agent started. */
function wantedOf(
  numbered: readonly ListedSession[],
  { filter, all, tree }: SessionsOptions,
  { saidIn }: ArchivedSessions,
): ListedSession[] {
  const isWanted = createSessionFilter(filter, saidIn);
  let isRootListed = false;
  return numbered.filter(({ info, depth, isExtra }) => {
    const isListed = (all || !isExtra) && isWanted(info);
    if (depth === 0) isRootListed = isListed;
    return isListed || (tree && depth > 0 && isRootListed);
  });
}

/** Those that have the status. The end of each file is read for it. */
async function withStatus(
  listed: ListedSession[],
  status: SessionStatus | undefined,
  statuses: ListedStatuses,
): Promise<ListedSession[]> {
  if (status === undefined) return listed;
  await addStatuses(listed, statuses, listed.length);
  return listed.filter(({ info }) => info.status === status);
}

/** The status is at the end of a file, so only the newest are read. */
async function addStatuses(
  shown: readonly ListedSession[],
  statuses: ListedStatuses,
  most: number = doorLimits.maxListedStatuses,
): Promise<void> {
  const newest = shown.map(({ info }) => info).sort((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1));
  for (const info of newest.slice(0, most)) {
    if (!info.gone) info.status ??= await statuses.of(info);
  }
}

/** More places are only counted: there are over twenty. */
const SHOWN_PLACES = 4;

/** Absent and empty folders make no difference to a person. */
function noneFound(
  wanted: string | undefined,
  agents: readonly AgentStore[] = agentStores,
  homes?: readonly string[],
): string {
  const asked = agents.filter(({ name }) => wanted === undefined || name === wanted);
  const places = homes ?? asked.flatMap(({ store }) => store.homes(process.env).paths);
  const named = places.slice(0, SHOWN_PLACES).map((place) => shortPath(place));
  const more = places.length - named.length;
  return `no sessions were found in ${named.join(', ')}${more > 0 ? ` and ${amount(more, 'more place')}` : ''}; --home DIR looks elsewhere`;
}

function noneWanted(all: boolean, isWhole: boolean): string {
  if (!isWhole) return `no session is like that${all ? '' : '; --all looks at archived ones and sub-agents too'}`;
  return 'all sessions are archived or were started by agents; --all shows them';
}

/** All sessions. If all are shown, their turns are counted here, so that each file is read once. */
async function findSessions(options: ListingOptions): Promise<SessionInfo[]> {
  const progress = createProgress(['-'], { isWanted: true });
  const found: SessionInfo[] = [];
  for await (const info of eachSession(options)) {
    found.push(info);
    if (options.turns) progress.advance(info.size);
  }
  progress.hide();
  return found;
}

/** The usage of each session, of those that are shown and of all others. */
async function readUsage(
  numbered: readonly ListedSession[],
  options: SessionsOptions,
  found: Pick<ListedUsageOptions, 'files' | 'known'>,
) {
  const { agents, homes, filter, liveOnly, all, tree } = options;
  const families = familiesOf(numbered).map((family) => family.map(({ info }) => info));
  const usage = await readListedUsage(families, { agents, homes, agent: filter.agent, liveOnly, ...found });
  return { ...usage, withAgents: all || tree ? undefined : usage.withAgents };
}

/** A row for requests of no session. It cannot be opened, and has no number. */
function unlistedRow(info: SessionInfo): ListedSession {
  return { info, number: '-', depth: 0, isExtra: true };
}

/** Counts the turns of the shown sessions. Each file has to be read whole for it, if its turns are not known. */
async function countAllTurns(shown: readonly ListedSession[], files: FoundFiles, listing: ListingOptions) {
  const paths = shown.filter(({ info }) => !info.gone).map(({ info }) => info.path);
  const progress = createProgress(paths, { isWanted: true });
  for (const { info } of shown) {
    if (info.turns === undefined) await addTurns(info, files.at(info.path), listing);
    if (!info.gone) progress.advance(info.size);
  }
  progress.hide();
}

async function addTurns(
  info: SessionInfo,
  file: SessionFile | undefined,
  { known, onProblem }: ListingOptions,
): Promise<void> {
  if (!file || isUnread(info)) return;
  const kept = known?.of(file)?.turns;
  if (kept !== undefined) {
    info.turns = kept ?? undefined;
    return;
  }
  try {
    info.turns = await listedTurns(file);
    if (info.problems.length === 0) known?.learn(file, { turns: info.turns ?? null });
  } catch (error) {
    if (!(error instanceof ThreadlineError)) throw error;
    onProblem?.({ code: 'unreadable', message: error.message, path: info.path });
  }
}
