import { constants } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '../../../core/lines/json.ts';
import { createChallenge, proofOf } from '../../server/keys.ts';

/** The record of a running viewer: its address with the token, in a file that only its owner can read. */
export interface RunningViewer {
  port: number;
  token: string;
}

const FILE_NAME = 'viewer.json';
/** A server that does not answer in this time is not there. */
const ANSWER_MS = 1000;

/** The viewer that already runs, if it answers. */
export async function findRunningViewer(folder: string): Promise<RunningViewer | undefined> {
  const noted = await readNote(join(folder, FILE_NAME));
  return noted && (await isViewer(noted)) ? noted : undefined;
}

/** A viewer that was killed left its note behind, and anyone may listen on its port now: it gets a challenge, no token. */
async function isViewer({ port, token }: RunningViewer): Promise<boolean> {
  const challenge = createChallenge();
  const answer = await ask({ port }, `proof?challenge=${challenge}`);
  return isObject(answer) && answer.proof === proofOf(token, port, challenge);
}

/** Asks a viewer that has proved itself for a one-time login address; undefined if it gives none, as older versions do. */
export async function askCodeAddress(viewer: RunningViewer): Promise<string | undefined> {
  const answer = await ask(viewer, 'code', { authorization: `Bearer ${viewer.token}` });
  const code = isObject(answer) ? answer.code : undefined;
  return typeof code === 'string' && /^[\w-]{20,128}$/.test(code) ? `${addressOf(viewer)}?code=${code}` : undefined;
}

export function addressOf({ port }: Pick<RunningViewer, 'port'>): string {
  return `http://127.0.0.1:${port}/`;
}

/** Undefined if nobody answers, or the answer is a refusal. */
async function ask(
  viewer: Pick<RunningViewer, 'port'>,
  route: string,
  headers: Record<string, string> = {},
): Promise<unknown> {
  try {
    const answer = await fetch(`${addressOf(viewer)}api/${route}`, {
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return answer.ok ? await answer.json() : undefined;
  } catch {
    return undefined;
  }
}

async function readNote(path: string): Promise<RunningViewer | undefined> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      const note: unknown = JSON.parse(await file.readFile('utf8'));
      if (!isObject(note) || typeof note.token !== 'string' || !/^[\w-]{20,128}$/.test(note.token)) return undefined;
      return typeof note.port === 'number' && Number.isInteger(note.port)
        ? { port: note.port, token: note.token }
        : undefined;
    } finally {
      await file.close();
    }
  } catch {
    // None runs, or its record cannot be read.
    return undefined;
  }
}

/** Records a viewer for others to find. Returns the function that removes the record. A failure does no harm. */
export async function noteRunningViewer(folder: string, viewer: RunningViewer): Promise<() => Promise<void>> {
  const path = join(folder, FILE_NAME);
  try {
    await rm(path, { force: true });
    const { O_CREAT, O_EXCL, O_WRONLY } = constants;
    const file = await open(path, O_CREAT | O_EXCL | O_WRONLY, 0o600);
    await file.writeFile(JSON.stringify(viewer));
    await file.close();
  } catch {
    return async () => {};
  }
  return () => rm(path, { force: true });
}
