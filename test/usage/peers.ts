import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Tools that count the same files, of the versions that the figures in the documents are about. */
const PACKAGES = { native: 'ccusage@20.0.24', typescript: '@ccusage/codex@18.0.11' } as const;

/** The program of a peer: its command and first arguments. Or why it is not here. */
export type Peer = { command: string; args: string[] } | { skip: string };

/** Installed into the user's cache on first use, outside of the clone: the native one has 20 MB. */
export function findPeer(name: keyof typeof PACKAGES): Peer {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const folder = join(cache, 'threadline', 'peers', PACKAGES[name].replaceAll('/', '+'));
  const found = programIn(folder, name);
  if (found) return found;
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    return { skip: `${folder} cannot be made: ${error}` };
  }
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder, PACKAGES[name]];
  const { status } = spawnSync('npm', args, { stdio: 'ignore', timeout: 120_000 });
  return programIn(folder, name) ?? { skip: `npm install ${PACKAGES[name]} ended with ${status}` };
}

function programIn(folder: string, name: keyof typeof PACKAGES): Peer | undefined {
  if (name === 'typescript') {
    const path = join(folder, 'node_modules/@ccusage/codex/dist/index.js');
    return existsSync(path) ? { command: process.execPath, args: [path] } : undefined;
  }
  const [path] = globSync('node_modules/@ccusage/ccusage-*/bin/ccusage', { cwd: folder });
  if (path === undefined) return undefined;
  const command = join(folder, path);
  // Its own launcher does this the first time.
  chmodSync(command, 0o755);
  return { command, args: ['codex'] };
}

/** What both of them print as JSON. */
export interface PeerTotals {
  inputTokens: number;
  /** The cached part: in `inputTokens` for one of them, beside it for the other. */
  cacheReadTokens?: number;
  cachedInputTokens?: number;
  outputTokens: number;
  reasoningOutputTokens: number;
}

export const PEER_REPORT = ['monthly', '--offline', '--json'];

/** The totals of a home as a peer has them, in our terms. */
export function peerTotals(stdout: string) {
  const { totals }: { totals: PeerTotals } = JSON.parse(stdout);
  const { inputTokens, cacheReadTokens = 0, cachedInputTokens, outputTokens, reasoningOutputTokens } = totals;
  return {
    input: inputTokens + cacheReadTokens,
    cached: cachedInputTokens ?? cacheReadTokens,
    output: outputTokens,
    reasoning: reasoningOutputTokens,
  };
}
