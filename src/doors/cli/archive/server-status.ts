import { amount } from '../../../core/text/amount.ts';
import { type ServerDatabase, type ServerStatus, serverStatus, tenantNamed } from '../../../fleet/postgres/index.ts';
import { type ExitCode, exitCodes } from '../exit.ts';
import { printOnce } from '../output.ts';
import { terminalLine } from '../terminal-text.ts';
import { localTime } from '../wording.ts';
import { createJsonEncoder } from '../write-json.ts';

/** `archive status` of a server: it answers every reader, and changes nothing. */
export async function printServerStatus(database: ServerDatabase, tenant: string, isJson: boolean): Promise<ExitCode> {
  const status = await serverStatus(database, await tenantNamed(database, tenant));
  await printOnce(
    isJson ? `${createJsonEncoder({ forTerminal: true })(statusJson(status))}\n` : statusText(database, status),
  );
  return status.parked > 0 ? exitCodes.badInput : exitCodes.ok;
}

/** The form of `--json`: a contract. */
function statusJson({ lagSeconds, foldedAt, machines, ...rest }: ServerStatus): object {
  return {
    ...rest,
    lag_seconds: lagSeconds,
    folded_at: foldedAt?.toISOString() ?? null,
    machines: machines.map(({ name, owner, seenAt, sources, bytes }) => ({
      name,
      owner: owner ?? null,
      seen_at: seenAt?.toISOString() ?? null,
      sources,
      bytes,
    })),
  };
}

function statusText({ name }: ServerDatabase, status: ServerStatus): string {
  const { version, server, bytes, sessions, sources, jobs, lagSeconds, parked, foldedAt, machines } = status;
  const waiting =
    jobs === 0 ? 'nothing waits' : `${amount(jobs, 'file')} wait, the oldest for ${Math.round(lagSeconds)} s`;
  const lines = [
    `${name}, PostgreSQL ${server}, tables of version ${version}, ${megabytes(bytes)}`,
    `${amount(sessions, 'session')} out of ${amount(sources, 'file')}; ${waiting}`,
    ...(foldedAt ? [`last folded ${localTime(foldedAt.getTime())}`] : []),
    ...(parked > 0 ? [`${amount(parked, 'file')} failed too often: threadline archive verify names them`] : []),
    ...machines.map((machine) => {
      const seen = machine.seenAt ? `last seen ${localTime(machine.seenAt.getTime())}` : 'never seen';
      const whose = machine.owner === undefined ? '' : ` (${machine.owner})`;
      return `  ${machine.name}${whose}: ${seen}, ${amount(machine.sources, 'file')}, ${megabytes(machine.bytes)}`;
    }),
  ];
  return lines.map((line) => `${terminalLine(line)}\n`).join('');
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
