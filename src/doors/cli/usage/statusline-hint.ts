import { fstatSync } from 'node:fs';
import { parseObject } from '../../../core/lines/json.ts';

/** The caller waits for the line. */
const PATIENCE_MS = 100;
const MOST_BYTES = 64 * 1024;

/** The wanted session: from the option, else from what Claude Code writes to its status line's stdin. */
export async function readHint(session: string | undefined): Promise<string | undefined> {
  if (session !== undefined) return session;
  if (!isPiped()) return undefined;
  const id = parseObject(await readInput())?.session_id;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** A terminal is never read: it would wait for someone to type. */
function isPiped(): boolean {
  try {
    const stats = fstatSync(0);
    return stats.isFIFO() || stats.isFile() || stats.isSocket();
  } catch {
    return false;
  }
}

/** Reads stdin until its end or until patience ends: a shell may hold open a pipe that nobody writes to. */
function readInput(): Promise<string> {
  const { stdin } = process;
  return new Promise((resolve) => {
    let text = '';
    const finish = () => {
      clearTimeout(timer);
      stdin.pause();
      resolve(text);
    };
    const timer = setTimeout(finish, PATIENCE_MS);
    stdin.setEncoding('utf8');
    stdin.on('data', (chunk: string) => {
      text += chunk;
      if (text.length > MOST_BYTES) finish();
    });
    stdin.on('end', finish);
    stdin.on('error', finish);
  });
}
