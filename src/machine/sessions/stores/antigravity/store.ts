import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseObject } from '../../../../core/lines/json.ts';
import { readStart } from '../../read-start.ts';
import { scanFolders } from '../../scan-folders.ts';
import { type FileIdentity, normaliseId, type SessionStore } from '../../store.ts';

const BRAIN = 'brain';
/** The command line, the app and the editor keep the same in a folder each. */
const PRODUCTS = ['antigravity-cli', 'antigravity', 'antigravity-ide'];

/** `~/.gemini/antigravity…/brain/<id>/.system_generated/logs/transcript.jsonl`: a plain mirror. By description. */
export const antigravityStore: SessionStore = {
  homes: (env) => ({ paths: PRODUCTS.map((name) => join(env.HOME || homedir(), '.gemini', name)), isNamed: false }),
  scan(home, agent, onProblem) {
    const files = scanFolders({ home, agent, folders: [BRAIN], identify: identifyFile, onProblem });
    const folders = files.length > 0 ? foldersOf(home.realPath) : new Map<string, string>();
    for (const file of files) file.cwd = folders.get(file.threadId ?? '');
    return files;
  },
  identify(path) {
    const identity = identifyFile(path);
    return identity && { ...identity, home: dirname(dirname(conversationOf(path))) };
  },
  project: (path, home) => foldersOf(home).get(identifyFile(path)?.threadId ?? ''),
};

/** `brain/<id>` above a transcript. */
const conversationOf = (path: string): string => dirname(dirname(dirname(path)));

function identifyFile(path: string): FileIdentity | undefined {
  const conversation = conversationOf(path);
  const isPlaced = basename(dirname(path)) === 'logs' && basename(dirname(conversation)) === BRAIN;
  if (basename(path) !== 'transcript.jsonl' || !isPlaced) return undefined;
  return { wire: 'antigravity-transcript', threadId: normaliseId(basename(conversation)), archived: false };
}

/** A list of folders is small. */
const LIST_BYTES = 4 * 1024 * 1024;

/** The working folders, of each the last conversation. The log of prompts knows more, and is read only when asked for. */
function foldersOf(home: string): Map<string, string> {
  const folders = new Map<string, string>();
  const last = parseObject(readStart(join(home, 'cache', 'last_conversations.json'), LIST_BYTES));
  for (const [folder, id] of Object.entries(last ?? {}))
    if (typeof id === 'string') folders.set(normaliseId(id), folder);
  return folders;
}
