import type { SessionRow, ThreadStore } from '../../../archive/index.ts';
import { infoOfRow, isStubRow } from '../../../archive/model/session-row.ts';
import { storedSessions } from '../../../archive/model/stored-sessions.ts';
import { amount } from '../../../core/text/amount.ts';
import { arrangeSessions, type ListedSession } from '../../../machine/sessions/index.ts';
import { type ExitCode, exitCodes } from '../exit.ts';
import { openOutput } from '../output.ts';
import { report } from '../report.ts';
import { createScreen } from '../screen.ts';
import { findTexts } from '../sessions/archived-sessions.ts';
import { createSessionFilter } from '../sessions/filter.ts';
import type { SessionsOptions } from '../sessions/sessions.ts';
import { writeSessionsJson } from '../sessions/sessions-json.ts';
import { idsOf, sessionTable } from '../sessions/table.ts';
import { remoteUsages } from './remote-usages.ts';

/** Servers hold more than anybody reads. This many are shown unless a number is given. */
const SCREENFUL = 30;

/** Lists the sessions of a store. They have no numbers: a list of many machines is different a moment later. */
export async function listRemote(store: ThreadStore, options: SessionsOptions): Promise<ExitCode> {
  const { filter, json, color, agents } = options;
  const said = filter.grep === undefined ? undefined : await findTexts(store, filter.grep);
  const isWanted = createSessionFilter(filter, said?.saidIn);
  const hasStatus = (row: SessionRow) => filter.status === undefined || infoOfRow(row).status === filter.status;
  const most = options.limit ?? SCREENFUL;
  const { rows, hasMore } = await wantedRows(store, options, (row) => isWanted(infoOfRow(row)) && hasStatus(row), most);
  const listed = arrangeSessions(rows.map(infoOfRow)).map((session): ListedSession => ({ ...session, number: '-' }));
  const usage = options.usage ? await remoteUsages(store, rows, !options.all && !options.tree) : undefined;
  const output = openOutput();
  if (json) await writeSessionsJson(listed, output, { agents, usage });
  else if (listed.length > 0)
    output.append(`${sessionTable(listed, idsOf(listed), createScreen({ color }), { usage })}\n`);
  await output.flush();
  if (said?.note) report(said.note);
  if (listed.length === 0) report('no session is like that');
  else if (hasMore) report(`the newest ${amount(rows.length, 'session')}; --limit 0 shows all`);
  return exitCodes.ok;
}

async function wantedRows(
  store: ThreadStore,
  { filter, all, tree }: SessionsOptions,
  isWanted: (row: SessionRow) => boolean,
  most: number,
): Promise<{ rows: SessionRow[]; hasMore: boolean }> {
  const { agent, since, until, machine } = filter;
  const rows: SessionRow[] = [];
  for await (const row of storedSessions(store, { agent, since, until, machine, subagents: all || tree })) {
    if (isStubRow(row) || !isWanted(row)) continue;
    if (most > 0 && rows.length === most) return { rows, hasMore: true };
    rows.push(row);
  }
  return { rows, hasMore: false };
}
