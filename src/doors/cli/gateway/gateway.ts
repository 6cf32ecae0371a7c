import { readFileSync } from 'node:fs';
import { openGatewayStore, startGateway } from '../../../fleet/gateway/index.ts';
import type { CliContext } from '../agents.ts';
import { type ExitCode, ExitError, exitCodes, takeSignals } from '../exit.ts';
import { openOutput } from '../output.ts';
import { runWorker } from '../worker/run-worker.ts';
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
export async function gateway(options: GatewayCommandOptions): Promise<ExitCode> {
  const { url, port, host, tls } = options;
  const interrupted = new Promise<ExitCode>((resolve) => takeSignals(resolve));
  const onFault = createFaultLog('gateway');
  const store = await openGatewayStore(url, onFault);
  const running = await startGateway({
    store,
    port,
    host,
    tls: tls && { cert: readPem(tls.cert), key: readPem(tls.key) },
    onFault,
  });
  const stop = new AbortController();
  const folding = options.withWorker ? runWorker({ url, agents: options.agents, signal: stop.signal }) : undefined;
  // Told below; until then it is nobody's.
  folding?.catch(() => {});
  const output = openOutput();
  const name = host.includes(':') ? `[${host}]` : host;
  output.append(`${tls ? 'https' : 'http'}://${name}:${running.port}\n`);
  await output.flush();
  try {
    // A worker ends before a signal only where it cannot do its work at all.
    return await Promise.race([interrupted, folding?.then(() => interrupted) ?? interrupted]);
  } finally {
    stop.abort();
    await running.close();
    await store.close();
    await folding?.catch(() => {});
  }
}

function readPem(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw new ExitError(exitCodes.environment, `${path} cannot be read${code}`);
  }
}
