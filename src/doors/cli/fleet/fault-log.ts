import { grouped } from '../../../core/text/amount.ts';
import { report } from '../report.ts';

/** A store that is away fails every request. One line in this time reports it. */
const QUIET_MS = 10_000;

/** Reports an internal fault by its code alone: messages of a database may hold what was sent. */
export function createFaultLog(name: string, now: () => number = () => performance.now()): (error: unknown) => void {
  let quietUntil = Number.NEGATIVE_INFINITY;
  let untold = 0;
  return (error) => {
    if (now() < quietUntil) {
      untold += 1;
      return;
    }
    const others = untold > 0 ? `; ${grouped(untold)} more since the last line` : '';
    report(`${name}: ${faultCode(error)}${others}`);
    untold = 0;
    quietUntil = now() + QUIET_MS;
  };
}

function faultCode(error: unknown): string {
  if (!(error instanceof Error)) return 'fault';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  const cause = error.cause instanceof Error && 'code' in error.cause ? error.cause.code : undefined;
  return typeof cause === 'string' && cause !== code ? `${code} (${cause})` : code;
}
