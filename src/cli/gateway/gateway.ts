import { readFileSync } from 'node:fs';
import { openGatewayStore, startGateway } from '../../gateway/index.ts';
import type { CliContext } from '../agents.ts';
import { type ExitCode, ExitError, exitCodes, takeSignals } from '../exit.ts';
import { openOutput } from '../output.ts';
import { createFaultLog } from './fault-log.ts';

interface GatewayCommandOptions extends CliContext {
  url: string;
  port: number;
  host: string;
  /** Paths. */
  tls: { cert: string; key: string } | undefined;
  withWorker: boolean;
}

/** Prints its address on a line of its own, for programs and people, and goes on until a signal comes. */
export async function gateway({ url, port, host, tls }: GatewayCommandOptions): Promise<ExitCode> {
  const interrupted = new Promise<ExitCode>((resolve) => takeSignals(resolve));
  const store = await openGatewayStore(url);
  const running = await startGateway({
    store,
    port,
    host,
    tls: tls && { cert: readPem(tls.cert), key: readPem(tls.key) },
    onFault: createFaultLog('gateway'),
  });
  const output = openOutput();
  const name = host.includes(':') ? `[${host}]` : host;
  output.append(`${tls ? 'https' : 'http'}://${name}:${running.port}\n`);
  await output.flush();
  const exitCode = await interrupted;
  await running.close();
  await store.close();
  return exitCode;
}

function readPem(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw new ExitError(exitCodes.environment, `${path} cannot be read${code}`);
  }
}
