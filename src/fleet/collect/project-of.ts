import { isObject, parseObject } from '../../core/lines/json.ts';
import { normalRemote } from './normal-remote.ts';

/** The folder of a session, from its first records; undefined if none of them tells it. */
export function projectOf(beginning: Buffer): string | undefined {
  for (const line of beginning.toString('utf8').split('\n')) {
    const folder = line.includes('"cwd"') ? (folderOf(line) ?? firstFolder(line)) : undefined;
    if (folder !== undefined) return folder;
  }
  return undefined;
}

function folderOf(line: string): string | undefined {
  const record = parseObject(line);
  if (!record) return undefined;
  const inner = isObject(record.payload) ? record.payload.cwd : undefined;
  const folder = record.cwd ?? inner;
  return typeof folder === 'string' && folder !== '' ? folder : undefined;
}

/** A line that is longer than what was read cannot be parsed. The folder is searched for in the form agents write. */
function firstFolder(line: string): string | undefined {
  const [, text] = /"cwd":\s?("(?:[^"\\]|\\.){1,4096}")/.exec(line) ?? [];
  if (text === undefined) return undefined;
  const folder = parseObject(`{"cwd":${text}}`)?.cwd;
  return typeof folder === 'string' ? folder : undefined;
}

/** The repository of a session, if its first records tell the address of one, as Codex's do. */
export function remoteOf(beginning: Buffer): string | undefined {
  for (const line of beginning.toString('utf8').split('\n')) {
    const payload = line.includes('"repository_url"') ? parseObject(line)?.payload : undefined;
    const git = isObject(payload) ? payload.git : undefined;
    if (isObject(git) && typeof git.repository_url === 'string') return normalRemote(git.repository_url);
  }
  return undefined;
}
