import { basename } from 'node:path';
import type { ArchiveState } from '../../../archive/index.ts';
import { setAsideFiles } from '../../../archive/sqlite/set-aside.ts';
import { grouped } from '../../../core/text/amount.ts';
import type { TranscriptStyle } from '../../../core/writers/transcript/layout.ts';
import { ThreadlineError } from '../../../errors.ts';
import { dataFolder } from '../../../machine/sessions/data-folder.ts';
import { stateText } from '../archive/state-text.ts';
import { readArchive } from '../read-archive.ts';
import { terminalLine } from '../terminal-text.ts';
import { shortPath } from '../wording.ts';

/** The health of the archive: absent, unusable, or its own state. */
export type ArchiveHealth =
  | { kind: 'absent'; folder: string; setAside: string[] }
  | { kind: 'unusable'; folder: string; setAside: string[]; code: string; message: string }
  | { kind: 'present'; state: ArchiveState };

/** More files than these help nobody on a screen. `archive status` has more. */
const SHOWN_PROBLEMS = 10;

/** Examines the archive as it is. Anything wrong with it is a finding. */
export async function archiveHealth(): Promise<ArchiveHealth> {
  const folder = dataFolder();
  const absent: ArchiveHealth = { kind: 'absent', folder, setAside: setAsideFiles(folder) };
  try {
    const state = await readArchive((archive) => archive.state());
    return state ? { kind: 'present', state } : absent;
  } catch (error) {
    if (!(error instanceof ThreadlineError)) throw error;
    // A first command that was ended at once leaves an empty file.
    if (error.code === 'not-found') return absent;
    return { ...absent, kind: 'unusable', code: error.code, message: error.message };
  }
}

/** For people. */
export function healthText(health: ArchiveHealth, style: TranscriptStyle): string {
  const title = style.bold('archive');
  if (health.kind !== 'present') {
    const aside = health.setAside.map((path) => `set aside ${shortPath(path)}`);
    const found =
      health.kind === 'absent' ? 'none' : terminalLine(`${shortPath(health.folder)} cannot be used: ${health.message}`);
    return [`${title}  ${found}`, ...aside.map(terminalLine)].join('\n');
  }
  const { state } = health;
  const problems = state.problems.slice(0, SHOWN_PROBLEMS);
  const more = state.problems.length - problems.length;
  const files = Object.entries(state.sources).map(([name, count]) => `${grouped(count)} ${name}`);
  return [
    title,
    stateText({ ...state, problems }).trimEnd(),
    ...(more > 0 ? [`… and ${more} more problems ('threadline archive status' has them)`] : []),
    terminalLine(`files     ${files.join(', ') || 'none'}`),
  ].join('\n');
}

/** Safe to share: counts and codes, no path of a session or a project. */
export function healthJson(health: ArchiveHealth): object {
  if (health.kind !== 'present') {
    const aside = { set_aside: health.setAside.map((path) => basename(path)) };
    const folder = shortPath(health.folder);
    return health.kind === 'absent'
      ? { state: 'absent', folder, ...aside }
      : { state: 'unusable', folder, code: health.code, ...aside };
  }
  const { state } = health;
  return {
    state: 'present',
    folder: shortPath(state.folder),
    bytes: state.bytes,
    version: state.version,
    sessions: state.sessions,
    gone: state.gone,
    blocks: state.blocks,
    sources: state.sources,
    problems: state.problems.length,
    fresh_at: state.freshAt === 0 ? null : new Date(state.freshAt).toISOString(),
    keep_deleted: state.keepDeleted,
    excluded: state.excluded.length,
    set_aside: state.setAside.map((path) => basename(path)),
  };
}
