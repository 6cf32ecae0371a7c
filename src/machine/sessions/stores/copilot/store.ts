import { basename, dirname, join } from 'node:path';
import { machineLimits } from '../../../../limits/machine.ts';
import { homeNamedBy } from '../../home-named-by.ts';
import { pathName } from '../../path-name.ts';
import type { OnSessionProblem } from '../../problem.ts';
import { readStart } from '../../read-start.ts';
import { scanFolders } from '../../scan-folders.ts';
import type { AgentStore, FileIdentity, Home, SessionFile, SessionStore } from '../../store.ts';
import { LazyTitles } from '../lazy-titles.ts';
import { lastLineTime } from '../line-time.ts';
import { titleInWorkspace } from './workspace.ts';

const SESSIONS = 'session-state';
const EVENTS = /^events\.jsonl(?:\.zst)?$/;
/** A name of a folder that is a session's id. `sessions import` and `--session-id` take any UUID. */
const ID = /^[\w-]{1,128}$/;
/** Folders of a session that hold other things, at times whole projects. */
const MOST_LEVELS = 1;

/** `~/.copilot`: a folder for each session in `session-state`, with its log and a file of facts. */
export const copilotStore: SessionStore = {
  /** COPILOT_HOME replaces the folder itself. */
  homes: (env) => homeNamedBy(env, ['COPILOT_HOME'], '.copilot'),
  scan,
  identify(path) {
    const identity = identifyLog(path);
    const above = dirname(dirname(path));
    return identity && basename(above) === SESSIONS ? { ...identity, home: dirname(above) } : undefined;
  },
  titles: (home, onProblem, _ends, found) =>
    new LazyTitles(
      found ?? scan(home, { name: 'copilot', title: 'Copilot CLI', store: copilotStore }, onProblem),
      titleBeside,
    ),
  title: (event) =>
    event.type === 'context' && event.kind === 'session.title_changed' && typeof event.data.title === 'string'
      ? event.data.title.trim() || undefined
      : undefined,
  imports: {
    loadWriter: async () =>
      (await import('../../../../core/writers/copilot-import-writer.ts')).createCopilotImportWriter,
    command(path, { cwd, title }) {
      const named = title === undefined ? [] : [`--name=${title.replaceAll('\0', '')}`];
      return ['sessions', 'import', '--output', 'json', `--working-directory=${cwd}`, ...named, path];
    },
    importedId: (output) => /"sessionId":"([\w-]{1,128})"/.exec(output)?.[1],
  },
  lastTime: lastLineTime,
  beside: (_, home) => ({ folders: [join(home.realPath, SESSIONS)], shared: [] }),
};

function identifyLog(path: string): FileIdentity | undefined {
  if (!EVENTS.test(pathName(path))) return undefined;
  const id = basename(dirname(path));
  if (!ID.test(id)) return undefined;
  return { wire: 'copilot-events', threadId: id.toLowerCase(), archived: false };
}

function scan(home: Home, agent: AgentStore, onProblem: OnSessionProblem): SessionFile[] {
  // Deeper folders hold checkpoints and copies of files, and no session.
  const told: OnSessionProblem = (problem) => {
    if (problem.code !== 'too-deep') onProblem(problem);
  };
  const files = scanFolders({
    home,
    agent,
    folders: [SESSIONS],
    identify: identifyLog,
    maxDepth: MOST_LEVELS,
    onProblem: told,
  });
  return files.filter(({ size }) => size > 0);
}

/** The title in the file of facts beside a log. */
function titleBeside({ realPath }: SessionFile): string | undefined {
  return titleInWorkspace(readStart(join(dirname(realPath), 'workspace.yaml'), machineLimits.maxTitleLineBytes));
}
