import { chmodSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { resolve } from 'node:path';
import type { Archive } from '../../../../archive/index.ts';
import type { FreshOutcome } from '../../../../archive/model/keep-fresh.ts';
import { doorLimits } from '../../../../limits/doors.ts';
import { readAnnotations } from '../../../../machine/sessions/annotations/annotations-file.ts';
import { agentStores } from '../../../../machine/sessions/stores/registry.ts';
import { packageVersion } from '../../package-version.ts';
import { completeFound, type Found, findPage } from '../found.ts';
import { createLineSocket } from './line-socket.ts';
import { readAsked } from './read-asked.ts';
import { type Asked, type Greeting, isPrivateSocket, PROTOCOL, socketPath } from './search-socket.ts';

/** What answers need. */
export interface SearchOffer {
  archive: Archive;
  /** The homes that were named, if any. */
  homes: readonly string[] | undefined;
  /** Brings the archive up to date, and says how that ended. */
  refresh(): Promise<FreshOutcome | undefined>;
}

/** Answers searches of other processes until it is closed. A failure does no harm: they search themselves. */
export async function offerSearch(offer: SearchOffer): Promise<() => void> {
  const { folder } = offer.archive;
  const path = socketPath(folder);
  // Listened on under another name first, so that nobody sees it before it is closed to others, and the newest wins.
  const made = socketPath(folder, `search-${process.pid}.sock`);
  if (path === undefined || made === undefined) return () => {};
  const greeting = greetingOf(offer);
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    void converse(socket, greeting, offer)
      .catch(() => {})
      .finally(() => socket.end());
  });
  server.maxConnections = doorLimits.maxSearchAskers;
  try {
    rmSync(made, { force: true });
    await new Promise<void>((listening, failed) => server.once('error', failed).listen(made, listening));
    chmodSync(made, 0o600);
    if (!isPrivateSocket(folder, made)) throw new Error('others could be behind the socket');
    const identity = lstatSync(made).ino;
    renameSync(made, path);
    server.on('error', () => {}).unref();
    return () => {
      server.close();
      for (const socket of open) socket.destroy();
      // Another process may have put its own in this place.
      if (lstatSync(path, { throwIfNoEntry: false })?.ino === identity) rmSync(path, { force: true });
    };
  } catch {
    server.close();
    rmSync(made, { force: true });
    return () => {};
  }
}

/** Asks each agent where its homes are, and keeps which variables it reads to tell that. */
function greetingOf({ archive, homes }: SearchOffer): Greeting {
  const variables: Record<string, string | null> = { HOME: process.env.HOME ?? null };
  const watched = new Proxy(process.env, {
    get(env, name) {
      if (typeof name === 'string') variables[name] = env[name] ?? null;
      return typeof name === 'string' ? env[name] : undefined;
    },
  });
  if (!homes) for (const { store } of agentStores) store.homes(watched);
  const named = homes?.map((home) => resolve(home)) ?? null;
  return { threadline: PROTOCOL, version: packageVersion(), folder: archive.folder, homes: named, variables };
}

async function converse(socket: Socket, greeting: Greeting, offer: SearchOffer): Promise<void> {
  const lines = createLineSocket(socket);
  lines.send(greeting);
  const asked = readAsked(await lines.next(doorLimits.searchAskedMs, doorLimits.maxSearchAskedBytes));
  const found = asked && (await answer(asked, offer));
  lines.send(found ?? { refused: true });
}

/** Undefined if the asking process would have more to say than this: it says it itself. */
async function answer({ query, limit }: Asked, { archive, refresh }: SearchOffer): Promise<Found | undefined> {
  const outcome = await refresh();
  if (outcome?.state !== 'fresh' || outcome.report.problems > 0) return undefined;
  const found = await findPage(archive, query, limit);
  return completeFound(found, { store: archive, query, limit, annotations: readAnnotations() });
}
