import { createRedactor } from '../../../core/redact/index.ts';
import { amount } from '../../../core/text/amount.ts';
import { sumOfChanges } from '../../../machine/provenance/change-sum.ts';
import { type CommittedChanges, committedChanges } from '../../../machine/provenance/committed-changes.ts';
import { sessionChanges } from '../../../machine/provenance/session-changes.ts';
import { readOpsOf } from '../../../machine/provenance/session-ops.ts';
import type { HomesContext } from '../agents.ts';
import { type ExitCode, ExitError, exitCodes } from '../exit.ts';
import { namedSession } from '../named-session.ts';
import { openOutput } from '../output.ts';
import { readArchive } from '../read-archive.ts';
import { report } from '../report.ts';
import { createScreen, type Screen } from '../screen.ts';
import { type Column, noteBelow, renderTable } from '../table.ts';
import { changesText, shortPath } from '../wording.ts';
import { createJsonEncoder } from '../write-json.ts';
import { inRepository } from './in-repository.ts';

export interface ChangesRequest extends HomesContext {
  wanted: string;
  turn?: number | undefined;
  shape: 'stat' | 'patch' | 'json';
  /** Where to look for what was committed. */
  repository?: string | undefined;
  color?: string | undefined;
}

/** Shows what a session changed. Texts are redacted, as on every way out. */
export async function changes({
  wanted,
  turn,
  shape,
  color,
  repository,
  ...context
}: ChangesRequest): Promise<ExitCode> {
  const info = await namedSession(wanted, context);
  const session = { agent: info.agent ?? '', id: info.id };
  // What the archive keeps of a session whose file is gone.
  const ops = info.gone
    ? ((await readArchive(({ edits }) => edits.opsOfSession(session))) ?? [])
    : await readOpsOf(info, context);
  if (info.gone && ops.length === 0)
    throw new ExitError(exitCodes.environment, 'the file of the session is gone, and the archive has no edits of it');
  const options = { turn, folder: info.cwd, hunks: shape === 'json' };
  const found = await inRepository(repository, (opened) =>
    opened ? committedChanges(opened, session, ops, options) : sessionChanges(session, ops, options),
  );
  const output = openOutput();
  const redactor = createRedactor({ level: 'standard' });
  if (shape === 'json') {
    const encode = createJsonEncoder({ forTerminal: output.isTerminal });
    output.append(`${encode(redactor.value(found))}\n`);
  } else if (shape === 'patch') {
    for (const { patch } of found.files) if (patch !== undefined) output.append(redactor.text(patch));
  } else if (found.files.length > 0) output.append(statText(found, createScreen({ color })));
  await output.flush();
  if (found.files.length === 0) report(nothingChanged(found));
  else if (shape === 'patch') tellUnknown(found);
  return exitCodes.ok;
}

function nothingChanged({ commands }: CommittedChanges): string {
  if (commands === 0) return 'the session changed no file';
  return `the session changed no file by itself; ${amount(commands, 'command')} may have`;
}

function tellUnknown({ files }: CommittedChanges): void {
  const unknown = files.filter(({ base }) => base === 'unknown').length;
  if (unknown > 0) report(`left out: ${amount(unknown, 'file')} whose text before is not known`);
}

function statText({ files, commands }: CommittedChanges, screen: Screen): string {
  type Row = (typeof files)[number];
  const columns: readonly Column<Row>[] = [
    { title: 'file', text: ({ path }) => shortPath(path), shorten: 'start', least: 20 },
    { title: 'change', text: ({ kind }) => kind },
    { title: '+', text: ({ added }) => String(added), isCount: true },
    { title: '−', text: ({ removed }) => String(removed), isCount: true },
    ...(files.some(({ committed }) => committed !== undefined)
      ? [{ title: 'committed', text: committedText, isCount: true, drop: 3 }]
      : []),
    { title: 'known', text: ({ level, base }) => (base === 'unknown' ? 'base unknown' : level), drop: 2 },
    { title: 'turns', text: ({ turns }) => turns.join(', '), most: 20, drop: 1 },
  ];
  const sum = (pick: (row: Row) => number) => files.reduce((total, row) => total + pick(row), 0);
  const counts = changesText(sumOfChanges(files));
  const more = commands > 0 ? `; ${amount(commands, 'command')} may have written more` : '';
  const lost = sum(({ lost: lines = 0 }) => lines);
  const lostText = lost > 0 ? `; ${amount(lost, 'line')} in no commit` : '';
  return `${renderTable(files, columns, screen)}\n${noteBelow(`${counts}${lostText}${more}`, screen)}\n`;
}

/** `12 of 14`: lines that stand in a version of the file that was committed since. */
function committedText({ committed, lost = 0 }: CommittedChanges['files'][number]): string {
  return committed === undefined ? '' : `${committed} of ${committed + lost}`;
}
