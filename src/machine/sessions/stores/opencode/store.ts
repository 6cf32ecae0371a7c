import type { ItemEvent } from '../../../../core/thread/event.ts';
import { createRowsStore } from '../../rows/rows-store.ts';
import type { SessionStore } from '../../store.ts';
import { dataHomes } from './homes.ts';
import { opencodeTables } from './tables.ts';
import { findInTree, identifyTree, scanTree, treeStamp, treeTitles } from './tree-store.ts';

const rows = createRowsStore(opencodeTables('opencode.db'));
const kiloRows = createRowsStore(opencodeTables('kilo.db', 'kilo'));

/** What both agents tell of a session. */
const told = {
  prompt: typedWords,
  forksRename: true,
  startedThreads: ({ item }: ItemEvent): string[] => {
    const metadata = item.extra?.metadata;
    const id = typeof metadata === 'object' && metadata !== null && 'sessionId' in metadata ? metadata.sessionId : '';
    return typeof id === 'string' && id !== '' ? [id] : [];
  },
};

/** `~/.local/share/opencode`: a database from 1.2 on, a tree of files before. 1.2 imported the tree and left the files. */
export const opencodeStore: SessionStore = {
  ...rows,
  ...told,
  homes: (env) => dataHomes(env, 'opencode'),
  scan(home, agent, onProblem) {
    const kept = rows.scan(home, agent, onProblem);
    const known = new Set(kept.map(({ threadId }) => threadId));
    return [...kept, ...scanTree(home, agent).filter(({ threadId }) => !known.has(threadId))];
  },
  identify: (path) => rows.identify(path) ?? identifyTree(path),
  find: (path, agent) => rows.find(path, agent) ?? findInTree(path, agent),
  stamp(home) {
    const stamp = rows.stamp(home);
    return stamp === undefined ? undefined : `${stamp}|${treeStamp(home)}`;
  },
  imports: {
    loadWriter: async () =>
      (await import('../../../../core/writers/opencode-export-writer.ts')).createOpencodeExportWriter,
    model: { args: ['debug', 'config'], read: modelInSettings },
    command: (path) => ['import', path],
    importedId: (output) => /^Imported session: (ses_\w+)$/m.exec(output)?.[1],
  },
  titles: (home, onProblem) => new Map([...treeTitles(home), ...rows.titles(home, onProblem)]),
};

/** `~/.local/share/kilo`: the same database under another name. */
export const kiloStore: SessionStore = { ...kiloRows, ...told, homes: (env) => dataHomes(env, 'kilo') };

/** The model of the settings, all of which OpenCode prints as JSON. */
function modelInSettings(output: string): string | undefined {
  try {
    const { model } = Object(JSON.parse(output)) as { model?: unknown };
    return typeof model === 'string' ? model : undefined;
  } catch {
    return undefined;
  }
}

/** The run command keeps a prompt of several words in quotes, up to 1.1 with a line feed behind them. */
function typedWords(text: string): string {
  const end = text.endsWith('\n') ? text.length - 1 : text.length;
  const isQuoted = end > 2 && text.startsWith('"') && text[end - 1] === '"' && /\s/.test(text.slice(1, end - 1));
  return isQuoted ? text.slice(1, end - 1) : text;
}
