import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { blanked, blankText } from '../fixtures/blank.ts';
import { filesBelow } from '../fixtures/files-below.ts';
import { keepDatabase } from './keep-database.ts';
import type { RecordedAgent } from './recorded-agent.ts';
import type { Workplace } from './workplace.ts';

/** Keeps the session files of all agents of a home, without the texts of others. `lines` are those that files ever had. */
export function keepBlanked(
  workplace: Workplace,
  agents: readonly RecordedAgent[],
  to: string,
  lines: readonly string[],
): void {
  const known = new Set(lines.map((line) => line.trim()).filter((line) => line !== ''));
  const stays = (text: string) => isOfFiles(text, known);
  for (const { sessions } of agents) {
    const folder = join(workplace.home, sessions.folder);
    if (!statSync(folder, { throwIfNoEntry: false })) continue;
    for (const path of filesBelow(folder).filter((each) => sessions.keep.test(each) && /\.(jsonl?|db)$/.test(each))) {
      const target = join(to, sessions.folder, workplace.keptPath(path));
      if (path.endsWith('.db')) {
        keepDatabase(join(folder, path), target, (text) => blankText(workplace.keptPath(text), stays));
        continue;
      }
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(
        target,
        blanked(workplace.kept(readFileSync(join(folder, path))), (text) => isOfFiles(text, known)),
      );
    }
  }
}

/** Lines around a file's own in diffs and in what tools say of it. */
const AROUND = /^(Index:|={3,}|-{3}|\+{3}|@@|\\ No newline|\*{3}|[\d\s→|]*$|EOF$|cat > )/;

/** True if a text is nothing but lines of files, as they are, with numbers, or in a diff. */
function isOfFiles(text: string, known: ReadonlySet<string>): boolean {
  const own = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !AROUND.test(line));
  return own.every((line) =>
    [line, line.slice(1), line.replace(/^\s*\d+[\t→|: ]+/, '')].some((each) => known.has(each.trim())),
  );
}
