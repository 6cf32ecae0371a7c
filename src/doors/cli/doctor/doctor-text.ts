import { amount, grouped } from '../../../core/text/amount.ts';
import type { NameCounts } from '../../../machine/sessions/survey/file-report.ts';
import type { VersionReport } from '../../../machine/sessions/survey/sample-files.ts';
import type { Screen } from '../screen.ts';
import { type Column, noteBelow, renderTable } from '../table.ts';
import { terminalLine } from '../terminal-text.ts';
import { shortPath } from '../wording.ts';
import { healthText } from './archive-health.ts';
import { collectorText } from './collector-health.ts';
import type { Diagnosis, FoundHome } from './doctor.ts';
import type { FoundAgent } from './find-agents.ts';
import { serverText } from './server-health.ts';

/** More names than these help nobody on a screen. `--json` has them all. */
const SHOWN_NAMES = 12;

/** The same for people. */
export function doctorText(
  { threadline, agents, homes, archive, server, collector, sample }: Diagnosis,
  screen: Screen,
): string {
  const { style } = screen;
  const agentColumns: Column<FoundAgent>[] = [
    { title: 'agent', text: ({ title }) => title },
    { title: 'version', text: ({ program, version }) => version ?? (program === undefined ? '-' : 'unknown') },
    {
      title: 'program',
      text: ({ program, ...agent }) => (program === undefined ? missing(agent, screen) : shortPath(program)),
      least: 16,
    },
  ];
  const homeColumns: Column<FoundHome>[] = [
    { title: 'home', text: ({ path }) => shortPath(path), least: 12, shorten: 'start' },
    { title: 'agent', text: ({ agent, experimental }) => (experimental ? `${agent} (experimental)` : agent) },
    { title: 'sessions', text: ({ sessions }) => grouped(sessions), isCount: true },
    { title: 'size', text: ({ bytes }) => `${(bytes / 1e6).toFixed(1)} MB`, isCount: true },
  ];
  const parts = [
    `threadline ${threadline}`,
    renderTable(agents, agentColumns, screen),
    homes.length > 0
      ? renderTable(homes, homeColumns, screen)
      : 'no agent keeps sessions here; --home DIR looks elsewhere',
    healthText(archive, style),
    ...(server ? [serverText(server, style)] : []),
    ...(collector ? [collectorText(collector, style)] : []),
  ];
  if (sample.versions.length > 0) parts.push(versionsText(sample.versions, screen));
  const large = sample.skipped > 0 ? `, ${amount(sample.skipped, 'file')} too large to be read here` : '';
  parts.push(
    noteBelow(
      `read ${grouped(sample.read)} of ${amount(
        homes.reduce((sum, { sessions }) => sum + sessions, 0),
        'file',
      )}, the newest of each version${large}`,
      screen,
    ),
  );
  return `${parts.join('\n\n')}\n`;
}

/** Columns for the longest hint beside the longest name and version. */
const HINT_COLUMNS = 120;

/** A narrow screen has room for the command that installs the program, and not for the sentence around it. */
function missing({ install, installHint }: Pick<FoundAgent, 'install' | 'installHint'>, { columns }: Screen): string {
  return columns >= HINT_COLUMNS ? `not found. ${installHint}` : `not found: ${install}`;
}

function versionsText(versions: readonly VersionReport[], screen: Screen): string {
  const columns: Column<VersionReport>[] = [
    { title: 'agent', text: ({ agent }) => agent },
    { title: 'wrote', text: ({ version }) => version ?? '-' },
    { title: 'files', text: ({ files }) => grouped(files), isCount: true },
    { title: 'lines', text: ({ lines }) => grouped(lines), isCount: true },
    { title: 'problems', text: ({ problems }) => grouped(totalOf(problems)), isCount: true },
    { title: 'unknown', text: (found) => grouped(found.unknownEvents.size + found.unknownItems.size), isCount: true },
  ];
  const details = versions.flatMap((found) => {
    const names = [
      ...describe('', found.problems),
      ...describe('unknown event ', found.unknownEvents),
      ...describe('unknown item ', found.unknownItems),
    ];
    const shown = names.slice(0, SHOWN_NAMES);
    if (names.length > shown.length) shown.push(`… and ${names.length - shown.length} more (--json has all)`);
    return shown.map((text) => terminalLine(`${found.agent} ${found.version ?? '-'}: ${text}`));
  });
  const table = renderTable(versions, columns, screen);
  return details.length === 0 ? table : `${table}\n\n${details.join('\n')}`;
}

function describe(kind: string, counts: NameCounts): string[] {
  return counts.entries().map(([name, count]) => `${kind}${name}, ${amount(count, 'time')}`);
}

function totalOf(counts: NameCounts): number {
  return counts.entries().reduce((sum, [, count]) => sum + count, 0);
}
