import { ThreadlineError } from '../../errors.ts';
import type { LiveOptions } from './live-session.ts';
import { commandOf, listProcesses } from './process/process-table.ts';

/**
 * Throws `busy` where another program seems to write to a session: one whose arguments name it. This is no proof: an
 * agent's own terminal need not name what it has open.
 */
export function requireNoOther(agent: string, id: string, { force }: LiveOptions): void {
  if (force === true) return;
  const own = new Set([process.pid, process.ppid]);
  const other = listProcesses().find(({ pid }) => {
    if (own.has(pid)) return false;
    const command = commandOf(pid);
    return command.includes(agent) && command.split(' ').includes(id);
  });
  if (!other) return;
  throw new ThreadlineError('busy', `process ${other.pid} seems to have the session ${id} open; force takes it`);
}
