import { createRedactor } from '../../../core/redact/index.ts';
import { type SessionChanges, sessionChanges } from '../../../machine/provenance/session-changes.ts';
import { readOpsOf } from '../../../machine/provenance/session-ops.ts';
import type { HomesContext } from '../agents.ts';
import { type ExitCode, ExitError, exitCodes } from '../exit.ts';
import { namedSession } from '../named-session.ts';
import { openOutput } from '../output.ts';
import { report } from '../report.ts';
import { createScreen, type Screen } from '../screen.ts';
import { type Column, renderTable } from '../table.ts';
import { amount, shortPath } from '../wording.ts';
import { createJsonEncoder } from '../write-json.ts';

export interface ChangesRequest extends HomesContext {
  wanted: string;
  turn?: number | undefined;
  shape: 'stat' | 'patch' | 'json';
  color?: string | undefined;
}

/** Shows what a session changed. Texts are redacted, as on every way out. */
export async function changes({ wanted, turn, shape, color, ...context }: ChangesRequest): Promise<ExitCode> {
  const info = await namedSession(wanted, context);
  if (info.gone) throw new ExitError(exitCodes.environment, 'the file of the session is gone: its edits are not kept');
  const session = { agent: info.agent ?? '', id: info.id };
  const found = await sessionChanges(session, await readOpsOf(info, context), { turn, folder: info.cwd });
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

function nothingChanged({ commands }: SessionChanges): string {
  if (commands === 0) return 'the session changed no file';
  return `the session changed no file by itself; ${amount(commands, 'command')} may have`;
}

function tellUnknown({ files }: SessionChanges): void {
  const unknown = files.filter(({ base }) => base === 'unknown').length;
  if (unknown > 0) report(`left out: ${amount(unknown, 'file')} whose text before is not known`);
}

function statText({ files, commands }: SessionChanges, screen: Screen): string {
  type Row = (typeof files)[number];
  const columns: readonly Column<Row>[] = [
    { title: 'file', text: ({ path }) => shortPath(path), shorten: 'start', least: 20 },
    { title: 'change', text: ({ kind }) => kind },
    { title: '+', text: ({ added }) => String(added), isCount: true },
    { title: '−', text: ({ removed }) => String(removed), isCount: true },
    { title: 'known', text: ({ level, base }) => (base === 'unknown' ? 'base unknown' : level), drop: 2 },
    { title: 'turns', text: ({ turns }) => turns.join(', '), most: 20, drop: 1 },
  ];
  const sum = (pick: (row: Row) => number) => files.reduce((total, row) => total + pick(row), 0);
  const counts = `+${sum(({ added }) => added)} −${sum(({ removed }) => removed)} in ${amount(files.length, 'file')}`;
  const more = commands > 0 ? `; ${amount(commands, 'command')} may have written more` : '';
  return `${renderTable(files, columns, screen)}\n${screen.style.dim(`${counts}${more}`)}\n`;
}
