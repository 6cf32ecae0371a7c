import { isObject, parseObject } from '../../core/lines/json.ts';

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
