import { connect } from 'node:net';
import { resolve } from 'node:path';
import { doorLimits } from '../../../../limits/doors.ts';
import { dataFolder } from '../../../../machine/sessions/data-folder.ts';
import type { CliContext } from '../../agents.ts';
import type { ExitCode } from '../../exit.ts';
import { packageVersion } from '../../package-version.ts';
import type { SearchValues } from '../command.ts';
import type { Found } from '../found.ts';
import type { ParsedSearch } from '../parse-search.ts';
import { printFound } from '../print-found.ts';
import { isFound } from './is-found.ts';
import { createLineSocket } from './line-socket.ts';
import { type Asked, isPrivateSocket, isSameArchive, socketPath } from './search-socket.ts';

/**
 * Lets a viewer or a `tail --all` that runs search, and prints its answer. Undefined if there is none that would give the
 * same answer, or if it does not answer well and in time: then this process searches itself.
 */
export async function searchRunning(
  { query, limit, address }: ParsedSearch,
  values: SearchValues & CliContext,
): Promise<ExitCode | undefined> {
  // A pattern may take long, and shows how far it is.
  if (values.in || address !== undefined || values.agents || query.mode === 'regex') return undefined;
  const found = await ask({ query, limit }, values.home);
  return found && printFound(found, { query, limit, values });
}

async function ask(asked: Asked, homes: readonly string[] | undefined): Promise<Found | undefined> {
  const folder = dataFolder();
  const path = socketPath(folder);
  if (path === undefined || !isPrivateSocket(folder, path)) return undefined;
  const socket = connect(path);
  const lines = createLineSocket(socket);
  try {
    const greeting = await lines.next(doorLimits.searchGreetingMs, doorLimits.maxSearchAskedBytes);
    const own = { version: packageVersion(), folder, homes: homes?.map((home) => resolve(home)) ?? null };
    if (!isSameArchive(greeting, own)) return undefined;
    lines.send(asked);
    const answer = await lines.next(doorLimits.searchAnswerMs, doorLimits.maxSearchAnswerBytes);
    return isFound(answer) ? answer : undefined;
  } finally {
    socket.destroy();
  }
}
