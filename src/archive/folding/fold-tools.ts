import { join } from 'node:path';
import { realFolder } from '../../machine/sessions/homes.ts';
import { CHUNK_BYTES } from '../../machine/sessions/plain-bytes.ts';
import type { AgentStore, SessionFile } from '../../machine/sessions/store.ts';
import type { FoldTools } from './fold-file.ts';
import { createUsageRecorder } from './usage-facts.ts';

/** The tools for the files of a machine. `files`: all of them, asked for when a fork's history is searched. */
export function createFoldTools(
  files: () => readonly SessionFile[],
  agents: readonly AgentStore[] | undefined,
  onBytes: (bytes: number) => void,
  lineKey?: string,
): FoldTools {
  const titles = new Map<string, ReadonlyMap<string, string>>();
  const around = new Map<string, SessionFile[]>();
  return {
    usage: createUsageRecorder(agents),
    agents,
    onBytes,
    buffer: Buffer.allocUnsafeSlow(CHUNK_BYTES),
    lineKey,
    /** Files of its own home first. */
    files({ agent, home = '' }) {
      const key = join(agent?.name ?? '', home);
      const known = around.get(key);
      if (known) return known;
      const own = files().filter((file) => file.agent === agent);
      own.sort((one, other) => Number(other.home === home) - Number(one.home === home));
      around.set(key, own);
      return own;
    },
    titles({ agent, home }) {
      if (!agent?.store.titles || home === undefined) return undefined;
      const key = join(agent.name, home);
      const known = titles.get(key) ?? agent.store.titles({ path: home, realPath: realFolder(home) ?? home }, () => {});
      titles.set(key, known);
      return known;
    },
  };
}
