import { homeAbove, scanFolders } from '../../scan-folders.ts';
import type { AgentStore, Home, SessionFile, SessionStore } from '../../store.ts';
import { chatTitles, findChat, identifyChat, scanChats } from './chats.ts';
import { editorStamp, editorTitles, findComposer, identifyComposer, scanEditor } from './editor.ts';
import { cursorHomes } from './homes.ts';
import { identifyTranscript, PROJECTS } from './transcripts.ts';

/**
 * `~/.cursor`: a chat of the command line is a database, of which a transcript is a poor copy; the editor keeps all
 * conversations in one database. The same conversation has the same id everywhere. By description.
 */
export const cursorStore: SessionStore = {
  homes: cursorHomes,
  scan(home, agent, onProblem) {
    const kept = [...scanChats(home, agent), ...scanEditor(home, agent, onProblem)];
    const known = new Set(kept.map(({ threadId }) => threadId));
    const transcripts = scanFolders({ home, agent, folders: [PROJECTS], identify: identifyTranscript, onProblem });
    // A transcript has no times, results or model.
    for (const file of transcripts) if (known.has(file.threadId)) file.isSuperseded = true;
    return [...kept, ...transcripts];
  },
  identify(path) {
    const kept = identifyChat(path) ?? identifyComposer(path);
    if (kept) return kept;
    const identity = identifyTranscript(path);
    const home = homeAbove(path, [PROJECTS]);
    return identity && home !== undefined ? { ...identity, home } : undefined;
  },
  find: (path: string, agent: AgentStore): SessionFile | undefined =>
    findChat(path, agent) ?? findComposer(path, agent),
  stamp: (home: Home) => editorStamp(home),
  titles: (home) => new Map([...editorTitles(home), ...chatTitles(home)]),
  supersedes: (file, other) => file.source !== undefined && other.source === undefined,
};
