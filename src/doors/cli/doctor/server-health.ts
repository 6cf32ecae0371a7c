import { amount } from '../../../core/text/amount.ts';
import type { TranscriptStyle } from '../../../core/writers/transcript/layout.ts';
import type { ServerHealth } from '../../../fleet/postgres/index.ts';
import { terminalLine } from '../terminal-text.ts';
import { localTime } from '../wording.ts';
import { type TeamHealth, teamJson, teamLines } from './team-health.ts';

/** The server of `--archive`: its health, or why it cannot be asked. */
export type AskedServer = { health: ServerHealth } | { team: TeamHealth } | { code: string; message: string };

/** A clock that is further off puts sessions into the wrong order. */
const SKEW_SECONDS = 60;
/** A machine that was not seen for so long may have been switched off, or its collector has ended. */
const SILENT_MS = 7 * 24 * 3_600_000;

/** For people. */
export function serverText(asked: AskedServer, style: TranscriptStyle, now = Date.now()): string {
  const title = style.bold('server');
  if ('code' in asked) return `${title}  ${terminalLine(asked.message)}`;
  if ('team' in asked) return [title, ...teamLines(asked.team, SKEW_SECONDS).map(terminalLine)].join('\n');
  const { health } = asked;
  const silent = health.machines.filter(({ seenAt }) => !seenAt || now - seenAt.getTime() > SILENT_MS);
  const lines = [
    `${health.name}, PostgreSQL ${health.server}, tables of version ${health.version}, ${(health.bytes / 1e6).toFixed(1)} MB; PostgreSQL does not say how much of its disk is free`,
    `${amount(health.sessions, 'session')} of ${amount(health.machines.length, 'machine')}, ${amount(health.jobs, 'file')} to fold, the oldest due for ${Math.round(health.lagSeconds)} s`,
    ...(health.parked > 0
      ? [`${amount(health.parked, 'file')} failed too often: 'threadline archive verify' names them`]
      : []),
    ...(Math.abs(health.clockSkewSeconds) > SKEW_SECONDS
      ? [`its clock and this machine's differ by ${Math.abs(health.clockSkewSeconds)} s`]
      : []),
    ...silent.map(
      ({ name, seenAt }) => `${name}: ${seenAt ? `not seen since ${localTime(seenAt.getTime())}` : 'never seen'}`,
    ),
    ...(health.readerLogins > 0
      ? [`${amount(health.readerLogins, 'login')} of the database may read every session`]
      : []),
  ];
  return [title, ...lines.map(terminalLine)].join('\n');
}

/** Safe to share: counts and codes, no name and no address. */
export function serverJson(asked: AskedServer): object {
  if ('code' in asked) return { state: 'unusable', code: asked.code };
  if ('team' in asked) return teamJson(asked.team);
  const { server, version, bytes, sessions, sources, jobs, lagSeconds, parked, machines } = asked.health;
  return {
    state: 'present',
    server,
    version,
    bytes,
    sessions,
    sources,
    jobs,
    lag_seconds: lagSeconds,
    parked,
    machines: machines.length,
    clock_skew_seconds: asked.health.clockSkewSeconds,
    reader_logins: asked.health.readerLogins,
  };
}
