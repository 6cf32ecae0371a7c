import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { locateFile } from '../../src/machine/sessions/locate-file.ts';
import { sourceOf } from '../../src/machine/sessions/source-of.ts';
import type { SessionFile } from '../../src/machine/sessions/store.ts';
import { agentStores } from '../../src/machine/sessions/stores/registry.ts';
import { scanUsage, type UsageRow } from '../../src/machine/usage/index.ts';

const shared = join(
  process.env.THREADLINE_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url)),
  'recordings',
);

/** Where agents keep their sessions below a recording's folder `session`. */
const HOMES = ['', '/.*', '/.pi/agent', '/.cline/data', '/.local/share/*'];

/** A session of a recording as its agent kept it: a file, rows of a database, or a tree of files. */
export interface KeptSession {
  /** `1.52.0/s2-shell/…` */
  name: string;
  bytes: Uint8Array;
  /** The requests that `usage` counts in it. */
  rows: UsageRow[];
}

export const hasShared = (): boolean => existsSync(shared);

/** The agents of the shared recordings. One program may be a kind of another one. */
export const RECORDED = [
  'codex',
  'claude',
  'gemini',
  'opencode',
  'kilo',
  'copilot',
  'qwen',
  'pi',
  'kimi',
  'goose',
  'cline',
];

/** All sessions that the recordings of an agent hold, one at a time. */
export async function* keptSessions(agent: string): AsyncGenerator<KeptSession> {
  const folder = join(shared, agent);
  for (const scenario of globSync('*/*', { cwd: folder }).sort()) {
    for (const file of await filesIn(agent, join(folder, scenario))) {
      const chunks: Uint8Array[] = [];
      // A reader may fill the same bytes again.
      for await (const chunk of sourceOf(file).read()) chunks.push(Uint8Array.from(chunk));
      const bytes = Buffer.concat(chunks);
      const rows: UsageRow[] = [];
      for await (const row of scanUsage([{ path: file.path, source: file.source }])) rows.push(row);
      yield { name: file.path.slice(folder.length + 1), bytes, rows };
    }
  }
}

async function filesIn(agent: string, folder: string): Promise<SessionFile[]> {
  const found: SessionFile[] = [];
  for (const name of globSync('rollout*.jsonl', { cwd: folder }).sort())
    found.push(await locateFile({ path: join(folder, name) }, {}));
  for (const home of HOMES.flatMap((pattern) => globSync(`session${pattern}`, { cwd: folder }).sort())) {
    const path = join(folder, home);
    for (const store of agentStores)
      if (store.name === agent) found.push(...store.store.scan({ path, realPath: path }, store, () => {}));
  }
  const byPath = new Map(found.map((file) => [file.path, file]));
  return [...byPath.values()].filter(({ isSuperseded }) => !isSuperseded);
}
