import type { AgentStore, SessionFile } from '../../machine/sessions/store.ts';
import { agentStores } from '../../machine/sessions/stores/registry.ts';

/** A file that a machine sent. All names are the machine's own. */
export interface SentFile {
  id: string;
  agent: string;
  home: string;
  /** Relative to the home, with `/` between its parts; or absolute. */
  path: string;
  /** The working folder, if something beside the file told it. */
  project?: string | undefined;
  /** In bytes, as on the machine. */
  size: number;
  /** The time when its last bytes arrived, in milliseconds since 1970. */
  arrivedAt: number;
}

const WINDOWS_PATH = /^(?:[A-Za-z]:[\\/]|\\\\)/;

/** Presents what was sent as a file of this machine, by the agent's rules on names. Only `open` gives its bytes. */
export function sourceFile(
  sent: SentFile,
  open: () => AsyncIterable<Uint8Array>,
  agents: readonly AgentStore[] = agentStores,
): SessionFile {
  const agent = agents.find(({ name }) => name === sent.agent);
  const path = wholePath(sent);
  const identity = agent?.store.identify(plainSlashes(path));
  return {
    wire: 'auto',
    archived: false,
    ...identity,
    agent,
    path,
    // An identifier, not a path of this machine.
    realPath: `source ${sent.id}`,
    home: sent.home,
    cwd: sent.project ?? identity?.cwd,
    compressed: /\.zst$/i.test(sent.path),
    isSuperseded: false,
    size: sent.size,
    modified: sent.arrivedAt,
    open,
  };
}

/** The path as the machine would write it. */
function wholePath({ home, path }: SentFile): string {
  if (path.startsWith('/') || WINDOWS_PATH.test(path)) return path;
  return WINDOWS_PATH.test(home) ? `${home}\\${path.replaceAll('/', '\\')}` : `${home}/${path}`;
}

function plainSlashes(path: string): string {
  return WINDOWS_PATH.test(path) ? path.replaceAll('\\', '/') : path;
}
